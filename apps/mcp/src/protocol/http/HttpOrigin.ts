/**
 * The origins of requests that are accepted: the accepted values of the headers Host and Origin.
 *
 * A page of another site can make a browser resolve its own name to this machine (DNS rebinding). Its requests carry that name in Host, so
 * other names are refused on every path but that of the health.
 */
import { readUrl } from "@partner-api/domain/WebhookAddressRules"
import type * as Headers from "effect/http/Headers"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { refusal } from "./HttpRefusal.ts"

/** The address that the server listens on, and its names. */
export interface HttpPlace {
  readonly host: string
  readonly port: number
  /** The address that clients use, when it is another one than where the server listens. */
  readonly publicUrl?: string | undefined
  /** More names in the header Host, such as a proxy or a service of a cluster uses. Ports are ignored. */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
  /** Pages that may call the server, as origins. */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"]

/** Whether an address can be reached from this machine alone. */
export const isLoopback = (host: string): boolean => ["127.0.0.1", "localhost", "::1", "[::1]"].includes(host)

/** The authority of an address: its host, and its port unless the scheme has it by default. */
const authorityOf = (url: string): string => readUrl(url)?.host ?? ""

/** The allowed values of the header Host. */
const ownNames = (place: HttpPlace): ReadonlyArray<string> => [
  ...(isLoopback(place.host) ? loopbackNames.map((name) => `${name}:${place.port}`) : [`${place.host}:${place.port}`]),
  ...(place.publicUrl === undefined ? [] : [authorityOf(place.publicUrl)])
]

/** The allowed values of the header Origin, when it is there. */
export const ownOrigins = (place: HttpPlace): ReadonlyArray<string> => [
  ...ownNames(place).flatMap((name) => [`http://${name}`, `https://${name}`]),
  ...(place.allowedOrigins ?? [])
]

/** The host of a `Host` header or of a setting, without its port. */
const hostOf = (text: string): string => readUrl(`http://${text}`)?.hostname ?? text.toLowerCase()

/** The setting that adds hosts; refusals name it. */
export const allowedHostsSetting = "MCP_ALLOWED_HOSTS"

/** The path for probes. They name a pod or a node, and learn nothing of value. */
export const healthPath = "/health"

/** The refusal of a request that comes from elsewhere. */
export const refuseForeign = (place: HttpPlace) => {
  const hosts = new Set((place.allowedHosts ?? []).map(hostOf))
  const names = new Set(ownNames(place).map((name) => name.toLowerCase()))
  const origins = new Set(ownOrigins(place))
  const isOwn = (host: string): boolean => names.has(host.toLowerCase()) || hosts.has(hostOf(host))
  return (headers: Headers.Headers, path: string): HttpServerResponse.HttpServerResponse | undefined => {
    const { host, origin } = headers
    if (path !== healthPath && (host === undefined || !isOwn(host))) {
      return refusal(
        403,
        "refused",
        `The header Host names another server; its operator can add one to ${allowedHostsSetting}.`
      )
    }
    return origin === undefined || origins.has(origin)
      ? undefined
      : refusal(403, "refused", "Pages of this origin may not call this server.")
  }
}
