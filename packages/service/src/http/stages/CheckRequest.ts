/**
 * Refuses a request that two readers could understand in two ways, before anything looks for its endpoint. Looks at no token and no body.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InvalidRequest, UriTooLong } from "@partner-api/contract/ProtocolErrors"
import * as Context from "effect/Context"
import * as Result from "effect/Result"
import { urlBytesMax } from "../../Limits.ts"
import type { GuardedApi } from "../GuardedApi.ts"
import { type Incoming, pathOf } from "../Incoming.ts"

/** The refusal of a request; undefined when it may go on. */
export type Check = (incoming: Incoming) => PartnerError | undefined

/**
 * What a listener refuses: headers that were sent twice, and hosts that are not this service's. The service in memory has no listener, and refuses
 * nothing.
 */
export const CheckTransport = Context.Reference<Check>("@partner-api/service/CheckTransport", {
  defaultValue: () => () => undefined
})

/** Parameters in which other services take tokens; here they would end up in logs of others (RFC 9700 §4.3.2). */
const tokenParameters = ["access_token", partnerTokenHeader.toLowerCase()]

/** Whether a parameter of a query is one in which other services take tokens. */
export const isTokenParameter = (name: string): boolean => tokenParameters.includes(name.toLowerCase())

/** Most queries are known to have no such parameter without being parsed: both names hold this word, and no character of it is escaped. */
const mayHoldToken = /token|%|\+/i

const holdsToken = (query: string): boolean =>
  mayHoldToken.test(query) && [...new URLSearchParams(query).keys()].some(isTokenParameter)

/** Whether a query is percent-encoded UTF-8. Else a filter would look for another text than the one that was meant. */
const isEncoded = (query: string): boolean =>
  !query.includes("%") || Result.isSuccess(Result.try(() => decodeURIComponent(query)))

/** Those that look for endpoints and pages would take an empty segment for an identifier, a path without a slash for the root, and cut a path at these characters. */
const strangePath = /^(?!\/)|\/\/|.\/$|[;#]/

/** Refuses a request for its address, or for what its listener finds. */
export const checkRequest =
  ({ folderPath, unknownAddress }: GuardedApi, checkTransport: Check): Check =>
  (incoming) => {
    const { url } = incoming
    if (url.length > urlBytesMax) {
      return new UriTooLong({ message: `The address is longer than ${urlBytesMax} bytes.` })
    }
    const refused = checkTransport(incoming)
    if (refused !== undefined) return refused
    const queryStart = url.indexOf("?")
    const path = pathOf(incoming)
    if (strangePath.test(path) && path !== folderPath) return unknownAddress
    if (queryStart < 0) return undefined
    const query = url.slice(queryStart + 1)
    if (holdsToken(query)) {
      return new InvalidRequest({ message: "A token must not stand in the address; send it in a header." })
    }
    return isEncoded(query)
      ? undefined
      : new InvalidRequest({
          message:
            "The query is not percent-encoded UTF-8; write each byte of a character in UTF-8 as %XX, such as %C3%BC for ü."
        })
  }
