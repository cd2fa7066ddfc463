/**
 * The webhook endpoints of all clients: where events are sent to, and which of them need somebody.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { FilterBar, type FilterField } from "../parts/FilterBar.tsx"
import { Empty } from "../parts/Notice.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import { EndpointState } from "./EndpointState.tsx"

type Row = Item<"webhookEndpoints.list">

/** What narrows the list. */
export const webhookFilters = ["organization_id", "client_id"] as const

const fields: ReadonlyArray<FilterField<(typeof webhookFilters)[number]>> = [
  { name: "organization_id", label: "Organization", placeholder: "org_…" },
  { name: "client_id", label: "Client", placeholder: "cli_…" }
]

const columns: ReadonlyArray<Column<Row>> = [
  {
    name: "Address",
    show: ({ host, id }) => (
      <Link to="/webhooks/$webhookEndpointId" params={{ webhookEndpointId: id }} data-row>
        {host}
      </Link>
    )
  },
  { name: "State", show: (endpoint) => <EndpointState endpoint={endpoint} /> },
  { name: "Organization", show: ({ organization_id }) => <code>{organization_id}</code> },
  { name: "Client", show: ({ client_id }) => <code>{client_id}</code> },
  { name: "Not reached", align: "end", show: ({ waiting }) => waiting },
  { name: "Not through", align: "end", show: ({ deliveries }) => deliveries.pending + deliveries.parked },
  { name: "Failed", align: "end", show: ({ deliveries }) => deliveries.failed }
]

const route = getRouteApi("/signed-in/webhooks")

/** The webhook endpoints of all clients. */
export const WebhooksPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList("webhookEndpoints.list", { query: search })
  return (
    <>
      <PageHead title="Webhooks" about="Where events are sent to, and how each address stands." />
      <FilterBar fields={fields} values={search} onChange={(values) => void navigate({ search: values })} />
      <DataTable
        caption="Webhook endpoints, by organization"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={
          Object.keys(search).length > 0 ? (
            <Empty title="No webhook endpoint fits these filters." />
          ) : (
            <Empty title="No client has a webhook endpoint.">
              <p>Partners add them with their own token: see the documentation of webhooks.</p>
            </Empty>
          )
        }
      />
    </>
  )
}
