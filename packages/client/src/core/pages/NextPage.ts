/**
 * Reads the address of a next page. It is untrusted input, and the request for the page carries a token.
 *
 * Only the query of the address is used: the request goes to the same list at `baseUrl`, wherever the address points. A service that is
 * reached by another name, port or path than its own, as behind a port mapping, gives addresses that lead elsewhere. The address of
 * another list is refused (spec 4.8).
 */
import * as Result from "effect/Result"
import type { Failure } from "../ClientError.ts"
import { advanceCycleCheck, type CycleCheck } from "./CycleCheck.ts"

/** The longest address: the service reads no longer one. */
const nextLengthMax = 8_192

const untrusted = (why: string): Result.Result<never, Failure> =>
  Result.fail({
    tag: "UntrustedNext",
    message: `The address of the next page ${why}. It was not followed.`,
    outcome: "not_sent"
  })

/** The query of the next page of the list at `path` below `baseUrl`. What is in front of the path is where the service is reached. */
export const nextSearch = (next: string, baseUrl: string, path: string): Result.Result<string, Failure> => {
  if (next.length > nextLengthMax) return untrusted("is longer than any real one")
  const list = baseUrl + path
  if (!URL.canParse(next, list)) return untrusted("cannot be read")
  const { password, pathname, protocol, search, username } = new URL(next, list)
  if (!/^https?:$/.test(protocol)) return untrusted(`has another scheme, ${protocol.slice(0, 20)}`)
  if (username !== "" || password !== "") return untrusted("holds user information")
  return pathname.endsWith(path) ? Result.succeed(search) : untrusted(`has another path, ${pathname.slice(0, 100)}`)
}

/** The cycle check after the page at `search`; a failure when its address was seen before. */
export const checkCycle = (check: CycleCheck, search: string): Result.Result<CycleCheck, Failure> => {
  const next = advanceCycleCheck(check, search)
  return next === undefined ? untrusted("was seen before: the pages run in a circle") : Result.succeed(next)
}
