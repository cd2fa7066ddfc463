/**
 * The laws of two looks: each finds what it would find alone, and the failure of the first counts.
 */
import { assert } from "@effect/vitest"
import { UserId } from "@partner-api/domain/Ids"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { Together } from "@partner-api/service/store/Together"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { at, clientId, type Law, one, onOne, transaction } from "./Furnished.ts"

const found = Effect.gen(function* () {
  const together = yield* Together
  const clients = yield* ClientStore
  const organizations = yield* OrganizationStore
  const users = yield* UserStore
  const user = users.lock(one, UserId.make("usr_a"))
  const failing = (failure: string) => Effect.flatMap(clients.find(clientId), () => Effect.fail(failure))
  const [client, [grants, stored]] = yield* together(
    clients.lock(clientId),
    together(organizations.grants(clientId), user)
  )
  return {
    client: Option.map(client, ({ id }) => id),
    grants: grants.map(({ organizationId }) => organizationId),
    user: Option.map(stored, ({ id }) => id),
    without: (yield* together(Effect.succeed(1), Effect.succeed(2))).join(),
    failures: [
      yield* Effect.flip(together(failing("first"), failing("second"))),
      yield* Effect.flip(together(failing("first"), user)),
      yield* Effect.flip(together(user, failing("second"))),
      yield* Effect.flip(together(Effect.fail("first"), user))
    ]
  }
})

const expected = {
  client: Option.some(clientId),
  grants: [one],
  user: Option.some(UserId.make("usr_a")),
  without: "1,2",
  failures: ["first", "first", "second", "first"]
}

export const togetherLaws: ReadonlyArray<Law> = [
  onOne(
    "two looks together find what each finds alone, and the failure of the first counts",
    Effect.gen(function* () {
      const users = yield* UserStore
      const add = users.insert(one, {
        id: UserId.make("usr_a"),
        created_at: at,
        updated_at: at,
        first_name: "Ada",
        last_name: "King",
        email: "ada@example.com",
        status: "ACTIVE"
      })
      // What the transaction has written before belongs to what they find.
      assert.deepStrictEqual(yield* transaction(Effect.andThen(add, found)), expected)
      assert.deepStrictEqual(yield* transaction(found), expected)
      assert.deepStrictEqual(yield* found, expected)
    })
  )
]
