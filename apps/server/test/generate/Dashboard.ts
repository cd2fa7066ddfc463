/**
 * The dashboard for Grafana: rows of panels, each with expressions made from the definitions of metrics. It names no data
 * source: the import asks for one.
 */
import { jobName } from "./Alerts.ts"
import { ofEndpoints, quantile, rate, rateOf, series } from "./PromQl.ts"

/** What a panel counts in, as Grafana names it. */
type Unit = "reqps" | "ops" | "Bps" | "s" | "bytes" | "short" | "percentunit" | "none"

interface Query {
  readonly expression: string
  /** The name of a line, with labels in double braces. */
  readonly legend: string
}

interface Panel {
  readonly title: string
  readonly description: string
  readonly unit: Unit
  readonly queries: ReadonlyArray<Query>
}

interface Row {
  readonly title: string
  readonly panels: ReadonlyArray<Panel>
}

/** What Grafana fills in: the data source, the servers that were chosen, and the time between two points. */
export const variables = { source: "${datasource}", instance: "$instance", interval: "$__rate_interval" }

const chosen = `job="${jobName}",instance=~"${variables.instance}"`
const { interval } = variables
const request = "http_server_request_duration_seconds"
const latency = (share: number): Query => ({
  expression: quantile(share, request, interval, { conditions: { status: "2xx" }, scope: chosen }),
  legend: `p${share * 100}`
})
const gauge = (name: Parameters<typeof series>[0], legend: string): Query => ({
  expression: series(name, {}, chosen),
  legend
})

