/**
 * The first stage: refuses a request that two readers could understand in two ways, before `FindEndpoint`. Reads the address and the headers alone.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InvalidRequest, UriTooLong } from "@partner-api/contract/ProtocolErrors"
import * as Context from "effect/Context"
import * as Result from "effect/Result"
import { urlBytesMax } from "../../Limits.ts"
import type { ServedApi } from "../ServedApi.ts"
import { type Incoming, pathOf } from "../Incoming.ts"

/** Returns the refusal of a request; undefined where the request goes on. */
export type Check = (incoming: Incoming) => PartnerError | undefined

/**
 * The check of a listener (`CheckTransport.ts` of the server): repeated headers, foreign hosts, uncertain ends. The service in memory has no listener, so
 * the default refuses nothing.
 */
export const CheckTransport = Context.Reference<Check>("@partner-api/service/CheckTransport", {
  defaultValue: () => () => undefined
})

/** Query parameters that hold a token at other services. A token in an address reaches the logs of proxies, so they are refused (RFC 9700 §4.3.2). */
const tokenParameters = ["access_token", partnerTokenHeader.toLowerCase()]

/** Whether a query parameter holds a token at other services. */
export const isTokenParameter = (name: string): boolean => tokenParameters.includes(name.toLowerCase())

/** A query without a match has no such parameter, and need not be parsed: both names contain "token", and a query with escapes is parsed. */
const mayHoldToken = /token|%|\+/i

const holdsToken = (query: string): boolean =>
  mayHoldToken.test(query) && [...new URLSearchParams(query).keys()].some(isTokenParameter)

/** Whether a query is percent-encoded UTF-8. Of another one, a filter would search for a wrong text. */
const isEncoded = (query: string): boolean =>
  !query.includes("%") || Result.isSuccess(Result.try(() => decodeURIComponent(query)))

/**
 * Paths that routers read in different ways: without a slash in front, with an empty segment, with a slash at the end, or with a character at which the
 * router of `FindEndpoint` cuts the path.
 */
const ambiguousPath = /^(?!\/)|\/\/|.\/$|[;#]/

/** The check of an API: that of the address, and that of the listener. */
export const checkRequest =
  ({ folderPath, unknownAddress }: ServedApi, checkTransport: Check): Check =>
  (incoming) => {
    const { url } = incoming
    if (url.length > urlBytesMax) {
      return new UriTooLong({ message: `The address is longer than ${urlBytesMax} bytes.` })
    }
    const refused = checkTransport(incoming)
    if (refused !== undefined) return refused
    const queryStart = url.indexOf("?")
    const path = pathOf(incoming)
    if (ambiguousPath.test(path) && path !== folderPath) return unknownAddress
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
