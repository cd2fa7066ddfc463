/**
 * The check of the listener in the stage `CheckRequest`: refuses requests that two readers could understand in two ways, that are not HTTP/1.1, or that
 * name a foreign host (decisions, Errors and Limits).
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { HeadersTooLarge, InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import { uncertainEnd } from "@partner-api/contract/RequestFraming"
import { type Incoming, pathOf } from "@partner-api/service/http/Incoming"
import { CheckTransport } from "@partner-api/service/http/stages/CheckRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AllowedHosts, allowedHostsSetting } from "../AllowedHosts.ts"
import { headersCountMax } from "../Limits.ts"

/** Headers with one value: two readers of a repeated one could take different values. */
const single = ["host", "authorization", "x-auth-token", "content-type", "content-encoding", "idempotency-key"]

/** A host, as a name or an address, and perhaps a port (RFC 9110 §7.2). */
const hostForm = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~%!$&'()*+,;=-]*)(?::\d{0,5})?$/

/** Probes read the health under any host name. */
const healthPaths = endpoints.filter(({ metadata }) => metadata.extension === "health").map(({ path }) => path)

/** The refusal of a foreign host, with a remedy for the operator. */
export const foreignHost = (remedy: string) =>
  new InvalidRequest({ message: `The header Host names no host of this service; ${remedy}.` })

/** The first of these headers that was sent twice. */
const repeated = (headers: ReadonlyArray<string>): string | undefined => {
  const seen = single.map(() => false)
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? "").toLowerCase()
    const place = single.indexOf(name)
    if (seen[place] === true) return name
    if (place >= 0) seen[place] = true
  }
  return undefined
}

const refusal = (
  isAllowedHost: AllowedHosts["Service"],
  foreign: InvalidRequest,
  incoming: Incoming
): PartnerError | undefined => {
  const { hasCertainEnd, headers, majorVersion, rawHeaders } = incoming
  if (rawHeaders.length > 2 * headersCountMax) {
    return new HeadersTooLarge({ message: `The request has more than ${headersCountMax} headers.` })
  }
  const twice = repeated(rawHeaders)
  if (twice !== undefined) return new InvalidRequest({ message: `The header ${twice} is sent twice; send it once.` })
  const { host } = headers
  if (host === undefined) return new InvalidRequest({ message: "The header Host is missing." })
  if (!hostForm.test(host)) {
    return new InvalidRequest({ message: "The header Host must be a host and perhaps a port." })
  }
  if (!hasCertainEnd) return new InvalidRequest({ message: uncertainEnd })
  if (majorVersion !== 1) return new InvalidRequest({ message: "This service speaks HTTP/1.1." })
  return isAllowedHost(host) || healthPaths.includes(pathOf(incoming)) ? undefined : foreign
}

/** The check of a listener, whose refusal of foreign hosts names a remedy. */
export const layerOf = (remedy: string) => {
  const foreign = foreignHost(remedy)
  return Layer.effect(
    CheckTransport,
    Effect.map(AllowedHosts, (isAllowedHost) => (incoming: Incoming) => refusal(isAllowedHost, foreign, incoming))
  )
}

/** The remedy of the operator where the setting has hosts. */
export const addHost = `its operator can add one to ${allowedHostsSetting}`

export const layer = layerOf(addHost)