const rows: ReadonlyArray<Row> = [
  {
    title: "Requests",
    panels: [
      {
        title: "Requests by endpoint",
        description: "Answers a second. Requests that no endpoint answers are left out.",
        unit: "reqps",
        queries: [
          {
            expression: `sum by (method, route) (${rateOf("count", request, interval, {}, `${chosen},${ofEndpoints}`)})`,
            legend: "{{method}} {{route}}"
          }
        ]
      },
      {
        title: "Answers by class of status",
        description: "2xx did what was asked, 4xx was refused, 5xx failed.",
        unit: "reqps",
        queries: [
          {
            expression: `sum by (status) (${rateOf("count", request, interval, {}, chosen)})`,
            legend: "{{status}}"
          }
        ]
      },
      {
        title: "Time of successful answers",
        description: "From the head of the request to the answer.",
        unit: "s",
        queries: [latency(0.5), latency(0.95), latency(0.99)]
      },
      {
        title: "Slowest endpoints (p99)",
        description: "The five endpoints whose successful answers take longest.",
        unit: "s",
        queries: [
          {
            expression: `topk(5, ${quantile(0.99, request, interval, { by: ["method", "route"], conditions: { status: "2xx" }, scope: chosen })})`,
            legend: "{{method}} {{route}}"
          }
        ]
      },
      {
        title: "Errors by code",
        description: "docs/errors.md has the meaning and the remedy of each code.",
        unit: "reqps",
        queries: [
          {
            expression: `sum by (error) (${rate("partner_errors_total", interval, {}, chosen)}) > 0`,
            legend: "{{error}}"
          }
        ]
      },
      {
        title: "Requests being answered",
        description: "At the moment of each scrape.",
        unit: "short",
        queries: [gauge("http_server_active_requests", "{{instance}}")]
      }
    ]
  },
  {
    title: "Partners",
    panels: [
      {
        title: "Logins",
        description: "Requests with credentials, by outcome.",
        unit: "reqps",
        queries: [
          {
            expression: `sum by (outcome) (${rate("partner_logins_total", interval, {}, chosen)})`,
            legend: "{{outcome}}"
          }
        ]
      },
      {
        title: "Refused by a limit",
        description: "Requests answered with 429, by the limit.",
        unit: "reqps",
        queries: [
          {
            expression: `sum by (kind) (${rate("partner_rate_limited_total", interval, {}, chosen)})`,
            legend: "{{kind}}"
          }
        ]
      },
      {
        title: "Points of requests",
        description: "The cost of requests by their counted work; an ordinary request has one.",
        unit: "short",
        queries: [
          {
            expression: `sum(${rate("partner_request_points_total", interval, {}, chosen)})`,
            legend: "points a second"
          }
        ]
      },
      {
        title: "Processor time of the most expensive client",
        description: "1 is one core. The console names the client.",
        unit: "short",
        queries: [gauge("partner_busiest_client_cpu_ratio", "{{instance}}")]
      },
      {
        title: "Repeated answers",
        description: "Writes that were sent again under their Idempotency-Key and got the stored answer.",
        unit: "reqps",
        queries: [
          { expression: `sum(${rate("partner_idempotent_replays_total", interval, {}, chosen)})`, legend: "replays" }
        ]
      }
    ]
  },
  {
    title: "Database",
    panels: [
      {
        title: "Bytes stored by clients",
        description: "Records, events, entries of the journal and kept answers.",
        unit: "bytes",
        queries: [
          { expression: `sum(${rate("partner_stored_bytes_total", interval, {}, chosen)})`, legend: "a second" }
        ]
      },
      {
        title: "Largest part of a quota",
        description: "The client that has stored most today of the bytes that it may store in a day.",
        unit: "percentunit",
        queries: [gauge("partner_storage_quota_ratio", "{{instance}}")]
      },
      {
        title: "Reads and writes",
        description: "Statements that read, and whole writes.",
        unit: "ops",
        queries: [
          {
            expression: `sum by (operation) (${rateOf("count", "db_client_operation_duration_seconds", interval, {}, chosen)})`,
            legend: "{{operation}}"
          }
        ]
      },
      {
        title: "Time of reads and writes (p99)",
        description: "The wait for the turn is the part of a write before it begins.",
        unit: "s",
        queries: [
          {
            expression: quantile(0.99, "db_client_operation_duration_seconds", interval, {
              by: ["operation"],
              scope: chosen
            }),
            legend: "{{operation}}"
          },
          {
            expression: quantile(0.99, "partner_write_wait_seconds", interval, { scope: chosen }),
            legend: "wait for the turn to write"
          }
        ]
      },
      {
        title: "Writes in a commit",
        description: "Concurrent writes of SQLite share a commit.",
        unit: "short",
        queries: [
          {
            expression: `sum(${rateOf("sum", "partner_writes_per_commit", interval, {}, chosen)}) / sum(${rateOf("count", "partner_writes_per_commit", interval, {}, chosen)})`,
            legend: "mean"
          }
        ]
      },
      {
        title: "Conflicts and locks",
        description: "Writes that were run again, and statements that gave up the wait for the lock of the file.",
        unit: "ops",
        queries: [
          { expression: `sum(${rate("partner_write_conflicts_total", interval, {}, chosen)})`, legend: "run again" },
          { expression: `sum(${rate("partner_sqlite_busy_total", interval, {}, chosen)})`, legend: "locked" }
        ]
      },
      {
        title: "Files",
        description: "The database file and its write-ahead log.",
        unit: "bytes",
        queries: [
          gauge("partner_database_bytes", "database {{instance}}"),
          gauge("partner_sqlite_wal_bytes", "write-ahead log {{instance}}")
        ]
      },
      {
        title: "Age of the last backup",
        description: "Nothing is shown before the first backup.",
        unit: "s",
        queries: [gauge("partner_backup_age_seconds", "{{instance}}")]
      },
      {
        title: "Records missing in the search index",
        description: "Until there are none, searches of their organizations are answered with 503.",
        unit: "short",
        queries: [gauge("partner_search_backlog", "{{kind}}")]
      },
      {
        title: "Delay of assignments",
        description: "How long ago the oldest assignment that is pending should have become active.",
        unit: "s",
        queries: [gauge("partner_assignment_lag_seconds", "{{instance}}")]
      },
      {
        title: "Delay of placements",
        description: "How long ago the first placement that is late should have started or completed.",
        unit: "s",
        queries: [gauge("partner_placement_lag_seconds", "{{instance}}")]
      },
      {
        title: "Attempts to send mail",
        description: "By what came of them; a refused mail is given up.",
        unit: "short",
        queries: [
          {
            expression: `sum by (outcome) (${rate("partner_mails_total", interval, {}, chosen)})`,
            legend: "{{outcome}}"
          }
        ]
      },
      {
        title: "Delay of mails",
        description: "How long ago the oldest mail was written that is still to be sent.",
        unit: "s",
        queries: [gauge("partner_mail_lag_seconds", "{{instance}}")]
      },
      {
        title: "Delay of retention",
        description:
          "How long ago the work of retention_days has last looked at the organization that waits longest: up to 25 hours.",
        unit: "s",
        queries: [gauge("partner_retention_lag_seconds", "{{instance}}")]
      }
    ]
  },
  {
    title: "Files of applications",
    panels: [
      {
        title: "Bytes of files",
        description: "From clients, and to them.",
        unit: "Bps",
        queries: [
          {
            expression: `sum by (direction) (${rate("partner_file_bytes_total", interval, {}, chosen)})`,
            legend: "{{direction}}"
          }
        ]
      },
      {
        title: "Files kept and removed",
        description: "A removed file is one that was deleted, replaced, given up, or of an erased person.",
        unit: "ops",
        queries: [
          {
            expression: `sum by (outcome) (${rate("partner_files_total", interval, {}, chosen)})`,
            legend: "{{outcome}}"
          }
        ]
      },
      {
        title: "Room for files",
        description: "Before the reserve of the disk that receives them. Without room, uploads are refused.",
        unit: "bytes",
        queries: [gauge("partner_files_room_bytes", "{{instance}}")]
      },
      {
        title: "Delay of the sweep",
        description: "How long ago the oldest file was removed or given up whose bytes are still there.",
        unit: "s",
        queries: [gauge("partner_file_sweep_lag_seconds", "{{instance}}")]
      },
      {
        title: "Attempts to scan files",
        description:
          "By what came of them. An unfit scanner does not report its limits, and its verdicts do not count.",
        unit: "short",
        queries: [
          {
            expression: `sum by (outcome) (${rate("partner_scans_total", interval, {}, chosen)})`,
            legend: "{{outcome}}"
          }
        ]
      },
      {
        title: "Delay of scans",
        description: "How long ago the oldest file was stored that still waits for the scanner.",
        unit: "s",
        queries: [gauge("partner_scan_lag_seconds", "{{instance}}")]
      }
    ]
  },
  {
    title: "Webhooks",
    panels: [
      {
        title: "Requests to endpoints",
        description: "By the verdict on the answer, or why there was none. A ping is one too.",
        unit: "reqps",
        queries: [
          {
            expression: `sum by (outcome) (${rate("partner_webhook_deliveries_total", interval, {}, chosen)}) > 0`,
            legend: "{{outcome}}"
          }
        ]
      },
      {
        title: "Time of requests to endpoints",
        description: "Whatever came of them; an exchange is given up after 15 seconds.",
        unit: "s",
        queries: [0.5, 0.95, 0.99].map((share) => ({
          expression: quantile(share, "partner_webhook_delivery_duration_seconds", interval, { scope: chosen }),
          legend: `p${share * 100}`
        }))
      },
      {
        title: "Age of the oldest event that waits",
        description: "For an endpoint that is enabled and does not fail.",
        unit: "s",
        queries: [gauge("partner_webhook_lag_seconds", "{{instance}}")]
      },
      {
        title: "Endpoints",
        description: "A failing or paused one is enabled: it does not accept events, or gets none.",
        unit: "short",
        queries: [
          { expression: `max by (status) (${series("partner_webhook_endpoints", {}, chosen)})`, legend: "{{status}}" }
        ]
      }
    ]
  },
  {
    title: "Processes",
    panels: [
      {
        title: "Event loop",
        description: "Of several processes, the busiest. At 1 a process computes all the time.",
        unit: "percentunit",
        queries: [gauge("nodejs_eventloop_utilization_ratio", "{{instance}}")]
      },
      {
        title: "Delay of the event loop",
        description: "How late timers are.",
        unit: "s",
        queries: [
          gauge("nodejs_eventloop_delay_p99_seconds", "p99 {{instance}}"),
          gauge("nodejs_eventloop_delay_max_seconds", "max {{instance}}")
        ]
      },
      {
        title: "Processor",
        description: "1 is one core.",
        unit: "short",
        queries: [
          {
            expression: `sum by (instance) (${rate("process_cpu_seconds_total", interval, {}, chosen)})`,
            legend: "{{instance}}"
          }
        ]
      },
      {
        title: "Memory",
        description: "Resident memory, and the part of it that JavaScript objects take.",
        unit: "bytes",
        queries: [
          gauge("process_resident_memory_bytes", "resident {{instance}}"),
          gauge("v8js_memory_heap_used_bytes", "objects {{instance}}")
        ]
      },
      {
        title: "Collections of garbage",
        description: "Share of the time, by type.",
        unit: "percentunit",
        queries: [
          {
            expression: `sum by (v8js_gc_type) (${rateOf("sum", "v8js_gc_duration_seconds", interval, {}, chosen)})`,
            legend: "{{v8js_gc_type}}"
          }
        ]
      },
      {
        title: "Clock beside the database",
        description: "How far the clock of each server is from that of PostgreSQL, at least.",
        unit: "s",
        queries: [gauge("partner_database_clock_difference_seconds", "{{instance}}")]
      },
      {
        title: "Versions, processes and starts",
        description: "Processes of each server, its version, and how long it runs.",
        unit: "short",
        queries: [
          gauge("partner_processes", "processes {{instance}}"),
          {
            expression: `sum by (version) (${series("partner_build_info", {}, chosen)})`,
            legend: "version {{version}}"
          },
          {
            expression: `(time() - ${series("process_start_time_seconds", {}, chosen)}) / 86400`,
            legend: "days {{instance}}"
          }
        ]
      },
      {
        title: "Traces",
        description: "Spans that were begun, those that the collector took, and attempts that it did not take.",
        unit: "ops",
        queries: [
          {
            expression: `sum by (outcome) (${rate("telemetry_spans_total", interval, {}, chosen)})`,
            legend: "{{outcome}}"
          },
          { expression: `sum(${rate("telemetry_export_failures_total", interval, {}, chosen)})`, legend: "failures" }
        ]
      }
    ]
  }
]

