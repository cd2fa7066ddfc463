/**
 * The service on a memory, as a function from a request to its response: without a socket, in the time of the given clock, with
 * identifiers that are the same in each run.
 */
import { storedBytesPerDay } from "@partner-api/domain/StorageQuota"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { RandomBytes } from "../crypto/Secrets.ts"
import { AccessLog, type WriteAccessLog } from "../http/AccessLog.ts"
import { ClientAddress } from "../http/ClientAddress.ts"
import { BodyIncomplete, BodyTooLarge, type Incoming } from "../http/Incoming.ts"
import { Pipeline } from "../http/Pipeline.ts"
import { CurrentRequest } from "../http/RequestContext.ts"
import { requestLogEntryOf } from "../http/RequestLogEntry.ts"
import { RequestLogSink } from "../http/RequestLogSink.ts"
import * as Routes from "../http/Routes.ts"
import { PublicUrl } from "../PublicUrl.ts"
import * as Service from "../Service.ts"
import { InvitationPolicy } from "../services/InvitationPolicy.ts"
import { HasMail } from "../services/mail/HasMail.ts"
import { Drain } from "../services/Drain.ts"
import { HasScanner } from "../services/scan/HasScanner.ts"
import { defaultRateLimit, RateLimits, type RateLimitSettings } from "../services/access/RateLimits.ts"
import { CurrentUsage } from "../services/access/RequestUsage.ts"
import { StorageQuota } from "../services/access/StorageQuota.ts"
import { makeEndlessBuckets } from "../services/access/TokenBuckets.ts"
import { TokenTimes } from "../services/access/Tokens.ts"
import { webhooks } from "./MemoryWebhooks.ts"
import type { Memory } from "../store/memory/Memory.ts"
import { makeMemoryRequestLog } from "../store/memory/MemoryRequestLogStore.ts"
import * as MemoryFileStorage from "../store/memory/MemoryFileStorage.ts"
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

/** The options of a service in memory. */
export interface MemoryServiceOptions {
  readonly memory: Memory["Service"]
  readonly clock: ServiceClock
  readonly baseUrl: string
  readonly scripts?: HandlerScripts.HandlerScripts
  /** The bytes of files, which its workers have too; by default a storage of its own. */
  readonly files?: MemoryFileStorage.MemoryFiles
  /** Whether files wait for a scanner (`MemoryScans.ts`); by default none does. */
  readonly hasScanner?: boolean
  /** The lifetimes of tokens. */
  readonly tokens: { readonly primaryLifetimeSeconds: number; readonly scopedLifetimeSeconds: number }
  /** The rate limit; without one no request is refused, and the headers of answers have the default limit. */
  readonly rateLimit?: RateLimitSettings | undefined
  readonly log?: WriteAccessLog
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

/** Matches the part of an address before its path. */
const origin = /^[a-z]+:\/\/[^/?#]*/

/** A request of the web, as the service takes it. */
const incomingOf = (request: Request): Incoming => {
  const bytes = Effect.runSync(
    Effect.cached(Effect.tryPromise({ try: () => request.arrayBuffer(), catch: () => new BodyIncomplete() }))
  )
  return {
    method: request.method.toUpperCase(),
    url: request.url.replace(origin, ""),
    headers: Headers.fromInput(request.headers),
    rawHeaders: [],
    majorVersion: 1,
    remoteAddress: undefined,
    hasCertainEnd: true,
    body: {
      read: (bytesMax) =>
        Effect.flatMap(bytes, (whole) =>
          whole.byteLength > bytesMax ? Effect.fail(new BodyTooLarge()) : Effect.succeed(whole)
        ),
      stream: Stream.map(Stream.fromEffect(bytes), (whole) => new Uint8Array(whole))
    }
  }
}

/** Answers a request as a listener would. Aborting the request interrupts the answer. */
const answer = ({ begin }: Pipeline["Service"], request: Request): Effect.Effect<Response> =>
  Effect.suspend(() => {
    const exchange = begin(incomingOf(request))
    return exchange.answering.pipe(
      Effect.provideService(CurrentRequest, exchange.context),
      Effect.provideService(CurrentUsage, exchange.context.usage),
      Effect.onInterrupt(() => Effect.sync(() => exchange.abandon())),
      Effect.map((response) =>
        HttpServerResponse.toWeb(HttpServerResponse.setHeaders(response, exchange.end(response)), {
          withoutBody: request.method === "HEAD"
        })
      )
    )
  })

/** Makes a service in memory. It is built at its first request. */
export const makeMemoryService = ({
  baseUrl,
  clock,
  files = new Map(),
  hasScanner = false,
  memory,
  rateLimit,
  scripts = new Map(),
  log = () => {},
  tokens
}: MemoryServiceOptions): ((request: Request) => Promise<Response>) => {
  const requestLog = makeMemoryRequestLog()
  const settings = Layer.mergeAll(
    Layer.succeed(RequestLogSink, (ended) => requestLog.add(requestLogEntryOf(ended))),
    Layer.succeed(PublicUrl, baseUrl),
    Layer.succeed(AccessLog, log),
    // A token that was revoked is refused at once: a clock that stands still would keep it.
    Layer.succeed(TokenTimes, { ...tokens, cacheMs: 0 }),
    Layer.succeed(RandomBytes, countingBytes()),
    Layer.succeed(Clock.Clock, clockOf(clock)),
    Layer.succeed(InvitationPolicy, "new"),
    Layer.succeed(HasMail, true),
    Layer.succeed(HasScanner, hasScanner),
    ClientAddress.layer([]),
    Drain.layer,
    webhooks(baseUrl)
  )
  // A clock that stands still would fill no bucket.
  const limits =
    rateLimit === undefined ? RateLimits.layer(defaultRateLimit, makeEndlessBuckets) : RateLimits.layer(rateLimit)
  const service = ManagedRuntime.make(
    Routes.layerWith(HandlerScripts.stages(scripts)).pipe(
      Layer.provide([Service.layer, limits, StorageQuota.layer(storedBytesPerDay)]),
      Layer.provide([MemoryStores.layer(memory), MemoryFileStorage.layerOf(files), requestLog.layer]),
      Layer.provideMerge(settings)
    )
  )
  return (request) =>
    service.runPromise(
      Pipeline.use((pipeline) => answer(pipeline, request)),
      { signal: request.signal }
    )
}
