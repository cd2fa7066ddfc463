/**
 * The laws of messages: they stay in the order of their numbers, apart by application and organization, and are removed together.
 */
import { assert } from "@effect/vitest"
import { ApplicationId } from "@partner-api/domain/Ids"
import { type Message, MessageId, messageBodyMax } from "@partner-api/domain/Message"
import { pageBytesMax } from "@partner-api/domain/Pagination"
import { messagesPerRemoval, MessageStore } from "@partner-api/service/store/MessageStore"
import * as Effect from "effect/Effect"
import { at, type Law, one, onOne, transaction, two } from "./Furnished.ts"

const first = ApplicationId.make("app_a")
/** Its name begins like that of the first. */
const second = ApplicationId.make("app_a-b")

const message = (applicationId: ApplicationId, number: number, body = `number ${number}`): Message => ({
  id: MessageId.make(`msg_${number}`),
  application_id: applicationId,
  from: "EMPLOYER",
  body,
  created_at: at
})

const bodiesOf = (found: { readonly rows: ReadonlyArray<{ readonly row: { readonly json: string } }> }) =>
  found.rows.map(({ row }) => String(JSON.parse(row.json).body))

export const messageLaws: ReadonlyArray<Law> = [
  onOne(
    "messages have the order in which they were written, and belong to one application (recruiting 10)",
    Effect.gen(function* () {
      const store = yield* MessageStore
      const add = (organization: typeof one, applicationId: ApplicationId, number: number) =>
        transaction(store.insert(organization, number, message(applicationId, number)))
      // More than nine, so that numbers are compared and no texts.
      for (let number = 1; number <= 12; number++) yield* add(one, first, number)
      yield* add(one, second, 1)
      yield* add(two, first, 1)
      assert.strictEqual(yield* store.count(one, first), 12)
      const page = yield* store.page(one, first, { after: "8", limit: 3 })
      assert.deepStrictEqual(
        page.rows.map(({ position }) => position),
        ["9", "10", "11", "12"]
      )
      assert.deepStrictEqual(bodiesOf(page), ["number 9", "number 10", "number 11", "number 12"])
      // More than one statement removes.
      for (let number = 13; number <= 60; number++) yield* add(one, first, number)
      assert.strictEqual(yield* transaction(store.removeSome(one, first)), messagesPerRemoval)
      const rest = yield* store.page(one, first, { after: undefined, limit: 1 })
      assert.strictEqual(bodiesOf(rest)[0], `number ${messagesPerRemoval + 1}`)
      yield* transaction(store.removeAll(one, first))
      assert.strictEqual(yield* transaction(store.removeSome(one, first)), 0)
      assert.strictEqual(yield* store.count(one, first), 0)
      assert.deepStrictEqual(bodiesOf(yield* store.page(one, first, { after: undefined, limit: 10 })), [])
      assert.deepStrictEqual(bodiesOf(yield* store.page(one, second, { after: undefined, limit: 10 })), ["number 1"])
      assert.deepStrictEqual(bodiesOf(yield* store.page(two, first, { after: undefined, limit: 10 })), ["number 1"])
    })
  ),
  onOne(
    "a page of messages ends at its bytes, and the next one goes on there (decisions, Lists)",
    Effect.gen(function* () {
      const store = yield* MessageStore
      const body = "€".repeat(messageBodyMax)
      const many = Math.ceil(pageBytesMax / (3 * messageBodyMax)) + 2
      for (let number = 1; number <= many; number++)
        yield* transaction(store.insert(one, number, message(first, number, body)))
      const page = yield* store.page(one, first, { after: undefined, limit: 100 })
      assert.isBelow(page.rows.length, many)
      assert.strictEqual(page.lookedTo, String(page.rows.length))
      const rest = yield* store.page(one, first, { after: page.lookedTo, limit: 100 })
      assert.strictEqual(page.rows.length + rest.rows.length, many)
      assert.strictEqual(bodiesOf(rest)[0], body)
    })
  )
]