/** Grafana has 24 columns; three panels lie side by side. */
const panelSize = { w: 8, h: 8 }
const perLine = 3

const source = { type: "prometheus", uid: variables.source }

const panelOf = ({ description, queries, title, unit }: Panel, id: number, place: { x: number; y: number }) => ({
  id,
  type: "timeseries",
  title,
  description,
  datasource: source,
  gridPos: { ...panelSize, ...place },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: "never" } }, overrides: [] },
  options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
  targets: queries.map(({ expression, legend }, index) => ({
    refId: String.fromCharCode("A".charCodeAt(0) + index),
    datasource: source,
    expr: expression,
    legendFormat: legend
  }))
})

const panelsOf = () => {
  const panels: Array<object> = []
  let y = 0
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: perLine * panelSize.w, h: 1 },
      panels: []
    })
    y += 1
    row.panels.forEach((panel, index) => {
      const place = { x: (index % perLine) * panelSize.w, y: y + Math.floor(index / perLine) * panelSize.h }
      panels.push(panelOf(panel, panels.length + 1, place))
    })
    y += Math.ceil(row.panels.length / perLine) * panelSize.h
  }
  return panels
}

/** Every expression of the dashboard, with the title of its panel. */
export const dashboardQueries = rows.flatMap(({ panels }) =>
  panels.flatMap(({ queries, title }) => queries.map(({ expression }) => ({ title, expression })))
)

/** The dashboard as Grafana imports it. */
export const dashboard = () => ({
  title: "Partner API",
  tags: ["partner-api"],
  editable: true,
  graphTooltip: 1,
  refresh: "30s",
  schemaVersion: 39,
  time: { from: "now-6h", to: "now" },
  templating: {
    list: [
      { name: "datasource", label: "Data source", type: "datasource", query: "prometheus" },
      {
        name: "instance",
        label: "Server",
        type: "query",
        datasource: source,
        query: { query: `label_values(partner_build_info{job="${jobName}"}, instance)`, refId: "instance" },
        includeAll: true,
        multi: true,
        allValue: ".*",
        current: { text: "All", value: "$__all" },
        refresh: 2,
        sort: 1
      }
    ]
  },
  panels: panelsOf()
})
