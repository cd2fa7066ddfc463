/**
 * All organizations.
 */
import { Link } from "@tanstack/react-router"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Empty } from "../parts/Notice.tsx"
import { Time } from "../parts/Time.tsx"
import { PageHead } from "../shell/PageTitle.tsx"

type Row = Item<"organizations.list">

const columns: ReadonlyArray<Column<Row>> = [
  {
    name: "Name",
    show: ({ id, name }) => (
      <Link to="/organizations/$organizationId" params={{ organizationId: id }} data-row>
        {name}
      </Link>
    )
  },
  { name: "Id", show: ({ id }) => <code>{id}</code> },
  { name: "Clients", align: "end", show: ({ clients }) => clients },
  { name: "Created", align: "end", isTime: true, show: ({ created_at }) => <Time at={created_at} /> }
]

/** All organizations. */
export const OrganizationsPage = () => {
  const list = useList("organizations.list", { query: {} })
  return (
    <>
      <PageHead title="Organizations" about="Employers, and the records that partners work with." />
      <DataTable
        caption="Organizations, by id"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={
          <Empty title="There is no organization yet.">
            <p>
              Create one with <code>partner-api organizations create</code>, or let a client do it.
            </p>
          </Empty>
        }
      />
    </>
  )
}
