/**
 * Every metric of the program: its kind, its help, and all the series that it can have. Recorders, the text for Prometheus, the dashboard
 * and the alerts are made from this table. It records nothing.
 *
 * A series is listed here before anybody can make it: whatever is sent, no metric gets a label that is not in its list.
 */
import { unknownRoute } from "@partner-api/service/http/AccessLog"
import { endpoints } from "@partner-api/contract/Endpoints"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { WebhookFailure } from "@partner-api/domain/WebhookDelivery"
import { endpointStates } from "@partner-api/service/services/webhooks/EndpointState"
import * as Struct from "effect/Struct"
import { build } from "../Version.ts"

type Labels = Readonly<Record<string, string>>

/** The members of definitions of all kinds: the help, and the labels of each series. */
interface Described {
  readonly help: string
  readonly series: ReadonlyArray<Labels>
}

interface CounterDefinition extends Described {
  readonly kind: "counter"
}

interface GaugeDefinition extends Described {
  readonly kind: "gauge"
  /** The way in which the gauges of several processes become one; counters and histograms are added up. */
  readonly merging: "sum" | "max" | "min"
}

interface HistogramDefinition extends Described {
  readonly kind: "histogram"
  /** The upper bounds of the buckets, ascending. What is above the last one is counted too. */
  readonly boundaries: ReadonlyArray<number>
}

export type MetricDefinition = CounterDefinition | GaugeDefinition | HistogramDefinition

/** The most series that the program may have, buckets included: what a Prometheus takes from one target without notice. */
export const seriesMax = 5_000

/** Classes of statuses, not statuses: the counter of errors has the codes, and statuses would take three times as many series. */
export const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const
export type StatusClass = (typeof statusClasses)[number]

/** The method and route of all requests that no endpoint answers: neither of them is what somebody made up. */
export const unknownEndpoint = { method: "other", route: unknownRoute } as const

/** The endpoints as labels, by method and path, as the access log has them. */
export const endpointLabels = [...endpoints.map(({ method, path }) => ({ method, route: path })), unknownEndpoint]

/** From less than the fastest answer to the slowest that anybody waits for. With more of them, the endpoints would have too many series. */
const requestBoundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** From a read of the cache to the timeout of a statement. */
const databaseBoundaries = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5]

/** From a collection of the young generation to one that everybody notices. */
const collectionBoundaries = [0.001, 0.005, 0.01, 0.05, 0.1, 1]

/** One commit has 64 writes at most. */
const commitBoundaries = [1, 2, 4, 8, 16, 32]

/** From a receiver nearby to the time after which an exchange is given up. */
const deliveryBoundaries = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** The verdicts on answers, and why there was none. */
const deliveryOutcomes = ["accepted", "refused", "failed", "gone", ...WebhookFailure.literals] as const

const noLabels = [{}]

