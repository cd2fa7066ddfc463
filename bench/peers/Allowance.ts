/**
 * The rate limit of the peers, as the product counts it: a token bucket for each client and organization, one for all that a client
 * requests, and of each kind of key the ten thousand used last. The header fields show the first.
 */

const perSecond = Number(process.env["RATE_LIMIT_PER_SECOND"])
const burst = Number(process.env["RATE_LIMIT_BURST"])
const clientFactor = 4
const keysMax = 10_000
const windowSeconds = Math.ceil(burst / perSecond)

interface Bucket {
  tokens: number
  refilledMs: number
}
const buckets = new Map<string, Bucket>()

const bucketOf = (key: string, full: number, nowMs: number): Bucket => {
  const bucket = buckets.get(key) ?? { tokens: full, refilledMs: nowMs }
  buckets.delete(key)
  buckets.set(key, bucket)
  const oldest = buckets.keys().next()
  if (buckets.size > keysMax && oldest.done !== true) buckets.delete(oldest.value)
  return bucket
}

/** Takes one request off a bucket, and gives what is left; less than nothing when it was empty. */
const takeOff = (key: string, factor: number, nowMs: number): number => {
  const full = burst * factor
  const refillMs = 1_000 / (perSecond * factor)
  const bucket = bucketOf(key, full, nowMs)
  const refilled = Math.floor((nowMs - bucket.refilledMs) / refillMs)
  bucket.tokens = Math.min(full, bucket.tokens + refilled)
  bucket.refilledMs = bucket.tokens >= full ? nowMs : bucket.refilledMs + refilled * refillMs
  if (bucket.tokens >= 1) bucket.tokens -= 1
  else return -1
  return bucket.tokens
}

/** What a caller or a client has left, as the header fields state it. */
export interface Allowance {
  readonly exceeded: boolean
  readonly headers: Readonly<Record<"ratelimit-policy" | "ratelimit", string>>
}

const headersOf = (name: string, factor: number, left: number): Allowance["headers"] => {
  const full = burst * factor
  const resetSeconds = Math.ceil((full - Math.max(0, left)) / (perSecond * factor))
  return {
    "ratelimit-policy": `"${name}";q=${full};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${Math.max(0, left)};t=${resetSeconds}`
  }
}

/** Takes one request off the two buckets of a caller. */
export const take = (clientId: string, organizationId: string): Allowance => {
  const nowMs = Date.now()
  const left = takeOff(`${clientId} ${organizationId}`, 1, nowMs)
  const leftOfClient = left < 0 ? 0 : takeOff(clientId, clientFactor, nowMs)
  return { exceeded: left < 0 || leftOfClient < 0, headers: headersOf("default", 1, left) }
}

/** Takes a request for a token off the limit of its client. */
export const takeOfClient = (clientId: string): Allowance => {
  const left = takeOff(clientId, clientFactor, Date.now())
  return { exceeded: left < 0, headers: headersOf("client", clientFactor, left) }
}
