/**
 * A program that starts before its platform: its tools appear when the platform answers, and the client is notified (README, Tools).
 */
import { createTestServer } from "@partner-api/client/testing"
import { assert, it } from "@effect/vitest"
import * as McpTest from "effect/ai/McpTest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { ConfirmationLedger } from "../../src/protocol/confirmation/ConfirmationLedger.ts"
import { CurrentPrincipal, localPrincipal } from "../../src/protocol/Principal.ts"
import { protocols } from "../../src/protocol/Revisions.ts"
import { registrations } from "../../src/protocol/ServerDefinition.ts"
import { Signer } from "../../src/protocol/Signer.ts"
import { jsonOf } from "../fixture/Clients.ts"
import { definitionOf } from "./Product.ts"

/** Lets what waits for no clock go on. */
const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

// In 2026-07-28 a client is notified over a subscription, which the client in memory does not have.
const notified = protocols.filter(({ runtime }) => runtime._tag === "Stateful")

it.effect.each(notified)("$protocolVersion: a platform that answers later brings its tools", ({ protocolVersion }) =>
  Effect.gen(function* () {
    let isAway = true
    const { definition } = yield* definitionOf(createTestServer(), { isAway: () => isAway })
    const client = yield* McpTest.makeClient(registrations(definition), { protocols, protocolVersion })
    const few = yield* client.listTools()
    const checking = yield* Effect.forkChild(client.callTool({ name: "check_connection", arguments: {} }))
    // The client's retries end, one wait after the other.
    const ticking = yield* Effect.forkChild(
      Effect.forever(Effect.andThen(Effect.promise(nextTurn), TestClock.adjust("50 millis")))
    )
    const checked = jsonOf(JSON.parse(JSON.stringify(yield* Fiber.join(checking))))
    assert.include(String(checked["missing_tools"]), "tools that need an extension are missing")
    const given = { organization_id: "org_1", title: "Clerk", description: "Keeps tables." }
    const away = jsonOf(JSON.parse(JSON.stringify(yield* client.callTool({ name: "create_job", arguments: given }))))
    assert.deepInclude(away, { error: "platform_unreachable", outcome: "not_sent", retryable: true })
    assert.deepStrictEqual(away["next"], ["check_connection"])
    yield* Queue.clear(client.notifications)
    isAway = false
    const { method } = yield* Queue.take(client.notifications)
    yield* Fiber.interrupt(ticking)
    assert.strictEqual(method, "notifications/tools/list_changed")
    const { tools } = yield* client.listTools()
    assert.isAbove(tools.length, few.tools.length)
    assert.isTrue(tools.some(({ name }) => name === "get_job"))
  }).pipe(
    Effect.scoped,
    Effect.provideService(CurrentPrincipal, localPrincipal),
    Effect.provide(Layer.merge(Signer.layer, ConfirmationLedger.layer))
  )
)

it.effect(
  "check_connection says that tools were missing, where it learns first what the platform offers (README)",
  () =>
    Effect.gen(function* () {
      let isAway = true
      const { definition } = yield* definitionOf(createTestServer(), { isAway: () => isAway })
      const client = yield* McpTest.makeClient(registrations(definition), { protocols })
      isAway = false
      // Time stands still, so that nothing but this call requests what the platform offers.
      const checked = yield* client.callTool({ name: "check_connection", arguments: {} })
      const connection = jsonOf(JSON.parse(JSON.stringify(checked)))
      assert.match(String(connection["missing_tools"]), /list the tools again/)
      assert.isArray(connection["extensions"])
    }).pipe(
      Effect.scoped,
      Effect.provideService(CurrentPrincipal, localPrincipal),
      Effect.provide(Layer.merge(Signer.layer, ConfirmationLedger.layer))
    )
)

it.effect.each([
  ["has what it needs: it is done", {}, "status", "previewed"],
  ["is plain: it is refused", { plain: true }, "error", "not_offered"]
] as const)(
  "a call of a tool before the platform was reached requests what it offers, which %s (hosts.md)",
  ([, options, member, value]) =>
    Effect.gen(function* () {
      let isAway = true
      const { definition } = yield* definitionOf(createTestServer(options), { isAway: () => isAway })
      const client = yield* McpTest.makeClient(registrations(definition), { protocols })
      isAway = false
      const given = { organization_id: "org_1", title: "Clerk", description: "Keeps tables." }
      const called = yield* client.callTool({ name: "create_job", arguments: given })
      assert.strictEqual(jsonOf(JSON.parse(JSON.stringify(called)))[member], value)
    }).pipe(
      Effect.scoped,
      Effect.provideService(CurrentPrincipal, localPrincipal),
      Effect.provide(Layer.merge(Signer.layer, ConfirmationLedger.layer))
    )
)

it.effect("a platform that stays away is requested ever more rarely, and at least once a minute (hosts.md)", () =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const requestedAtMs: Array<number> = []
    const isAway = () => {
      requestedAtMs.push(clock.currentTimeMillisUnsafe())
      return true
    }
    const { platform } = yield* definitionOf(createTestServer(), { isAway })
    const listening = yield* Effect.forkChild(Stream.runDrain(platform.features.changes))
    for (let second = 0; second < 600; second++) {
      yield* Effect.promise(nextTurn)
      yield* Effect.promise(nextTurn)
      yield* TestClock.adjust("1 second")
    }
    yield* Fiber.interrupt(listening)
    const pauses = requestedAtMs.slice(1).map((atMs, index) => atMs - (requestedAtMs[index] ?? 0))
    assert.isAtMost(pauses[0] ?? Number.POSITIVE_INFINITY, 3_000)
    assert.isAtMost(pauses.length, 16)
    const last = pauses.at(-1) ?? 0
    assert.isTrue(last >= 60_000 && last <= 63_000, String(last))
  })
)