export const catalog = {
  http_server_request_duration_seconds: {
    kind: "histogram",
    help: "Time from the head of a request to its answer, by endpoint and class of the status.",
    series: endpointLabels.flatMap((endpoint) => statusClasses.map((status) => ({ ...endpoint, status }))),
    boundaries: requestBoundaries
  },
  http_server_active_requests: {
    kind: "gauge",
    help: "Requests that are being answered.",
    series: noLabels,
    merging: "sum"
  },
  partner_errors_total: {
    kind: "counter",
    help: "Answered errors, by the code in their body.",
    series: partnerErrors.map((error) => ({ error: error.fields.code.schema.literal }))
  },
  partner_rate_limited_total: {
    kind: "counter",
    help: "Requests refused with 429, because of the limit of a client, of the bytes that it may store in a day, or of the failed logins of an address.",
    series: (["client", "storage", "login"] as const).map((kind) => ({ kind }))
  },
  partner_stored_bytes_total: {
    kind: "counter",
    help: "Bytes that writes of clients have stored: records, events, entries of the journal and kept answers.",
    series: noLabels
  },
  partner_storage_quota_ratio: {
    kind: "gauge",
    help: "The largest part that a client has stored today of the bytes that it may store in a day: 1 for all of them.",
    series: noLabels,
    merging: "max"
  },
  partner_request_points_total: {
    kind: "counter",
    help: "Cost of all requests in points, by their counted work. One is an ordinary request.",
    series: noLabels
  },
  partner_busiest_client_cpu_ratio: {
    kind: "gauge",
    help: "CPU time that the requests of the most expensive client took in the last ten seconds, as a share of one core: that of the processes, divided by the points of requests.",
    series: noLabels,
    merging: "max"
  },
  partner_logins_total: {
    kind: "counter",
    help: "Requests with credentials: right ones, wrong ones, and wrong ones of an address that had too many.",
    series: (["ok", "bad_credentials", "locked"] as const).map((outcome) => ({ outcome }))
  },
  partner_idempotent_replays_total: {
    kind: "counter",
    help: "Writes that got the answer stored under their Idempotency-Key.",
    series: noLabels
  },
  db_client_operation_duration_seconds: {
    kind: "histogram",
    help: "Time of a statement that reads outside of a write, and of a whole write with its waits and its commit.",
    series: (["read", "write"] as const).map((operation) => ({ operation })),
    boundaries: databaseBoundaries
  },
  partner_write_wait_seconds: {
    kind: "histogram",
    help: "Time until a write may begin: for its turn on SQLite, for a connection on PostgreSQL.",
    series: noLabels,
    boundaries: databaseBoundaries
  },
  partner_writes_per_commit: {
    kind: "histogram",
    help: "Writes that shared a commit of SQLite.",
    series: noLabels,
    boundaries: commitBoundaries
  },
  partner_write_conflicts_total: {
    kind: "counter",
    help: "Writes that were run again, because another one changed the same at that moment.",
    series: noLabels
  },
  partner_sqlite_busy_total: {
    kind: "counter",
    help: "Statements that gave up the wait for the lock of the database file.",
    series: noLabels
  },
  partner_database_bytes: {
    kind: "gauge",
    help: "Size of the database file.",
    series: noLabels,
    merging: "max"
  },
  partner_sqlite_wal_bytes: {
    kind: "gauge",
    help: "Size of the write-ahead log beside the database file.",
    series: noLabels,
    merging: "max"
  },
  partner_backup_age_seconds: {
    kind: "gauge",
    help: "Time since the last partner-api backup of the database file.",
    series: noLabels,
    merging: "min"
  },
  partner_database_clock_difference_seconds: {
    kind: "gauge",
    help: "How far the clock of the server is from that of PostgreSQL, at least.",
    series: noLabels,
    merging: "max"
  },
  partner_search_backlog: {
    kind: "gauge",
    help: "Records that the search index does not have yet, counted up to a bound.",
    series: (["jobs", "users", "agencies"] as const).map((kind) => ({ kind })),
    merging: "max"
  },
  partner_assignment_lag_seconds: {
    kind: "gauge",
    help: "Time since the moment of the oldest assignment that should be active and is pending.",
    series: noLabels,
    merging: "max"
  },
  partner_placement_lag_seconds: {
    kind: "gauge",
    help: "Time since the end of the first day on which a placement should have started, or completed.",
    series: noLabels,
    merging: "max"
  },
  partner_mails_total: {
    kind: "counter",
    help: "Attempts to send a mail, by what came of them; a refused mail is given up.",
    series: (["sent", "refused", "failed"] as const).map((outcome) => ({ outcome }))
  },
  partner_mail_lag_seconds: {
    kind: "gauge",
    help: "Time since the oldest mail was written that is still to be sent.",
    series: noLabels,
    merging: "max"
  },
  partner_scans_total: {
    kind: "counter",
    help: "Attempts to scan a file of an application, by what came of them; an unfit scanner does not report its limits.",
    series: (["clean", "rejected", "exceeded", "failed", "unfit"] as const).map((outcome) => ({ outcome }))
  },
  partner_scan_lag_seconds: {
    kind: "gauge",
    help: "Time since the oldest file was stored that still waits for the scanner.",
    series: noLabels,
    merging: "max"
  },
  partner_retention_lag_seconds: {
    kind: "gauge",
    help: "Time since the work of retention_days has last looked at all persons of the organization that waits longest; 0 without the setting.",
    series: noLabels,
    merging: "max"
  },
  partner_files_total: {
    kind: "counter",
    help: "Files of applications that were kept in the storage, and those that were removed from it.",
    series: (["kept", "removed"] as const).map((outcome) => ({ outcome }))
  },
  partner_file_bytes_total: {
    kind: "counter",
    help: "Bytes of files of applications that came in, and that went out to clients.",
    series: (["in", "out"] as const).map((direction) => ({ direction }))
  },
  partner_files_room_bytes: {
    kind: "gauge",
    help: "Bytes that the disk which receives files has room for; below 10 MiB uploads are refused.",
    series: noLabels,
    merging: "min"
  },
  partner_file_sweep_lag_seconds: {
    kind: "gauge",
    help: "Time since the oldest file was removed or given up whose bytes are still there.",
    series: noLabels,
    merging: "max"
  },
  partner_webhook_deliveries_total: {
    kind: "counter",
    help: "Requests to webhook endpoints, by the verdict on the answer, or why there was none. A ping is one too.",
    series: deliveryOutcomes.map((outcome) => ({ outcome }))
  },
  partner_webhook_delivery_duration_seconds: {
    kind: "histogram",
    help: "Time of a request to a webhook endpoint, whatever came of it.",
    series: noLabels,
    boundaries: deliveryBoundaries
  },
  partner_webhook_lag_seconds: {
    kind: "gauge",
    help: "Age of the oldest event that waits for a webhook endpoint which is enabled and does not fail.",
    series: noLabels,
    merging: "max"
  },
  partner_webhook_endpoints: {
    kind: "gauge",
    help: "Webhook endpoints. A failing or paused one is enabled: it does not accept events, or gets none.",
    series: endpointStates.map((status) => ({ status })),
    merging: "max"
  },
  telemetry_spans_total: {
    kind: "counter",
    help: "Spans that were begun, and those that the collector took. The others are lost or on their way.",
    series: (["begun", "exported"] as const).map((outcome) => ({ outcome }))
  },
  telemetry_export_failures_total: {
    kind: "counter",
    help: "Batches of spans that the collector did not take at an attempt. A batch has four attempts.",
    series: noLabels
  },
  nodejs_eventloop_delay_p99_seconds: {
    kind: "gauge",
    help: "How late timers were since the last scrape: 99 of 100 were less late. Of several processes, the worst.",
    series: noLabels,
    merging: "max"
  },
  nodejs_eventloop_delay_max_seconds: {
    kind: "gauge",
    help: "How late the latest timer was since the last scrape. Of several processes, the worst.",
    series: noLabels,
    merging: "max"
  },
  nodejs_eventloop_utilization_ratio: {
    kind: "gauge",
    help: "Share of the time since the last scrape in which the event loop was not idle. Of several processes, the highest.",
    series: noLabels,
    merging: "max"
  },
  v8js_gc_duration_seconds: {
    kind: "histogram",
    help: "Time of collections of garbage, by their type.",
    series: (["major", "minor", "incremental", "weakcb"] as const).map((type) => ({ v8js_gc_type: type })),
    boundaries: collectionBoundaries
  },
  v8js_memory_heap_used_bytes: {
    kind: "gauge",
    help: "Memory of JavaScript objects.",
    series: noLabels,
    merging: "sum"
  },
  process_resident_memory_bytes: {
    kind: "gauge",
    help: "Resident memory. What several processes share is counted for each.",
    series: noLabels,
    merging: "sum"
  },
  process_cpu_seconds_total: {
    kind: "counter",
    help: "Time on the processor, user and system.",
    series: noLabels
  },
  process_start_time_seconds: {
    kind: "gauge",
    help: "When the process was started, in seconds since 1970. Of several processes, the first.",
    series: noLabels,
    merging: "min"
  },
  partner_build_info: {
    kind: "gauge",
    help: "The version of the program, with the commit of its build; the value is 1.",
    series: [{ version: build }],
    merging: "max"
  },
  partner_processes: {
    kind: "gauge",
    help: "Processes of the program whose metrics are in this answer.",
    series: noLabels,
    merging: "sum"
  }
} satisfies Readonly<Record<string, MetricDefinition>>

export type MetricName = keyof typeof catalog

/** The labels of the series of a metric. */
export type LabelsOf<Name extends MetricName> = (typeof catalog)[Name]["series"][number]

/** The names of metrics of a kind. */
export type NameOf<Kind extends MetricDefinition["kind"]> = {
  [Name in MetricName]: (typeof catalog)[Name]["kind"] extends Kind ? Name : never
}[MetricName]

export const metricNames: ReadonlyArray<MetricName> = Struct.keys(catalog)

/** The definition of a metric, whatever its kind. */
export const definitionOf = (name: MetricName): MetricDefinition => catalog[name]

/** Samples of a series: a histogram has its buckets, the one without a bound, the sum and the count. */
export const samplesOf = (definition: MetricDefinition): number =>
  definition.kind === "histogram" ? definition.boundaries.length + 3 : 1
