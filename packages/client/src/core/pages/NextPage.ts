/**
 * Whether the address of a next page may be followed. It is data from outside, and a request there carries a token.
 *
 * Only the query is taken from it: the request goes to the list it came from, at the origin that was configured. An address that
 * says anything else is refused and not mended, because it is not what the specification shows (spec 4.8).
 */
import * as Result from "effect/Result"
import type { Failure } from "../ClientError.ts"
import { isLoopback } from "../ClientConfig.ts"

/** An address is no longer than the service reads. */
const nextLengthMax = 8_192

const untrusted = (why: string): Result.Result<never, Failure> =>
  Result.fail({
    tag: "UntrustedNext",
    message: `The address of the next page ${why}. It was not followed.`,
    outcome: "not_sent"
  })

/** The names of this machine with one port are one origin (decisions, Discovery). */
const sameHost = (one: URL, other: URL): boolean =>
  one.host === other.host || (isLoopback(one.hostname) && isLoopback(other.hostname) && one.port === other.port)

/** The query to ask the list at `listUrl` for its next page with. */
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

/** Watches a walk for circles without keeping every address (Brent): compares with one that moves at powers of two. */
export interface Circle {
  readonly anchor: string | undefined
  readonly steps: number
  readonly stepsMax: number
}

/** A walk that begins. */
export const noCircle: Circle = { anchor: undefined, steps: 0, stepsMax: 1 }

/** The walk after one more page; a failure when it has been at `search` before. */
export const follow = (circle: Circle, search: string): Result.Result<Circle, Failure> => {
  if (search === circle.anchor) return untrusted("was seen before: the pages run in a circle")
  return Result.succeed(
    circle.steps + 1 >= circle.stepsMax
      ? { anchor: search, steps: 0, stepsMax: circle.stepsMax * 2 }
      : { ...circle, steps: circle.steps + 1 }
  )
}
