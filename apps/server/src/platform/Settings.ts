/**
 * The settings of the program, read from the environment in one place. A wrong value stops the start and is named with its remedy.
 */
import * as Os from "node:os"
import { eventRetentionDaysMin } from "@partner-api/domain/EventQuery"
import { problem } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import { defaultRateLimit, type RateLimitSettings, shareOf } from "@partner-api/service/services/access/RateLimits"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type { IpNetwork } from "effect/net/IpNetwork"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allowedHostsSetting, type HostPolicy, readHosts } from "./AllowedHosts.ts"
import { readNetworks } from "@partner-api/service/Networks"
import { InvitationPolicyName } from "@partner-api/service/services/InvitationPolicy"
import { OperatorError } from "./OperatorError.ts"
import { isPlainAddress } from "./PlainAddress.ts"
import { type OperatorSettings, operatorSettings, readOperator } from "./OperatorSettings.ts"
import { type DeclaredSetting, Host, integer, Networks, optional, Port, withDefault } from "./Setting.ts"
import { type DatabaseTarget, DatabaseUrl, readTarget, urlOf } from "./DatabaseTarget.ts"
import { logFormats, logLevels, type LogSettings } from "./log/LogEvent.ts"
import { connectionSettings, readConnections } from "./ConnectionSettings.ts"
import { type FilesSettings, filesSettings, readFiles } from "./FilesSettings.ts"
import { mailSettings, type MailSettings, readMail } from "./MailSettings.ts"
import { type BackupSchedule, backupSettings, readBackups } from "./BackupSettings.ts"
import { readRequestLog, type RequestLogSettings, requestLogSettings } from "./RequestLogSettings.ts"
import { readScan, type ScanSettings, scanSettings } from "./ScanSettings.ts"
import { readStoredBytesPerDay, storageSettings } from "./StorageSettings.ts"
import { readTraces, type TraceSettings, traceSettings } from "./traces/TraceSettings.ts"
import { readWebhooks, type WebhookSettings, webhookSettings } from "./WebhookSettings.ts"

/** The address of the listener for metrics. */
export interface MetricsPlace {
  readonly host: string
  readonly port: number
}

/** Settings that every start has. */
export interface Settings {
  readonly host: string
  readonly port: number
  /** Absent where the address of the listening socket will do. Without a slash at its end. */
  readonly publicUrl: string | undefined
  readonly database: DatabaseTarget
  /** The time that a server that has to stop goes on to serve, not ready any more. */
  readonly drainMs: number
  /** The time that a connection without a request is kept. */
  readonly keepAliveMs: number
  /** The days that events are kept. */
  readonly eventDays: number
  /** The maximum number of connections to PostgreSQL. */
  readonly databaseConnections: number
  /** The rate limit of one client at this node in one organization: its share of the limit at all nodes. */
  readonly rateLimit: RateLimitSettings
  /** The place of the files of applications, and the number of bytes that those of an organization may have. */
  readonly files: FilesSettings
  /** The bytes that one client may store in a day, on all nodes together. */
  readonly storedBytesPerDay: number
  /** The invitations of agencies that the operator allows. */
  readonly invitations: typeof InvitationPolicyName.Type | undefined
  /** Whether clients make and end their own secrets. */
  readonly selfService: boolean
  /** The number of processes that answer requests; with one, the program is that process. */
  readonly workers: number
  /** Whether the program does the work between requests: deliveries, and the removal of what has expired. */
  readonly worksBetweenRequests: boolean
  /** The time between two looks of the workers of deliveries for commits of other processes. */
  readonly deliveryPollMs: number
  /** Whether other processes of this server listen on the same port. */
  readonly sharesPort: boolean
  /** The hosts that requests may name; absent where any will do. */
  readonly hostPolicy: HostPolicy | undefined
  readonly log: LogSettings
  readonly requestLog: RequestLogSettings
  /** The address at which metrics are reported; absent where the settings disable them. */
  readonly metrics: MetricsPlace | undefined
  /** The settings of the console of operators; absent where there is none. */
  readonly operator: OperatorSettings | undefined
  /** The backups that the server makes; absent where it makes none. */
  readonly backups: BackupSchedule | undefined
  /** The destination of traces; absent where the settings disable them. */
  readonly traces: TraceSettings | undefined
  /** The proxies whose word on the client's address is taken. */
  readonly trustedProxies: ReadonlyArray<IpNetwork>
  readonly webhooks: WebhookSettings
  /** The relay that takes mails; absent where no mail is sent. */
  readonly mail: MailSettings | undefined
  /** The scanner of files; absent where no file is scanned. */
  readonly scan: ScanSettings | undefined
}

const PublicUrl = Schema.String.check(
  Schema.makeFilter(
    isPlainAddress,
    problem("format", "must be the http or https address that partners use, such as https://partners.example.com")
  )
)

