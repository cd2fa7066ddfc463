/**
 * Sends webhooks over HTTP/1.1, and gives no way inside: the URL is judged, then each address that a connection is opened to. It follows
 * no redirect, sends no header of a trace, and returns nothing of an answer but its status and `Retry-After`.
 *
 * A connection that is kept stays with the address that was judged when it was opened, so it takes no more requests after a minute, or
 * after a thousand of them. Then the name is looked up again.
 */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { type OutboundPolicy, refusalsOf } from "@partner-api/service/services/webhooks/OutboundUrl"
import { WebhookSender } from "@partner-api/service/services/webhooks/WebhookSender"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Dns } from "effect/net/Dns"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as OutboundConnections from "./OutboundConnections.ts"
import { exchange } from "./OutboundExchange.ts"
import { announcedIdleMsMax, defaultLimits, headerBytesMax, type OutboundLimits } from "./OutboundLimits.ts"

/** The addresses that requests may go to, and bounds other than those of the decisions. */
export interface WebhookSenderOptions extends OutboundPolicy {
  readonly limits?: Partial<OutboundLimits>
}

/** Headers that every request has. */
const headersOf = (headers: Readonly<Record<string, string>>) => ({
  ...headers,
  "user-agent": "PartnerAPI-Webhooks/1",
  "content-type": "application/json"
})

/** The URLs whose judgement is remembered: more than there are endpoints under way. */
const judgedMax = 1_024

/** The target of a request; none where it may not be sent. */
interface Target {
  readonly origin: string
  readonly path: string
}

/** Judges URLs. The policy is the same for as long as the program runs, so each is judged once while it is in use. */
const targetIn = (options: OutboundPolicy) => {
  const refusals = refusalsOf(options)
  const judged = new Map<string, Target | undefined>()
  const judge = (text: string): Target | undefined => {
    const url = URL.parse(text)
    return url === null || refusals(text).length > 0
      ? undefined
      : { origin: url.origin, path: `${url.pathname}${url.search}` }
  }
  return (text: string): Target | undefined => {
    if (judged.has(text)) return judged.get(text)
    const target = judge(text)
    if (judged.size >= judgedMax) judged.clear()
    judged.set(text, target)
    return target
  }
}

/** The agent that sends requests, and the number of its open connections. */
const makeAgent = Effect.fnUntraced(function* (options: WebhookSenderOptions, limits: OutboundLimits) {
  const undici = yield* Effect.promise(() => import("@effect/platform-node/Undici"))
  const { connect, open } = yield* OutboundConnections.make(undici, {
    ...options,
    connectTimeoutMs: limits.connectTimeoutMs,
    answerBytesMax: limits.answerBytesMax
  })
  const agent = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new undici.Agent({
          connect,
          connections: limits.connectionsPerOriginMax,
          clientTtl: limits.connectionAgeMsMax,
          maxRequestsPerClient: limits.requestsPerConnectionMax,
          keepAliveTimeout: limits.idleMsMax,
          keepAliveMaxTimeout: announcedIdleMsMax,
          maxHeaderSize: headerBytesMax,
          allowH2: false,
          pipelining: 1,
          // The exchange as a whole has a time.
          headersTimeout: 0,
          bodyTimeout: 0
        })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )
  return { agent, open }
})

const make = Effect.fnUntraced(function* (options: WebhookSenderOptions) {
  const clock = yield* Clock.Clock
  const limits: OutboundLimits = { ...defaultLimits, ...options.limits }
  const services = yield* Effect.context<Dns | Scope.Scope>()
  // Reading the code that sends takes as long as a twentieth of a start, so the first request has it read.
  const [cachedAgent, forget] = yield* Effect.cachedInvalidateWithTTL(
    Effect.provideContext(makeAgent(options, limits), services),
    Duration.infinity
  )
  // One that could not be made is made again for the next request.
  const lateAgent = Effect.tapDefect(cachedAgent, () => forget)
  const slots = yield* Semaphore.make(limits.exchangesMax)
  const targetOf = targetIn(options)
  const time = { clock, timeoutMs: limits.exchangeTimeoutMs, bodyTimeoutMs: limits.bodyTimeoutMs }
  return WebhookSender.of({
    send: ({ body, headers, url }) =>
      Effect.suspend(() => {
        const target = targetOf(url)
        if (target === undefined) return Effect.succeed({ error: "address" } as const)
        return Semaphore.withPermit(
          slots,
          Effect.flatMap(lateAgent, ({ agent, open }) =>
            exchange(
              agent,
              {
                ...target,
                method: "POST",
                headers: headersOf(headers),
                body,
                reset: open() > limits.keptConnectionsMax
              },
              time
            )
          )
        )
      })
  })
})

/** A sender that looks names up with the `Dns` that it is given. */
export const layerNoDns = (options: WebhookSenderOptions): Layer.Layer<WebhookSender, never, Dns> =>
  Layer.effect(WebhookSender, make(options))

/** A sender that looks names up with the name servers of the system. */
export const layer = (options: WebhookSenderOptions): Layer.Layer<WebhookSender> =>
  layerNoDns(options).pipe(Layer.provide(NodeDns.layer))
