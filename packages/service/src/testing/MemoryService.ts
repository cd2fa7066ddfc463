/**
 * The service on a memory, as a function from a request to its response: without a socket, in the time of the given clock, with
 * identifiers that are the same in each run.
 */
import { storedBytesPerDay } from "@partner-api/domain/StorageQuota"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { RandomBytes } from "../crypto/Secrets.ts"
import { AccessLog, type WriteAccessLog } from "../http/AccessLog.ts"
import { ClientAddress } from "../http/ClientAddress.ts"
import { RequestHandler } from "../http/RequestHandler.ts"
import { routerConfig } from "../http/RouterConfig.ts"
import * as Routes from "../http/Routes.ts"
import { PublicUrl } from "../PublicUrl.ts"
import * as Service from "../Service.ts"
import { Drain } from "../services/Drain.ts"
import { defaultRateLimit, RateLimits, type RateLimitSettings } from "../services/access/RateLimits.ts"
import { StorageQuota } from "../services/access/StorageQuota.ts"
import { makeEndlessBuckets } from "../services/access/TokenBuckets.ts"
import { TokenTimes } from "../services/access/Tokens.ts"
import { webhooks } from "./MemoryWebhooks.ts"
import type { Memory } from "../store/memory/Memory.ts"
import * as MemoryStores from "../store/memory/MemoryStores.ts"
import * as HandlerScripts from "./HandlerScripts.ts"

/** The time of a service in memory. */
interface ServiceClock {
  readonly nowMs: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The clock of a service in memory. */
export const clockOf = ({ nowMs, sleep }: ServiceClock): Clock.Clock => {
  const nowNanos = () => BigInt(nowMs()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: nowNanos,
    currentTimeNanos: Effect.sync(nowNanos),
    monotonicTimeNanosUnsafe: nowNanos,
    monotonicTimeNanos: Effect.sync(nowNanos),
    sleep: (duration) => Effect.promise((signal) => sleep(Duration.toMillis(duration), signal))
  }
}

/** What a service in memory is made of. */
export interface MemoryServiceOptions {
  readonly memory: Memory["Service"]
  readonly clock: ServiceClock
  readonly baseUrl: string
  readonly scripts?: HandlerScripts.HandlerScripts
  /** How long tokens live. */
  readonly tokens: { readonly primaryLifetimeSeconds: number; readonly scopedLifetimeSeconds: number }
  /** Without it nobody is refused; the headers of answers tell of the default limit. */
  readonly rateLimit?: RateLimitSettings | undefined
  readonly tell?: WriteAccessLog
}

/** Bytes that count. */
const countingBytes = () => {
  let made = 0n
  return (size: number): Uint8Array => {
    const bytes = new Uint8Array(size)
    let rest = ++made
    for (let index = size - 1; index >= 0 && rest > 0n; index--, rest >>= 8n) bytes[index] = Number(rest & 255n)
    return bytes
  }
}

/** Makes a service in memory. It is built at its first request. */
export const makeMemoryService = ({
  baseUrl,
  clock,
  memory,
  rateLimit,
  scripts = new Map(),
  tell = () => {},
  tokens
}: MemoryServiceOptions): ((request: Request) => Promise<Response>) => {
  const settings = Layer.mergeAll(
    Layer.succeed(PublicUrl, baseUrl),
    Layer.succeed(AccessLog, tell),
    // A token that was revoked is refused at once: a clock that stands still would keep it.
    Layer.succeed(TokenTimes, { ...tokens, cacheMs: 0 }),
    Layer.succeed(RandomBytes, countingBytes()),
    Layer.succeed(Clock.Clock, clockOf(clock)),
    ClientAddress.layer([]),
    Drain.layer,
    webhooks(baseUrl)
  )
  // A clock that stands still would fill no bucket.
  const limits =
    rateLimit === undefined ? RateLimits.layer(defaultRateLimit, makeEndlessBuckets) : RateLimits.layer(rateLimit)
  const app = Routes.layerWith(HandlerScripts.layer(scripts)).pipe(
    Layer.provide([Service.layer, limits, StorageQuota.layer(storedBytesPerDay)]),
    Layer.provide(MemoryStores.layer(memory)),
    Layer.provide([HttpServer.layerServices, HttpRouter.layer]),
    Layer.provide(Layer.succeed(HttpRouter.RouterConfig, routerConfig)),
    Layer.provideMerge(settings)
  )
  return HttpEffect.toWebHandlerLayer(
    RequestHandler.use(({ handle }) => handle),
    app
  ).handler
}
