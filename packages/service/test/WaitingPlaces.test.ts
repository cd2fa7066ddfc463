/**
 * How many requests may wait for events at once (decisions, Journal).
 */
import { assert, describe, it } from "@effect/vitest"
import { clientWaitersMax, waitersMax } from "@partner-api/domain/EventQuery"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { makeWaitingPlaces } from "@partner-api/service/services/WaitingPlaces"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

const clientId = ClientId.make("cli_a")
const at = (index: number, of = clientId) => ({ clientId: of, organizationId: OrganizationId.make(`org_${index}`) })

describe("the places of requests that wait (decisions, Journal)", () => {
  it.effect("are 200 of a client in all of its organizations, 5 of them in one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual([waitersMax, clientWaitersMax], [5, 200])
      const withPlace = makeWaitingPlaces()
      const wait = (holder: ReturnType<typeof at>) =>
        Effect.forkChild(withPlace(holder, Effect.never), { startImmediately: true })
      const organizations = Array.from({ length: clientWaitersMax / waitersMax }, (_, index) => index)
      const [first] = yield* Effect.forEach(
        organizations.flatMap((index) => Array.from({ length: waitersMax }, () => index)),
        (index) => wait(at(index))
      )
      const refusedAt = (index: number) => Effect.flip(withPlace(at(index), Effect.succeed("waited")))
      const ofOrganization = yield* refusedAt(0)
      const ofClient = yield* refusedAt(organizations.length)
      assert.include(ofOrganization.message, "At most 5 requests of a client may wait for events of an organization")
      assert.include(ofClient.message, "At most 200 requests of a client may wait for events at once")
      assert.deepStrictEqual(
        [ofOrganization, ofClient].map(({ code, retryAfterSeconds }) => [code, retryAfterSeconds]),
        [
          ["rate_limited", 1],
          ["rate_limited", 1]
        ]
      )
      // Another client has places of its own, and a request that ends leaves its place.
      const other = ClientId.make("cli_b")
      assert.strictEqual(yield* withPlace(at(0, other), Effect.succeed("waited")), "waited")
      if (first !== undefined) yield* Fiber.interrupt(first)
      assert.strictEqual(yield* withPlace(at(organizations.length), Effect.succeed("waited")), "waited")
    })
  )
})
