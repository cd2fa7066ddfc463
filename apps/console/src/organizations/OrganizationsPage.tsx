/**
 * All organizations, searched by name and id.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Empty } from "../parts/Notice.tsx"
import { ListTools, SearchBox } from "../parts/SearchBox.tsx"
import { Time } from "../parts/Time.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import { withTexts } from "../shell/Search.ts"

type Row = Item<"organizations.list">

/** What narrows the list. */
export const organizationFilters = ["q"] as const

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

const route = getRouteApi("/signed-in/organizations")

/** All organizations. */
export const OrganizationsPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList("organizations.list", { query: search })
  return (
    <>
      <PageHead title="Organizations" about="Employers, and the records that partners work with." />
      <ListTools>
        <SearchBox
          label="Search organizations"
          value={search.q}
          onSearch={(q) => void navigate({ search: withTexts(search, { q }) })}
        />
      </ListTools>
      <DataTable
        caption="Organizations, by id"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={
          search.q === undefined ? (
            <Empty title="There is no organization yet.">
              <p>
                Create one with <code>partner-api organizations create</code>, or let a client do it.
              </p>
            </Empty>
          ) : (
            <Empty title="No organization fits.">
              <p>Search for the beginning of a word of the name, or of the id.</p>
            </Empty>
          )
        }
      />
    </>
  )
}
