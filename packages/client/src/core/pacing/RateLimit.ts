/**
 * Reads the rate limit of an answer from the header fields `RateLimit-Policy` and `RateLimit` (IETF draft), and `RateLimit-Cost`.
 *
 * A field that cannot be read counts as absent: other services have fields of the same name in other forms. Does not decide when to
 * send: see `Pace.ts`.
 */
import { rateLimitCostHeader } from "@partner-api/contract/RequestHeaders"

/** A limit, and what is left of it. */
export interface RateLimit {
  /** `quota` requests in `windowMs`. */
  readonly quota: number
  readonly windowMs: number
  /** Below zero where requests have cost more than was left. */
  readonly remaining: number
}

const costHeader = rateLimitCostHeader.toLowerCase()

/** For how many requests the answered one counts: one where the answer states nothing else. */
export const readCost = (headers: Readonly<Record<string, string>>): number => {
  const field = headers[costHeader] ?? ""
  // A cost with more digits is none.
  return /^[1-9]\d{0,5}$/.test(field) ? Number(field) : 1
}

/** The longest header field that is read. */
const lengthMax = 1_024

/** The longest window that is believed: a month. */
const windowSecondsMax = 31 * 86_400

interface Item {
  readonly name: string
  readonly parameters: string
}

/** The items of a list such as `"default";q=200;w=4, "daily";q=9000;w=86400`. */
const itemsOf = (field: string | undefined): ReadonlyArray<Item> =>
  Array.from((field ?? "").slice(0, lengthMax).matchAll(/"([^"]*)"([^",]*)/g), ([, name = "", parameters = ""]) => ({
    name,
    parameters
  }))

const readParameter = ({ parameters }: Item, name: string): number | undefined => {
  const text = new RegExp(`;\\s*${name}=(\\d{1,9})(?:[;\\s]|$)`).exec(parameters)?.[1]
  return text === undefined ? undefined : Number(text)
}

/** The limit that the headers of an answer state; of several limits, the one of which the least is left. */
export const readRateLimit = (headers: Readonly<Record<string, string>>): RateLimit | undefined => {
  const policies = itemsOf(headers["ratelimit-policy"])
  let least: RateLimit | undefined
  for (const item of itemsOf(headers["ratelimit"])) {
    const policy = policies.find(({ name }) => name === item.name)
    const remaining = readParameter(item, "r")
    if (policy === undefined || remaining === undefined) continue
    const quota = readParameter(policy, "q") ?? 0
    const windowSeconds = readParameter(policy, "w") ?? 0
    if (quota === 0 || windowSeconds === 0 || windowSeconds > windowSecondsMax) continue
    // An overdrawn limit has nothing left either: the time until all of it is there again states by how much it is overdrawn.
    const untilWholeSeconds = readParameter(item, "t") ?? 0
    const owed = remaining > 0 ? 0 : Math.max(0, (untilWholeSeconds * quota) / windowSeconds - quota)
    if (least === undefined || remaining - owed < least.remaining) {
      least = { quota, windowMs: windowSeconds * 1_000, remaining: remaining - owed }
    }
  }
  return least
}
