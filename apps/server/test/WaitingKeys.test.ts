/**
 * A request whose key is in use waits for the first one, five seconds and no longer (decisions, Safe repetition). The first one is held
 * up here for as long as a test wants, which no request can be; so this asks the service itself, on its database.
 */
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { operator } from "@partner-api/domain/Journal"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { Idempotency } from "@partner-api/service/services/Idempotency"
import { Journal } from "@partner-api/service/services/Journal"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
/** Runs on the database of the server, with a service of its own: the server does not lend its. */
const run = <A, E>(effect: Effect.Effect<A, E, Idempotency>) =>
  server.run(Effect.provide(effect, Idempotency.layer.pipe(Layer.provide(Journal.layer))))

const scopeOf = (key: string) => ({
  organizationId: OrganizationId.make("org_acme"),
  callerId: ClientId.make("sandbox-client"),
  method: "POST",
  path: "/v1/users",
  key
})

/** A request under a key, whose effect answers with `body`. A stored answer is shown in capitals. */
const request = <E>(key: string, body: Effect.Effect<string, E>) =>
  Effect.flatMap(Idempotency, (idempotency) =>
    Effect.map(
      idempotency.once(
        { actor: operator, scope: scopeOf(key), fingerprint: "same" },
        Effect.map(body, (answer) => ({
          answer,
          stored: { status: 201, headers: {}, body: answer },
          resourceId: undefined
        }))
      ),
      (answered) => ("stored" in answered ? answered.stored.body.toUpperCase() : answered.answer)
    )
  )

/** A first request that is held up, and a second one under the same key: how both end. `meanwhile` gets how to let the first go on. */
const both = (key: string, meanwhile: (letGo: Effect.Effect<unknown>) => Effect.Effect<unknown>) =>
  run(
    Effect.gen(function* () {
      const held = yield* Deferred.make<string>()
      const letGo = Deferred.succeed(held, "first")
      const first = yield* Effect.forkChild(request(key, Deferred.await(held)), { startImmediately: true })
      const second = yield* Effect.forkChild(Effect.result(request(key, Effect.succeed("second"))), {
        startImmediately: true
      })
      yield* meanwhile(letGo)
      const ended = Result.match(yield* Fiber.join(second), {
        onSuccess: (text) => text,
        onFailure: ({ code }) => code
      })
      yield* letGo
      return [yield* Fiber.join(first), ended]
    })
  )

describe("a second request under a key", () => {
  it("gets the answer of the first one, when that ends within five seconds (decisions, Safe repetition)", async () =>
    assert.deepStrictEqual(await both("in time", (letGo) => Effect.andThen(TestClock.adjust(4_999), letGo)), [
      "first",
      "FIRST"
    ]))

  it("gets after five seconds that the first one is still running (decisions, Safe repetition)", async () =>
    assert.deepStrictEqual(await both("too late", () => TestClock.adjust(5_000)), ["first", "idempotency_in_progress"]))

  it("does its own work when the first one failed (decisions, Safe repetition)", async () => {
    const ended = await run(
      Effect.gen(function* () {
        const held = yield* Deferred.make<string, "failed">()
        const first = yield* Effect.forkChild(Effect.result(request("failed", Deferred.await(held))), {
          startImmediately: true
        })
        const second = yield* Effect.forkChild(request("failed", Effect.succeed("second")), { startImmediately: true })
        yield* Deferred.fail(held, "failed")
        return [Result.isFailure(yield* Fiber.join(first)), yield* Fiber.join(second)]
      })
    )
    assert.deepStrictEqual(ended, [true, "second"])
  })
})
