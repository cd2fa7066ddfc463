/**
 * What handling a request knows of its API before any endpoint does, and the addresses that no endpoint gets to see. Looks at no token and no body.
 */
import { allowedMethods } from "@partner-api/contract/Endpoints"
import { OAuth } from "@partner-api/contract/OAuth"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { docsPath } from "@partner-api/contract/System"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InvalidRequest, UriTooLong } from "@partner-api/contract/ProtocolErrors"
import { NotFound } from "@partner-api/domain/Errors"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"
import { urlBytesMax } from "../Limits.ts"
import { prepared } from "./ErrorResponse.ts"
import { pathOf } from "./RequestPath.ts"
import type { ScreenRequest } from "./RequestScreen.ts"

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

/** What handling a request knows of its API. */
export interface GuardedApi {
  /** The methods that a path has; none for an unknown path. */
  readonly allowedMethods: (path: string) => ReadonlyArray<string>
  /** What is answered for an unknown path. */
  readonly unknownAddress: NotFound
  /** Where a challenge for a token sends the reader, as a path; absent where there are no tokens. */
  readonly metadataPath: string | undefined
  /** The one address that ends in a slash; absent where there is none. */
  readonly folderPath: string | undefined
  /** What every answer has that does not say otherwise; absent where there is nothing. */
  readonly defaultHeaders: Readonly<Record<string, string>> | undefined
}

/** The API of partners. */
export const partnerApi: GuardedApi = {
  allowedMethods,
  unknownAddress: prepared(new NotFound({ message: `There is no such address in this API; see ${docsPath}.` })),
  metadataPath: OAuth.endpoints.resource.path,
  folderPath: undefined,
  defaultHeaders: undefined
}

/** Those that look for endpoints and pages would take an empty segment for an identifier, a path without a slash for the root, and cut a path at these characters. */
const strangePath = /^(?!\/)|\/\/|.\/$|[;#]/

/** Refuses a request for its address, or for what the screen of its listener finds; nothing where it may go on. */
export const refusalOf = (
  { folderPath, unknownAddress }: GuardedApi,
  screen: ScreenRequest,
  request: HttpServerRequest
): PartnerError | undefined => {
  if (request.url.length > urlBytesMax) {
    return new UriTooLong({ message: `The address is longer than ${urlBytesMax} bytes.` })
  }
  const refused = screen(request)
  if (refused !== undefined) return refused
  const queryStart = request.url.indexOf("?")
  const path = pathOf(request)
  if (strangePath.test(path) && path !== folderPath) return unknownAddress
  if (queryStart < 0) return undefined
  const query = request.url.slice(queryStart + 1)
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
