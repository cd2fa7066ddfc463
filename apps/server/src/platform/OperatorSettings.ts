/**
 * The settings of the console: where it listens, and the address that operators use.
 */
import { problem } from "@partner-api/domain/Problem"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isPlainAddress } from "./PlainAddress.ts"
import { type ProviderSettings, providerSettings, readProvider } from "./ProviderSettings.ts"
import { Host, optional, Port, withDefault } from "./Setting.ts"

/** The settings of the console. */
export interface OperatorSettings {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** The address that operators use, as browsers write an origin; absent where it is that of the listening socket. */
  readonly url: string | undefined
  /** The identity provider that operators can sign in with; absent where they have links alone. */
  readonly provider: ProviderSettings | undefined
}

const OperatorUrl = Schema.String.check(
  Schema.makeFilter(
    (text: string) => isPlainAddress(text) && new URL(text).pathname === "/",
    problem(
      "format",
      "must be the http or https address that operators use, without a path, such as https://operators.example.com"
    )
  )
)

/** The settings, as they are declared. */
export const operatorSettings = {
  operatorPort: optional("OPERATOR_PORT", Port, "no console", "the port of the console for operators"),
  operatorHost: withDefault("OPERATOR_HOST", Host, "127.0.0.1", "the address that the console is on"),
  operatorUrl: optional(
    "OPERATOR_URL",
    OperatorUrl,
    "http://OPERATOR_HOST:OPERATOR_PORT",
    "the address of the console that operators use"
  ),
  ...providerSettings
}

/** Reads them; nothing without a port. */
export const readOperator: Config.Config<OperatorSettings | undefined> = Config.all({
  host: operatorSettings.operatorHost.config,
  port: operatorSettings.operatorPort.config,
  url: operatorSettings.operatorUrl.config,
  provider: readProvider
}).pipe(
  Config.map(({ host, port, provider, url }) =>
    Option.getOrUndefined(
      Option.map(port, (text) => ({
        host,
        port: Number(text),
        url: Option.getOrUndefined(Option.map(url, (address) => new URL(address).origin)),
        provider
      }))
    )
  )
)

/** The address of a listening socket of the console; an address of IPv6 stands in brackets (RFC 3986 §3.2.2). */
const operatorAddress = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** The address that operators use; none where only the listening socket has its port. */
export const operatorUrlOf = ({ host, port, url }: OperatorSettings): string | undefined =>
  url ?? (port === 0 ? undefined : operatorAddress(host, port))
