/**
 * The supported revisions of the protocol: all that Effect implements, because hosts keep the SDK that they were built with for years.
 *
 * No revision offers subscriptions to resources, over neither transport: a resource of this server changes without a notification. Effect
 * offers them over stdio alone, and would take a subscription that never gets one.
 */
import * as McpProtocol from "effect/ai/McpProtocol"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

type Initialize = (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>

/** The first answer of a session, without subscriptions. */
const unsubscribed = (begun: unknown): unknown => {
  const capabilities = Predicate.hasProperty(begun, "capabilities") ? begun.capabilities : undefined
  if (!Predicate.isObject(begun) || !Predicate.hasProperty(capabilities, "resources")) return begun
  return {
    ...begun,
    capabilities: { ...capabilities, resources: { ...Object(capabilities.resources), subscribe: false } }
  }
}

/** The same revision without subscriptions. */
const withoutSubscriptions = <Adapter extends McpProtocol.AnyProtocolAdapter>(protocol: Adapter): Adapter => ({
  ...protocol,
  installHandlers: (core, lifecycle: { readonly initialize: Initialize } | undefined, target) =>
    protocol.installHandlers(
      core,
      lifecycle && {
        ...lifecycle,
        initialize: (...given: ReadonlyArray<unknown>) => Effect.map(lifecycle.initialize(...given), unsubscribed)
      },
      target
    )
})

/** The revisions, the newest first. */
export const protocols = [
  McpProtocol.v2026_07_28,
  withoutSubscriptions(McpProtocol.v2025_11_25),
  withoutSubscriptions(McpProtocol.v2025_06_18),
  withoutSubscriptions(McpProtocol.v2025_03_26),
  withoutSubscriptions(McpProtocol.v2024_11_05)
] as const

/** The requests that only clients with subscriptions send. */
export const subscriptionMethods: ReadonlyArray<unknown> = ["resources/subscribe", "resources/unsubscribe"]

/** The answer to requests for subscriptions, over both transports. */
export const noSubscriptions = "Resource subscriptions are not supported"
