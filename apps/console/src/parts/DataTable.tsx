/**
 * A list as a table: a caption, columns, rows that lead somewhere, and more of it page by page. On a narrow screen each row is two lines: what the
 * row is, then its values.
 */
import type { ReactNode } from "react"
import type { LoadedList } from "../api/Lists.ts"
import { Button } from "./Button.tsx"
import styles from "./DataTable.module.css"
import { FailureNotice } from "./Notice.tsx"
import { Zone } from "./Time.tsx"

/** A column: its name, and what of a row it shows. */
export interface Column<Row> {
  readonly name: string
  readonly show: (row: Row) => ReactNode
  readonly align?: "end"
  /**
   * Its place on a narrow screen: `lead` is what the row is, on the first line, after a `mark` such as a status and before what stands `aside`; `bare`
   * needs no name beside its value; `hide` is left out there. Without it, the value stands on the second line, beside the name of the column.
   */
  readonly phone?: "mark" | "lead" | "aside" | "bare" | "hide"
  /** `tight`: as wide as what it shows, on one line; `name`: wide enough for most names. */
  readonly width?: "tight" | "name"
  /** Whether it shows times: its head names their zone. */
  readonly isTime?: true
}

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly list: Pick<LoadedList<Row>, "rows" | "isLoading"> & Partial<LoadedList<Row>>
  readonly keyOf: (row: Row) => string
  /** The content of a table without rows. */
  readonly empty: ReactNode
}

/** The lines that stand in for rows that are on their way. */
const placeholders = ["first", "second", "third", "fourth", "fifth"]

/** The content of a cell, as one element: on a narrow screen it stands beside the name of its column. */
const Cell = ({ children }: { readonly children: ReactNode }) => (children === null ? null : <div>{children}</div>)

const Rows = <Row,>({ columns, keyOf, list }: Pick<DataTableProps<Row>, "columns" | "keyOf" | "list">) =>
  list.isLoading
    ? placeholders.map((line) => (
        <tr key={line} aria-hidden="true">
          {columns.map(({ name }) => (
            <td key={name}>
              <span className={styles.bone} />
            </td>
          ))}
        </tr>
      ))
    : list.rows.map((row) => (
        <tr role="row" key={keyOf(row)}>
          {columns.map(({ align, name, phone, show, width }) => (
            <td role="cell" key={name} data-name={name} data-align={align} data-width={width} data-phone={phone}>
              <Cell>{show(row)}</Cell>
            </td>
          ))}
        </tr>
      ))

/** The foot after the rows: a way to more of them. */
const Foot = <Row,>({ list }: Pick<DataTableProps<Row>, "list">) =>
  list.hasMore !== true ? null : (
    <div className={styles.foot}>
      {list.rows.length === 0 ? <p>Nothing found among the newest. There is more to look through.</p> : null}
      <Button onClick={list.loadMore} isBusy={list.isLoadingMore ?? false}>
        {list.rows.length === 0 ? "Look further" : "Load more"}
      </Button>
    </div>
  )

/** A list as a table. The roles repeat the elements' own, which a browser forgets where rows are drawn as cards. */
export const DataTable = <Row,>({ caption, columns, empty, keyOf, list }: DataTableProps<Row>) => {
  const isEmpty = !list.isLoading && list.rows.length === 0
  return (
    <div className={styles.frame} aria-busy={list.isLoading || undefined}>
      {list.error === undefined || list.error === null ? null : (
        <FailureNotice error={list.error} {...(list.refresh === undefined ? {} : { retry: list.refresh })} />
      )}
      {isEmpty ? (
        (list.error ?? null) === null && list.hasMore !== true ? (
          empty
        ) : null
      ) : (
        <table role="table" className={styles.table}>
          <caption>{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ align, isTime, name }) => (
                <th role="columnheader" scope="col" key={name} data-align={align}>
                  {name} {isTime === true ? <Zone /> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            <Rows columns={columns} keyOf={keyOf} list={list} />
          </tbody>
        </table>
      )}
      <Foot list={list} />
    </div>
  )
}
