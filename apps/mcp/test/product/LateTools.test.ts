/**
 * A program that starts before its platform: its tools appear when the platform answers, and the client is notified (README, Tools).
 */
import { createTestServer } from "@partner-api/client/testing"
import { assert, it } from "@effect/vitest"
import * as McpTest from "effect/ai/McpTest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as TestClock from "effect/testing/TestClock"
import { ConfirmationLedger } from "../../src/protocol/confirmation/ConfirmationLedger.ts"
import { CurrentPrincipal, localPrincipal } from "../../src/protocol/Principal.ts"
import { protocols, registrations } from "../../src/protocol/ServerDefinition.ts"
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
