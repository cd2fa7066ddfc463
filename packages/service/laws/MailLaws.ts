/**
 * The laws of mails that are to be sent: what counts, who takes one, and what is forgotten.
 */
import { assert } from "@effect/vitest"
import { ClientId } from "@partner-api/domain/Ids"
import { MailStore, type StoredMail } from "@partner-api/service/store/MailStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Law, one, onOne, transaction, two } from "./Furnished.ts"

const nowMs = 1_700_000_000_000

const mail = (id: string, more: Partial<StoredMail> = {}): StoredMail => ({
  id,
  organizationId: one,
  kind: "CONFIRMATION",
  subjectId: `app_${id}`,
  clientId: ClientId.make("cli_1"),
  addressKey: "address a",
  keyId: "key",
  sealed: `sealed ${id}`,
  createdAtMs: nowMs,
  dueAtMs: nowMs,
  attempts: 0,
  ...more
})

const idsDue = (atMs: number) =>
  Effect.flatMap(MailStore, (store) => Effect.map(store.due(atMs), (mails) => mails.map(({ id }) => id)))

export const mailLaws: ReadonlyArray<Law> = [
  onOne(
    "mails are counted by address and by client since a moment, sent ones too (recruiting 6)",
    Effect.gen(function* () {
      const store = yield* MailStore
      yield* store.insert(mail("mail_a"))
      yield* store.insert(mail("mail_b", { addressKey: "address b", organizationId: two }))
      yield* store.insert(mail("mail_c", { clientId: ClientId.make("cli_2") }))
      yield* store.insert(mail("mail_d", { createdAtMs: nowMs - 1 }))
      yield* store.end("mail_a", "SENT")
      const use = yield* transaction(store.lockUse(mail(""), nowMs))
      assert.deepStrictEqual(use, { ofAddress: 2, ofClient: 2 })
    })
  ),
  onOne(
    "a mail is taken by one node, and its text is forgotten when it ends (recruiting 6)",
    Effect.gen(function* () {
      const store = yield* MailStore
      const first = mail("mail_a")
      for (const waiting of [first, mail("mail_b", { dueAtMs: nowMs - 1 }), mail("mail_c", { dueAtMs: nowMs + 1 })])
        yield* store.insert(waiting)
      assert.deepStrictEqual(yield* idsDue(nowMs), ["mail_b", "mail_a"])
      const taken = yield* Effect.forEach([1, 2, 3], () => store.take(first, nowMs + 60), { concurrency: 3 })
      assert.deepStrictEqual(taken.flatMap(Option.toArray), [{ ...first, attempts: 1, dueAtMs: nowMs + 60 }])
      assert.deepStrictEqual(yield* idsDue(nowMs + 59), ["mail_b", "mail_c"])
      yield* store.postpone("mail_a", nowMs + 90)
      assert.include(yield* idsDue(nowMs + 90), "mail_a")
      yield* store.end("mail_a", "SENT")
      yield* store.end("mail_b", "FAILED")
      assert.deepStrictEqual(yield* idsDue(nowMs + 90), ["mail_c"])
      assert.deepStrictEqual(yield* store.backlog, { waiting: 1, oldestMs: nowMs, failed: 1 })
      assert.deepStrictEqual(yield* store.take(mail("mail_b"), nowMs), Option.none())
    })
  ),
  onOne(
    "waiting mails that another key has sealed are found, and sealed anew (docs/operators, Replace the key)",
    Effect.gen(function* () {
      const store = yield* MailStore
      for (const id of ["mail_b", "mail_a", "mail_sent"]) yield* store.insert(mail(id))
      yield* store.insert(mail("mail_new", { keyId: "new" }))
      yield* store.end("mail_sent", "SENT")
      const idsBehind = (afterId: string) =>
        Effect.map(store.sealedOtherwise("new", afterId), (mails) => mails.map(({ id }) => id))
      assert.deepStrictEqual(yield* idsBehind(""), ["mail_a", "mail_b"])
      assert.deepStrictEqual(yield* idsBehind("mail_a"), ["mail_b"])
      yield* store.reseal({ id: "mail_a", keyId: "new", sealed: "sealed anew" })
      yield* store.reseal({ id: "mail_sent", keyId: "new", sealed: "sealed anew" })
      assert.deepStrictEqual(yield* idsBehind(""), ["mail_b"])
      const due = yield* store.due(nowMs)
      const resealed = due.filter(({ sealed }) => sealed === "sealed anew").map(({ id, keyId }) => [id, keyId])
      assert.deepStrictEqual(resealed, [["mail_a", "new"]])
    })
  ),
  onOne(
    "the mails of a link are forgotten until they are sent, and old ones are removed (recruiting 6)",
    Effect.gen(function* () {
      const store = yield* MailStore
      yield* store.insert(mail("mail_a", { subjectId: "app_1" }))
      yield* store.insert(mail("mail_b", { subjectId: "app_1", organizationId: two }))
      const idsOf = Effect.map(store.waiting(one, "app_1"), (mails) => mails.map(({ id }) => id))
      assert.deepStrictEqual(yield* idsOf, ["mail_a"])
      yield* store.forget(one, "app_1")
      assert.deepStrictEqual(yield* idsOf, [])
      assert.deepStrictEqual(yield* idsDue(nowMs), ["mail_b"])
      assert.strictEqual((yield* transaction(store.lockUse(mail(""), nowMs))).ofAddress, 2)
      assert.strictEqual(yield* store.purge(nowMs), 0)
      assert.strictEqual(yield* store.purge(nowMs + 1), 2)
      assert.deepStrictEqual(yield* idsDue(nowMs), [])
    })
  )
]
