/**
 * The columns of a list of the API as CSV: one column for each member that the contract declares, in its order, so that the columns do not depend on
 * what the first item has. The members of a member stand behind a point: `candidate.email`. What lies deeper is JSON in its cell.
 */
import { csvCell } from "@partner-api/cli-kit/Csv"
import * as Predicate from "effect/Predicate"

/** The members that a schema declares: of a struct, or of an optional one. */
const fieldsOf = (schema: unknown): ReadonlyArray<string> => {
  if (!Predicate.isObjectKeyword(schema)) return []
  const fields: unknown = Reflect.get(schema, "fields")
  return Predicate.isObject(fields) ? Object.keys(fields) : fieldsOf(Reflect.get(schema, "schema"))
}

const memberOf = (item: unknown, name: string): unknown =>
  Predicate.isObject(item) ? Reflect.get(item, name) : undefined

/** The columns of things with these fields: a name, and the cell of a thing. */
const csvColumns = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).flatMap(([name, schema]) => {
    const within = fieldsOf(schema)
    return within.length === 0
      ? [{ name, cell: (item: unknown) => csvCell(memberOf(item, name)) }]
      : within.map((inner) => ({
          name: `${name}.${inner}`,
          cell: (item: unknown) => csvCell(memberOf(memberOf(item, name), inner))
        }))
  })

/** Makes the rows of a list; those of the first items come under a header. */
export const makeCsvRows = (fields: Readonly<Record<string, unknown>>) => {
  const columns = csvColumns(fields)
  let isBegun = false
  return (items: ReadonlyArray<unknown>): ReadonlyArray<ReadonlyArray<string>> => {
    const rows = items.map((item) => columns.map(({ cell }) => cell(item)))
    const titled = isBegun ? rows : [columns.map(({ name }) => name), ...rows]
    isBegun = true
    return titled
  }
}
