/**
 * All organizations, searched by name and id.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { Button } from "../parts/Button.tsx"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Empty } from "../parts/Notice.tsx"
import { ListTools, SearchBox } from "../parts/SearchBox.tsx"
import { Time } from "../parts/Time.tsx"
import { useIsAdmin } from "../session/Session.ts"
import { PageHead } from "../shell/PageTitle.tsx"
import { withTexts } from "../shell/Search.ts"
import { CreateOrganization } from "./OrganizationDialogs.tsx"

type Row = Item<"organizations.list">

/** The filters of the list. */
export const organizationFilters = ["q"] as const

const columns: ReadonlyArray<Column<Row>> = [
  {
    name: "Name",
    phone: "lead",
    show: ({ id, name }) => (
      <Link to="/organizations/$organizationId" params={{ organizationId: id }} data-row>
        {name}
      </Link>
    )
  },
  { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> },
  { name: "Clients", align: "end", show: ({ clients }) => clients },
  { name: "Created", align: "end", isTime: true, show: ({ created_at }) => <Time at={created_at} /> }
]

const route = getRouteApi("/signed-in/organizations")

/** All organizations. */
export const OrganizationsPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useIsAdmin()
  const [isCreating, setCreating] = useState(false)
  const list = useList("organizations.list", { query: search })
  return (
    <>
      <PageHead
        title="Organizations"
        about="Employers, and the records that partners work with."
        actions={
          isAdmin ? (
            <Button tone="main" onClick={() => setCreating(true)}>
              Create an organization
            </Button>
          ) : undefined
        }
      />
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
              <p>{isAdmin ? "Create the first one, or let a client do it." : "An admin or a client can create one."}</p>
            </Empty>
          ) : (
            <Empty title="No organization fits.">
              <p>Search for the beginning of a word of the name, or of the id.</p>
            </Empty>
          )
        }
      />
      {isCreating ? (
        <CreateOrganization
          onClose={(organizationId) => {
            setCreating(false)
            if (organizationId === undefined) return
            void navigate({ to: "/organizations/$organizationId", params: { organizationId } })
          }}
        />
      ) : null}
    </>
  )
}