/** More than any machine answers. */
const rateMax = 1_000_000

/** More nodes than share one database. */
const nodesMax = 1_000

/** Longer than a journal's events are of use to anybody: ten years. */
const eventRetentionDaysMax = 3_650

/** More connections than one program keeps busy. Each is a process of PostgreSQL. */
const databaseConnectionsMax = 200

/** Enough to keep a database of a few cores busy. */
const defaultDatabaseConnections = 10

/** As many workers as there are cores. */
const auto = "auto"

/** One process, which only answers requests. */
const off = "off"

/** More processes than machines have cores for. */
const workersMax = 256

/**
 * The time between two looks of the workers of deliveries for commits of other processes: those of this node, and other nodes. Within one process they
 * are reported.
 */
export const pollOfNodeMs = 200
export const pollOfNodesMs = 1_000

/** The number of workers, as text. */
export const Workers = Schema.String.check(
  Schema.makeFilter(
    (text: string) => text === auto || text === off || (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= workersMax),
    problem("range", `must be an integer from 1 to ${workersMax}, ${auto} for one on each core, or ${off}`)
  )
)

/** Reads the number of processes, and whether they work between requests, from {@link Workers}. */
export const readWorkers = (text: string): Pick<Settings, "workers" | "worksBetweenRequests"> => ({
  workers: text === auto ? Os.availableParallelism() : text === off ? 1 : Number(text),
  worksBetweenRequests: text !== off
})

const Hosts = Schema.String.check(
  Schema.makeFilter(
    (text: string) => readHosts(text) !== undefined,
    problem("format", "must be hosts with commas between, such as partners.example.com, 10.0.0.7")
  )
)

const settings = {
  publicUrl: optional(
    "PUBLIC_URL",
    PublicUrl,
    "required by serve",
    "the address that partners use; links in answers start with it"
  ),
  databaseUrl: optional(
    "DATABASE_URL",
    DatabaseUrl,
    "sqlite: and a file in data/",
    "the database: sqlite:FILE on a local disk, or postgres://USER:PASSWORD@HOST/DATABASE",
    (text) => urlOf(readTarget(text))
  ),
  host: withDefault("HOST", Host, "127.0.0.1", "the address to listen on"),
  port: withDefault("PORT", Port, "8080", "the port to listen on"),
  workers: withDefault(
    "WORKERS",
    Workers,
    "1",
    "the number of processes that answer requests, or auto; off for one that does nothing else"
  ),
  perSecond: withDefault(
    "RATE_LIMIT_PER_SECOND",
    integer(1, rateMax),
    String(defaultRateLimit.perSecond),
    "the sustained requests a second of one client in one organization"
  ),
  burst: withDefault(
    "RATE_LIMIT_BURST",
    integer(1, rateMax),
    String(defaultRateLimit.burst),
    "the requests that may come at once"
  ),
  nodes: withDefault("RATE_LIMIT_NODES", integer(1, nodesMax), "1", "the number of servers that share the limits"),
  ...storageSettings,
  invitations: optional(
    "INVITATIONS",
    InvitationPolicyName,
    "existing, and new in the sandbox",
    `who accepts invitations of agencies: ${InvitationPolicyName.literals.join(", ")}`
  ),
  selfService: withDefault(
    "PARTNER_SELF_SERVICE",
    Schema.Literals(["on", "off"]),
    "on",
    "whether clients make and end their own secrets: on, off"
  ),
  hosts: optional(allowedHostsSetting, Hosts, "any host", "allowed Host headers besides the host of PUBLIC_URL"),
  proxies: optional("TRUSTED_PROXIES", Networks, "none", "proxies whose X-Forwarded-For is trusted"),
  databaseConnections: withDefault(
    "DATABASE_CONNECTIONS",
    integer(1, databaseConnectionsMax),
    String(defaultDatabaseConnections),
    "the maximum number of connections to PostgreSQL"
  ),
  eventDays: withDefault(
    "EVENT_RETENTION_DAYS",
    integer(eventRetentionDaysMin, eventRetentionDaysMax),
    String(eventRetentionDaysMin),
    "how many days events are kept"
  ),
  ...connectionSettings,
  metricsPort: optional("METRICS_PORT", Port, "no metrics", "the port of the metrics for Prometheus"),
  metricsHost: withDefault("METRICS_HOST", Host, "127.0.0.1", "the address that the metrics are on"),
  logFormat: withDefault(
    "LOG_FORMAT",
    Schema.Literals(logFormats),
    "auto",
    `the form of the log: ${logFormats.join(", ")}`
  ),
  logLevel: withDefault(
    "LOG_LEVEL",
    Schema.Literals(logLevels),
    "info",
    `the least level of the log: ${logLevels.join(", ")}`
  ),
  logClientAddress: withDefault(
    "LOG_CLIENT_ADDRESS",
    Schema.Literals(["on", "off"]),
    "off",
    "whether the log has the addresses of callers, which are personal data: on, off"
  ),
  ...requestLogSettings,
  ...operatorSettings,
  ...filesSettings,
  ...backupSettings,
  ...traceSettings,
  ...webhookSettings,
  ...mailSettings,
  ...scanSettings
}

