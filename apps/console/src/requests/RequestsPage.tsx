/**
 * The requests of partners, the newest first: found by id, narrowed by filters, each with what came of it.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import {
  type Names,
  type Suggestions,
  useClientNames,
  useSuggestedClients,
  useSuggestedOrganizations
} from "../api/KnownNames.ts"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { Badge, toneOfStatus } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { FilterBar, type FilterField } from "../parts/FilterBar.tsx"
import { Empty } from "../parts/Notice.tsx"
import { ClientName } from "../parts/RecordName.tsx"
import { Segments } from "../parts/Segments.tsx"
import { durationText, Time } from "../parts/Time.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import { withTexts } from "../shell/Search.ts"
import { FindRequest } from "./FindRequest.tsx"
import styles from "./RequestsPage.module.css"

type Row = Item<"requests.list">

/** From this duration on a request is slow: a person who waits for it notices. Most take some milliseconds. */
const slowMs = "500"

/** The searches that operators need most, as values of the filters. */
const presets = [
  { name: "All", status: undefined, min_duration_ms: undefined },
  { name: "Errors only", status: "4xx-5xx", min_duration_ms: undefined },
  { name: "Server errors", status: "5xx", min_duration_ms: undefined },
  { name: "Slow", status: undefined, min_duration_ms: slowMs }
] as const

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

const statuses = [
  ["4xx-5xx", "4xx and 5xx"],
  ["2xx", "2xx answered"],
  ["4xx", "4xx refused"],
  ["5xx", "5xx failed"],
  ["400", "400"],
  ["401", "401"],
  ["403", "403"],
  ["404", "404"],
  ["409", "409"],
  ["412", "412"],
  ["422", "422"],
  ["429", "429"],
  ["499", "499 caller gone"]
] as const

/** The filters of the list, in the order of the fields. */
export const requestFilters = [
  "status",
  "min_duration_ms",
  "method",
  "route",
  "client_id",
  "organization_id",
  "error",
  "since",
  "until",
  "request_id"
] as const

const fieldsOf = (
  clients: Suggestions,
  organizations: Suggestions
): ReadonlyArray<FilterField<(typeof requestFilters)[number]>> => [
  { name: "status", label: "Status", options: statuses },
  { name: "min_duration_ms", label: "Duration from (ms)", placeholder: slowMs },
  { name: "method", label: "Method", options: methods.map((method) => [method, method] as const) },
  { name: "route", label: "Route", placeholder: "as the list names it" },
  { name: "client_id", label: "Client", placeholder: "cli_…", suggestions: clients },
  { name: "organization_id", label: "Organization", placeholder: "org_…", suggestions: organizations },
  { name: "error", label: "Error code", placeholder: "unprocessable_entity" },
  { name: "since", label: "Since", kind: "moment" },
  { name: "until", label: "Until", kind: "moment" },
  { name: "request_id", label: "Request id" }
]

/** A method and a route. */
export const Endpoint = ({ method, route }: { readonly method: string; readonly route: string }) => (
  <span className={styles.endpoint}>
    <span>{method}</span> <code>{route}</code>
  </span>
)

/** The columns of requests, without the client whose they are. */
export const requestColumns: ReadonlyArray<Column<Row>> = [
  { name: "Status", phone: "mark", show: ({ status }) => <Badge tone={toneOfStatus(status)}>{status}</Badge> },
  {
    name: "Request",
    phone: "lead",
    show: ({ id, method, route }) => (
      <Link to="/requests/$loggedRequestId" params={{ loggedRequestId: id }} data-row className={styles.row}>
        <Endpoint method={method} route={route} />
      </Link>
    )
  },
  { name: "Error", phone: "bare", show: ({ error }) => (error === undefined ? null : <code>{error}</code>) },
  { name: "Duration", phone: "bare", align: "end", show: ({ duration_ms }) => durationText(duration_ms) },
  {
    name: "Time",
    phone: "aside",
    align: "end",
    isTime: true,
    show: ({ at }) => (
      <span className={styles.time}>
        <Time at={at} />
      </span>
    )
  }
]

/** The columns of requests of all clients. */
const columnsOf = (names: Names): ReadonlyArray<Column<Row>> =>
  requestColumns.toSpliced(3, 0, {
    name: "Client",
    phone: "bare",
    show: ({ client_id }) => (client_id === undefined ? null : <ClientName id={client_id} names={names} />)
  })

const route = getRouteApi("/signed-in/requests")

/** The requests of partners. */
export const RequestsPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList("requests.list", { query: { ...search, limit: "50" } })
  const names = useClientNames(list.rows.map(({ client_id }) => client_id))
  const clients = useSuggestedClients()
  const organizations = useSuggestedOrganizations()
  const isNarrowed = Object.keys(search).length > 0
  const chosen = presets.find(
    ({ min_duration_ms, status }) => status === search.status && min_duration_ms === search.min_duration_ms
  )
  return (
    <>
      <PageHead
        title="Requests"
        about="Requests of partners, without the values that they have sent."
        actions={
          <Button onClick={list.refresh} isBusy={list.isRefreshing}>
            Refresh
          </Button>
        }
      />
      <FindRequest />
      <Segments label="Requests">
        {presets.map(({ name, ...preset }) => (
          <Link
            key={name}
            to="/requests"
            search={withTexts(search, preset)}
            activeOptions={{ exact: true }}
            title={preset.min_duration_ms === undefined ? undefined : `${preset.min_duration_ms} ms and more`}
            aria-current={name === chosen?.name ? "true" : undefined}
          >
            {name}
          </Link>
        ))}
      </Segments>
      <FilterBar
        summary="More filters"
        shownElsewhere={chosen === undefined ? [] : ["status", "min_duration_ms"]}
        fields={fieldsOf(clients, organizations)}
        values={search}
        onChange={(values) => void navigate({ search: values })}
      />
      <DataTable
        caption="Requests, the newest first"
        columns={columnsOf(names)}
        list={list}
        keyOf={({ id }) => id}
        empty={
          isNarrowed ? (
            <Empty title="No request fits these filters.">
              <p>Choose All, widen the time, or clear a filter. The log keeps the newest requests only.</p>
            </Empty>
          ) : (
            <Empty title="There is no request yet.">
              <p>
                Requests appear a moment after their answers. If none do, check that <code>REQUEST_LOG</code> is on.
              </p>
            </Empty>
          )
        }
      />
    </>
  )
}
