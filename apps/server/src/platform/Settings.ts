/**
 * The settings of the program, read from the environment in one place. A wrong value stops the start and is named with its remedy.
 */
import * as Os from "node:os"
import { problem } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import { defaultRateLimit, type RateLimitSettings, shareOf } from "@partner-api/service/services/access/RateLimits"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type { IpNetwork } from "effect/net/IpNetwork"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allowedHostsSetting, type HostPolicy, readHosts } from "./AllowedHosts.ts"
import { readProxies } from "@partner-api/service/http/ClientAddress"
import { OperatorError } from "./OperatorError.ts"
import { type DatabaseTarget, DatabaseUrl, readTarget } from "./DatabaseTarget.ts"

/** Settings that every start has. */
export interface Settings {
  readonly host: string
  readonly port: number
  /** Absent where the address of the listening socket will do. Without a slash at its end. */
  readonly publicUrl: string | undefined
  readonly database: DatabaseTarget
  /** How long a server that is told to stop goes on to serve, not ready any more. */
  readonly drainMs: number
  /** The maximum number of connections to PostgreSQL. */
  readonly databaseConnections: number
  /** What one client may ask this node for in one organization: its share of what it may ask all of them. */
  readonly rateLimit: RateLimitSettings
  /** The number of processes that answer requests; with one, the program is that process. */
  readonly workers: number
  /** Whether other processes of this server listen on the same port. */
  readonly sharesPort: boolean
  /** The hosts that requests may name; absent where any will do. */
  readonly hostPolicy: HostPolicy | undefined
  /** The proxies whose word on the client's address is taken. */
  readonly trustedProxies: ReadonlyArray<IpNetwork>
}

const portRemedy = problem("range", "must be a port number from 0 to 65535")
const Port = Schema.String.check(Schema.isPattern(/^\d{1,5}$/, portRemedy)).check(
  Schema.makeFilter((text: string) => Number(text) <= 65_535, portRemedy)
)

const hostRemedy = problem("format", "must be a host name or an IP address, such as 127.0.0.1")
const Host = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9.:_-]{1,255}$/, hostRemedy))

const isPublicUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    (url.protocol === "http:" || url.protocol === "https:") &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === ""
  )
}
const PublicUrl = Schema.String.check(
  Schema.makeFilter(
    isPublicUrl,
    problem("format", "must be the http or https address that partners use, such as https://partners.example.com")
  )
)

/** A setting that is a whole number, as text. */
const integer = (min: number, max: number) => {
  const remedy = problem("range", `must be an integer from ${min} to ${max}`)
  return Schema.String.check(Schema.isPattern(/^(?:0|[1-9]\d{0,6})$/, remedy)).check(
    Schema.makeFilter((text: string) => Number(text) >= min && Number(text) <= max, remedy)
  )
}

/** More than any machine answers. */
const rateMax = 1_000_000

/** Longer than any proxy takes to notice; the operator who stops the server waits for it. */
const drainSecondsMax = 60

/**
 * The default on PostgreSQL, where another node takes the requests over: several intervals of the active checks of a proxy. On SQLite there
 * is no other node.
 */
const defaultDrainSeconds = 1

/** More nodes than share one database. */
const nodesMax = 1_000

/** More connections than one program keeps busy. Each is a process of PostgreSQL. */
const databaseConnectionsMax = 200

/** Enough to keep a database of a few cores busy. */
const defaultDatabaseConnections = 10

/** As many workers as there are cores. */
const auto = "auto"

/** More processes than machines have cores for. */
const workersMax = 256

/** The number of workers, as text. */
export const Workers = Schema.String.check(
  Schema.makeFilter(
    (text: string) => text === auto || (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= workersMax),
    problem("range", `must be an integer from 1 to ${workersMax}, or ${auto} for one on each core`)
  )
)

/** The number that {@link Workers} names. */
export const readWorkers = (text: string): number => (text === auto ? Os.availableParallelism() : Number(text))

const Proxies = Schema.String.check(
  Schema.makeFilter(
    (text: string) => readProxies(text) !== undefined,
    problem("format", "must be addresses or networks with commas between, such as 10.0.0.0/8, 192.168.1.7")
  )
)

const Hosts = Schema.String.check(
  Schema.makeFilter(
    (text: string) => readHosts(text) !== undefined,
    problem("format", "must be hosts with commas between, such as partners.example.com, 10.0.0.7")
  )
)

const toOperatorError = (error: Config.ConfigError): OperatorError => {
  const [first] = Schema.isSchemaError(error.cause) ? problemsOf(error.cause.issue, "header") : []
  return first === undefined
    ? new OperatorError({ message: `The settings cannot be read: ${error.message}.`, remedy: "Check the environment." })
    : new OperatorError({
        message: `The setting ${first.path.slice(1)} is wrong: it ${first.message}.`,
        remedy: "Set it in the environment, or leave it out for its default."
      })
}

/** Reads the settings. Without DATABASE_URL the database is the file `defaultFile`. */
export const readSettings = (defaultFile: string): Effect.Effect<Settings, OperatorError> =>
  Config.all({
    host: Config.schema(Host, "HOST").pipe(Config.withDefault("127.0.0.1")),
    port: Config.schema(Port, "PORT").pipe(Config.withDefault("8080")),
    publicUrl: Config.option(Config.schema(PublicUrl, "PUBLIC_URL")),
    perSecond: Config.schema(integer(1, rateMax), "RATE_LIMIT_PER_SECOND").pipe(
      Config.withDefault(String(defaultRateLimit.perSecond))
    ),
    burst: Config.schema(integer(1, rateMax), "RATE_LIMIT_BURST").pipe(
      Config.withDefault(String(defaultRateLimit.burst))
    ),
    hosts: Config.option(Config.schema(Hosts, allowedHostsSetting)),
    proxies: Config.option(Config.schema(Proxies, "TRUSTED_PROXIES")),
    nodes: Config.schema(integer(1, nodesMax), "RATE_LIMIT_NODES").pipe(Config.withDefault("1")),
    databaseUrl: Config.schema(DatabaseUrl, "DATABASE_URL").pipe(Config.withDefault(`sqlite:${defaultFile}`)),
    workers: Config.schema(Workers, "WORKERS").pipe(Config.withDefault("1")),
    drainSeconds: Config.option(Config.schema(integer(0, drainSecondsMax), "DRAIN_SECONDS")),
    databaseConnections: Config.schema(integer(1, databaseConnectionsMax), "DATABASE_CONNECTIONS").pipe(
      Config.withDefault(String(defaultDatabaseConnections))
    )
  }).pipe(
    Effect.mapError(toOperatorError),
    Effect.map((read) => {
      const database = readTarget(read.databaseUrl)
      const drainSeconds = database._tag === "Postgres" ? defaultDrainSeconds : 0
      return {
        host: read.host,
        port: Number(read.port),
        publicUrl: Option.getOrUndefined(Option.map(read.publicUrl, (url) => url.replace(/\/+$/, ""))),
        database,
        databaseConnections: Number(read.databaseConnections),
        drainMs: Number(Option.getOrElse(read.drainSeconds, () => String(drainSeconds))) * 1_000,
        rateLimit: shareOf({ perSecond: Number(read.perSecond), burst: Number(read.burst) }, Number(read.nodes)),
        workers: readWorkers(read.workers),
        sharesPort: false,
        hostPolicy: Option.getOrUndefined(
          Option.map(read.hosts, (text) => ({ hosts: readHosts(text) ?? [], loopback: false }))
        ),
        trustedProxies: Option.match(read.proxies, { onNone: () => [], onSome: (text) => readProxies(text) ?? [] })
      }
    })
  )
