/**
 * The webhook endpoints of all clients: where events are sent to, and which of them need somebody.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import {
  type Names,
  type Suggestions,
  useClientNames,
  useOrganizationNames,
  useSuggestedClients,
  useSuggestedOrganizations
} from "../api/KnownNames.ts"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { FilterBar, type FilterField } from "../parts/FilterBar.tsx"
import { Empty } from "../parts/Notice.tsx"
import { ClientName, OrganizationName } from "../parts/RecordName.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import { EndpointState } from "./EndpointState.tsx"

type Row = Item<"webhookEndpoints.list">

/** The filters of the list. */
export const webhookFilters = ["organization_id", "client_id"] as const

const fieldsOf = (
  clients: Suggestions,
  organizations: Suggestions
): ReadonlyArray<FilterField<(typeof webhookFilters)[number]>> => [
  { name: "organization_id", label: "Organization", placeholder: "org_…", suggestions: organizations },
  { name: "client_id", label: "Client", placeholder: "cli_…", suggestions: clients }
]

const columnsOf = (clients: Names, organizations: Names): ReadonlyArray<Column<Row>> => [
  {
    name: "Address",
    phone: "lead",
    show: ({ host, id }) => (
      <Link to="/webhooks/$webhookEndpointId" params={{ webhookEndpointId: id }} data-row>
        {host}
      </Link>
    )
  },
  { name: "State", phone: "aside", show: (endpoint) => <EndpointState endpoint={endpoint} /> },
  {
    name: "Organization",
    phone: "bare",
    show: ({ organization_id }) => <OrganizationName id={organization_id} names={organizations} />
  },
  { name: "Client", phone: "bare", show: ({ client_id }) => <ClientName id={client_id} names={clients} /> },
  { name: "Behind by", align: "end", show: ({ waiting }) => waiting },
  { name: "Unfinished", align: "end", show: ({ deliveries }) => deliveries.pending + deliveries.parked },
  { name: "Failed", align: "end", show: ({ deliveries }) => deliveries.failed }
]

const route = getRouteApi("/signed-in/webhooks")

/** The webhook endpoints of all clients. */
export const WebhooksPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList("webhookEndpoints.list", { query: search })
  const clients = useClientNames(list.rows.map(({ client_id }) => client_id))
  const organizations = useOrganizationNames(list.rows.map(({ organization_id }) => organization_id))
  const fields = fieldsOf(useSuggestedClients(), useSuggestedOrganizations())
  return (
    <>
      <PageHead title="Webhooks" about="The addresses that events are sent to, and the state of each." />
      <FilterBar fields={fields} values={search} onChange={(values) => void navigate({ search: values })} />
      <DataTable
        caption="Webhook endpoints, by organization"
        columns={columnsOf(clients, organizations)}
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
