/**
 * All clients, the credentials of partners: searched by name and id, narrowed by whether they were revoked, each with its last request.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Empty } from "../parts/Notice.tsx"
import { ListTools, SearchBox } from "../parts/SearchBox.tsx"
import { Segments } from "../parts/Segments.tsx"
import { Time } from "../parts/Time.tsx"
import { useIsAdmin } from "../session/Session.ts"
import { PageHead } from "../shell/PageTitle.tsx"
import { withTexts } from "../shell/Search.ts"
import { CreateClient } from "./CreateClient.tsx"

type Row = Item<"clients.list">

/** The filters of the list. */
export const clientFilters = ["q", "state"] as const

/** The states that can be chosen, with what they are called. */
const states = [
  [undefined, "All"],
  ["active", "Active"],
  ["revoked", "Revoked"]
] as const

const State = ({ client: { revoked_at, secrets } }: { readonly client: Row }) =>
  revoked_at !== undefined ? (
    <Badge tone="bad">revoked</Badge>
  ) : secrets > 1 ? (
    <Badge tone="look">rotating</Badge>
  ) : (
    <Badge tone="good">active</Badge>
  )

const columns: ReadonlyArray<Column<Row>> = [
  {
    name: "Name",
    phone: "lead",
    show: ({ id, name }) => (
      <Link to="/clients/$clientId" params={{ clientId: id }} data-row>
        {name}
      </Link>
    )
  },
  { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> },
  { name: "State", phone: "aside", show: (client) => <State client={client} /> },
  { name: "Organizations", align: "end", show: ({ grants }) => grants },
  {
    name: "Last request in the log",
    align: "end",
    isTime: true,
    show: ({ last_request_at }) => (last_request_at === undefined ? "–" : <Time at={last_request_at} />)
  },
  { name: "Created", phone: "hide", align: "end", isTime: true, show: ({ created_at }) => <Time at={created_at} /> }
]

const route = getRouteApi("/signed-in/clients")

/** All clients. */
export const ClientsPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList("clients.list", { query: search })
  const isAdmin = useIsAdmin()
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button tone="main" onClick={() => setCreating(true)}>
      Create a client
    </Button>
  )
  return (
    <>
      <PageHead title="Clients" about="The credentials of partners." actions={isAdmin ? create : undefined} />
      <ListTools>
        <SearchBox
          label="Search clients"
          value={search.q}
          onSearch={(q) => void navigate({ search: withTexts(search, { q }) })}
        />
        <Segments label="State">
          {states.map(([state, name]) => (
            <Link
              key={name}
              to="/clients"
              search={withTexts(search, { state })}
              activeOptions={{ exact: true }}
              aria-current={state === search.state ? "true" : undefined}
            >
              {name}
            </Link>
          ))}
        </Segments>
      </ListTools>
      <DataTable
        caption="Clients, by id"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={
          Object.keys(search).length > 0 ? (
            <Empty title="No client fits.">
              <p>
                Search for the beginning of a word of the name, or of the id. Choose All for clients of every state.
              </p>
            </Empty>
          ) : (
            <Empty title="There is no client yet.">
              <p>
                A partner needs one to get a token. {isAdmin ? "Create the first one." : "An admin can create one."}
              </p>
            </Empty>
          )
        }
      />
      {isCreating ? (
        <CreateClient
          onClose={(clientId) => {
            setCreating(false)
            if (clientId !== undefined) void navigate({ to: "/clients/$clientId", params: { clientId } })
          }}
        />
      ) : null}
    </>
  )
}