/** Every setting, in the order in which people read them. */
export const declaredSettings: ReadonlyArray<DeclaredSetting> = Object.values(settings)

const toOperatorError = (error: Config.ConfigError): OperatorError => {
  const [first] = Schema.isSchemaError(error.cause) ? problemsOf(error.cause.issue, "header") : []
  return first === undefined
    ? new OperatorError({ message: `The settings cannot be read: ${error.message}.`, remedy: "Check the environment." })
    : new OperatorError({
        message: `The setting ${first.path.slice(1)} is wrong: it ${first.message}.`,
        remedy: "Set it in the environment or in the settings file, or leave it out for its default."
      })
}

/** The refusal of a relay without a sender, and of a sender without a relay: no mail would be sent, and nobody would notice. */
const incompleteMail = (missing: string): OperatorError =>
  new OperatorError({
    message: `Mail needs both SMTP_URL and MAIL_FROM, and ${missing} is not set.`,
    remedy: `Set ${missing}, or leave both out: then no mail is sent.`
  })

/** Reads the settings. Without DATABASE_URL the database is the file `defaultFile`. */
export const readSettings = (defaultFile: string): Effect.Effect<Settings, OperatorError> =>
  Config.all({
    host: settings.host.config,
    port: settings.port.config,
    publicUrl: settings.publicUrl.config,
    perSecond: settings.perSecond.config,
    burst: settings.burst.config,
    hosts: settings.hosts.config,
    proxies: settings.proxies.config,
    nodes: settings.nodes.config,
    storedBytesPerDay: readStoredBytesPerDay,
    invitations: settings.invitations.config,
    selfService: settings.selfService.config,
    databaseUrl: settings.databaseUrl.config,
    workers: settings.workers.config,
    logFormat: settings.logFormat.config,
    logLevel: settings.logLevel.config,
    logClientAddress: settings.logClientAddress.config,
    eventDays: settings.eventDays.config,
    connections: readConnections,
    databaseConnections: settings.databaseConnections.config,
    metricsHost: settings.metricsHost.config,
    metricsPort: settings.metricsPort.config,
    requestLog: readRequestLog,
    operator: readOperator,
    files: readFiles,
    backups: readBackups,
    traces: readTraces,
    webhooks: readWebhooks,
    mail: readMail,
    scan: readScan
  }).pipe(
    Effect.mapError(toOperatorError),
    Effect.flatMap((read) => {
      const { mail } = read
      return "missing" in mail ? Effect.fail(incompleteMail(mail.missing)) : Effect.succeed({ ...read, mail })
    }),
    Effect.map((read) => {
      const database = readTarget(Option.getOrElse(read.databaseUrl, () => `sqlite:${defaultFile}`))
      return {
        host: read.host,
        port: Number(read.port),
        publicUrl: Option.getOrUndefined(Option.map(read.publicUrl, (url) => url.replace(/\/+$/, ""))),
        database,
        databaseConnections: Number(read.databaseConnections),
        ...read.connections(database),
        eventDays: Number(read.eventDays),
        rateLimit: shareOf({ perSecond: Number(read.perSecond), burst: Number(read.burst) }, Number(read.nodes)),
        storedBytesPerDay: read.storedBytesPerDay,
        invitations: Option.getOrUndefined(read.invitations),
        selfService: read.selfService === "on",
        ...readWorkers(read.workers),
        deliveryPollMs: pollOfNodesMs,
        sharesPort: false,
        log: { format: read.logFormat, level: read.logLevel, clientAddress: read.logClientAddress === "on" },
        metrics: Option.getOrUndefined(
          Option.map(read.metricsPort, (port) => ({ host: read.metricsHost, port: Number(port) }))
        ),
        requestLog: read.requestLog,
        operator: read.operator,
        files: read.files(database),
        backups: read.backups,
        traces: read.traces,
        webhooks: read.webhooks,
        mail: read.mail.settings,
        scan: read.scan,
        hostPolicy: Option.getOrUndefined(
          Option.map(read.hosts, (text) => ({ hosts: readHosts(text) ?? [], loopback: false }))
        ),
        trustedProxies: Option.match(read.proxies, { onNone: () => [], onSome: (text) => readNetworks(text) ?? [] })
      }
    })
  )
