/**
 * The address of `partner api`: a path of the service, or a whole address such as the `next` of a list. The request goes to the configured
 * address alone, because a token goes along: that of a page of a list is requested there, whatever its host.
 */
import { pathPattern } from "@partner-api/contract/Path"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import * as Result from "effect/Result"
import { pagePathOf, sameOrigin } from "../../core/Address.ts"

/** The target of a request, behind the configured address. */
export interface ApiTarget {
  readonly path: string
  /** With its question mark; empty without a query. */
  readonly search: string
}

const scheme = /^[a-z][a-z0-9+.-]*:/iu

/** Reads the target of a call; an error is a sentence with the reason. A whole address is accepted for pages of `lists`. */
export const readTarget = (
  baseUrl: string,
  given: string,
  lists: ReadonlyArray<EndpointEntry> = []
): Result.Result<ApiTarget, string> => {
  // A path is put behind the address as text, so that nothing at its beginning can name another host.
  const text = scheme.test(given) ? given : `${baseUrl}/${given.replace(/^\//u, "")}`
  if (!URL.canParse(text)) return Result.fail("is no path, such as /v1/jobs")
  const [base, url] = [new URL(baseUrl), new URL(text)]
  if (url.username !== "" || url.password !== "") return Result.fail("holds user information")
  const root = base.pathname.replace(/\/+$/u, "")
  const isAtBase = sameOrigin(base, url)
  if (isAtBase && url.pathname.startsWith(`${root}/`)) {
    return Result.succeed({ path: url.pathname.slice(root.length), search: url.search })
  }
  const path = pagePathOf(url, lists)
  if (path !== undefined) return Result.succeed({ path, search: url.search })
  return Result.fail(
    isAtBase ? `does not begin with ${root}/` : `is at another address than ${base.origin}; tokens go nowhere else`
  )
}

const decoded = (segment: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(segment)),
    () => segment
  )

/** The endpoint of the contract that answers there, those with fewer parameters first, as a router prefers them. */
export const endpointAt = <Entry extends Pick<EndpointEntry, "method" | "path">>(
  endpoints: ReadonlyArray<Entry>,
  method: string,
  { path }: ApiTarget
): Entry | undefined => {
  const text = path.split("/").map(decoded).join("/")
  return endpoints
    .filter((one) => one.method === method && pathPattern(one.path).test(text))
    .toSorted((left, right) => left.path.split(":").length - right.path.split(":").length)[0]
}
