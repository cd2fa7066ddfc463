/**
 * Validates the address of a next page. It is untrusted input, and the request for the page carries a token.
 *
 * Only the query of the address is used: the request goes to the same list at the configured origin. Any other address is refused,
 * not repaired, because the specification shows none (spec 4.8).
 */
import * as Result from "effect/Result"
import type { Failure } from "../ClientError.ts"
import { sameHost } from "../Address.ts"
import { advanceCycleCheck, type CycleCheck } from "./CycleCheck.ts"

/** The longest address: the service reads no longer one. */
const nextLengthMax = 8_192

const untrusted = (why: string): Result.Result<never, Failure> =>
  Result.fail({
    tag: "UntrustedNext",
    message: `The address of the next page ${why}. It was not followed.`,
    outcome: "not_sent"
  })

/** The query of the next page of the list at `listUrl`. */
export const nextSearch = (next: string, listUrl: string): Result.Result<string, Failure> => {
  if (next.length > nextLengthMax) return untrusted("is longer than any real one")
  if (!URL.canParse(next, listUrl)) return untrusted("cannot be read")
  const list = new URL(listUrl)
  const url = new URL(next, listUrl)
  if (url.protocol !== list.protocol) return untrusted(`has another scheme, ${url.protocol.slice(0, 20)}`)
  if (url.username !== "" || url.password !== "") return untrusted("holds user information")
  if (!sameHost(url, list)) return untrusted(`is at another host, ${url.host.slice(0, 100)}`)
  if (url.pathname !== list.pathname) return untrusted(`has another path, ${url.pathname.slice(0, 100)}`)
  return Result.succeed(url.search)
}

/** The cycle check after the page at `search`; a failure when its address was seen before. */
export const checkCycle = (check: CycleCheck, search: string): Result.Result<CycleCheck, Failure> => {
  const next = advanceCycleCheck(check, search)
  return next === undefined ? untrusted("was seen before: the pages run in a circle") : Result.succeed(next)
}
