/**
 * The settings of the program, read from the environment in one place. A wrong value stops the start and is named with its remedy.
 */
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
  /** The maximum number of connections to PostgreSQL. */
  readonly databaseConnections: number
  /** What one client may ask this node for in one organization: its share of what it may ask all of them. */
  readonly rateLimit: RateLimitSettings
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

/** A setting that is a number from 1 on, as text. */
const integerTo = (max: number) => {
  const remedy = problem("range", `must be an integer from 1 to ${max}`)
  return Schema.String.check(Schema.isPattern(/^[1-9]\d{0,6}$/, remedy)).check(
    Schema.makeFilter((text: string) => Number(text) <= max, remedy)
  )
}

/** More than any machine answers. */
const rateMax = 1_000_000

/** More nodes than share one database. */
const nodesMax = 1_000

/** More connections than one program keeps busy. Each is a process of PostgreSQL. */
const databaseConnectionsMax = 200

/** Enough to keep a database of a few cores busy. */
const defaultDatabaseConnections = 10

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
    perSecond: Config.schema(integerTo(rateMax), "RATE_LIMIT_PER_SECOND").pipe(
      Config.withDefault(String(defaultRateLimit.perSecond))
    ),
    burst: Config.schema(integerTo(rateMax), "RATE_LIMIT_BURST").pipe(
      Config.withDefault(String(defaultRateLimit.burst))
    ),
    hosts: Config.option(Config.schema(Hosts, allowedHostsSetting)),
    proxies: Config.option(Config.schema(Proxies, "TRUSTED_PROXIES")),
    nodes: Config.schema(integerTo(nodesMax), "RATE_LIMIT_NODES").pipe(Config.withDefault("1")),
    databaseUrl: Config.schema(DatabaseUrl, "DATABASE_URL").pipe(Config.withDefault(`sqlite:${defaultFile}`)),
    databaseConnections: Config.schema(integerTo(databaseConnectionsMax), "DATABASE_CONNECTIONS").pipe(
      Config.withDefault(String(defaultDatabaseConnections))
    )
  }).pipe(
    Effect.mapError(toOperatorError),
    Effect.map(
      ({ host, port, publicUrl, perSecond, burst, nodes, hosts, proxies, databaseUrl, databaseConnections }) => ({
        host,
        port: Number(port),
        publicUrl: Option.getOrUndefined(Option.map(publicUrl, (url) => url.replace(/\/+$/, ""))),
        database: readTarget(databaseUrl),
        databaseConnections: Number(databaseConnections),
        rateLimit: shareOf({ perSecond: Number(perSecond), burst: Number(burst) }, Number(nodes)),
        hostPolicy: Option.getOrUndefined(
          Option.map(hosts, (text) => ({ hosts: readHosts(text) ?? [], loopback: false }))
        ),
        trustedProxies: Option.match(proxies, { onNone: () => [], onSome: (text) => readProxies(text) ?? [] })
      })
    )
  )
