/**
 * Sign-in links and sessions of operators, on SQLite and on PostgreSQL (docs/console.md).
 */
import { assert, describe, it } from "@effect/vitest"
import { sessionIdleMs, sessionLifetimeMs, signInLinkLifetimeMs } from "@partner-api/domain/operator/Operator"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { DatabaseTarget, readTarget } from "../../src/platform/DatabaseTarget.ts"
import { migratedDatabase } from "../Postgres.ts"
import { sharedFolder } from "../TestServer.ts"
import { holdOn, type OperatorLaw, type OperatorNode } from "./OperatorWorld.ts"

const minuteMs = 60_000

/** Signs in with a new link. */
const start = Effect.fnUntraced(function* ({ makeLink, sessions, write }: OperatorNode, name: string) {
  const { operator, token } = yield* makeLink(name)
  const { token: session } = yield* write(sessions.signIn(token))
  return { id: operator.id, session }
})

const isLive = ({ sessions }: OperatorNode, token: Redacted.Redacted) => Effect.map(sessions.find(token), Option.isSome)

/** What an effect is refused with. */
const refusalOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(effect), (result) => (Result.isFailure(result) ? result.failure : "not refused"))

const counts = (node: OperatorNode) =>
  Effect.all([node.rows("operator_links"), node.rows("operator_sessions")]).pipe(
    Effect.map((tables) => tables.map(({ length }) => length))
  )

const laws: ReadonlyArray<OperatorLaw> = [
  [
    "a new name is a new operator, an admin by default; a known one has its role until it gets another",
    (node) =>
      Effect.gen(function* () {
        const { operator: ada } = yield* node.makeLink("Ada")
        const { operator: ben } = yield* node.makeLink("Ben", "viewer")
        assert.deepStrictEqual([ada.role, ben.role], ["admin", "viewer"])
        assert.deepStrictEqual((yield* node.makeLink("Ben")).operator, ben)
        assert.deepStrictEqual((yield* node.makeLink("Ada", "viewer")).operator, { ...ada, role: "viewer" })
        const entry = (action: string, id: string, changed: ReadonlyArray<string>, values = {}) => ({
          action,
          resource_id: id,
          changed,
          ...values
        })
        const link = (id: string) => entry("operator.link_created", id, ["link"])
        assert.deepStrictEqual<ReadonlyArray<object>>(yield* node.entries, [
          entry("operator.created", ada.id, ["name", "role"], { after: { role: "admin" } }),
          link(ada.id),
          entry("operator.created", ben.id, ["name", "role"], { after: { role: "viewer" } }),
          link(ben.id),
          link(ben.id),
          entry("operator.updated", ada.id, ["role"], { before: { role: "admin" }, after: { role: "viewer" } }),
          link(ada.id)
        ])
      })
  ],
  [
    "a name that two nodes meet at once is one operator",
    (first, second) =>
      Effect.gen(function* () {
        for (const name of ["Ada", "Ben", "Cem"]) {
          const made = yield* Effect.all([first.makeLink(name), second.makeLink(name)], { concurrency: 2 })
          assert.strictEqual(new Set(made.map(({ operator }) => operator.id)).size, 1)
        }
        assert.lengthOf(yield* first.sessions.list, 3)
      })
  ],
  [
    "a link begins one session, for ten minutes; whatever is wrong with it, the refusal is the same",
    (node) =>
      Effect.gen(function* () {
        const { sessions, write } = node
        const signIn = (token: Redacted.Redacted) => write(sessions.signIn(token))
        const unknown = yield* refusalOf(signIn(Redacted.make("A".repeat(43))))
        const { expiresAtMs, operator, token } = yield* node.makeLink("Ada")
        const startMs = yield* Clock.currentTimeMillis
        assert.strictEqual(expiresAtMs, startMs + signInLinkLifetimeMs)
        const other = yield* node.makeLink("Ada")
        yield* TestClock.adjust(signInLinkLifetimeMs - 1)
        const { session, token: opened } = yield* signIn(token)
        assert.deepStrictEqual(session.operator, operator)
        const { entries, sessions: all } = yield* Effect.all({ entries: node.entries, sessions: sessions.list })
        assert.strictEqual(all[0]?.sessions, 1)
        assert.deepStrictEqual<unknown>(entries.at(-1), {
          action: "operator.signed_in",
          resource_id: operator.id,
          operator_id: operator.id,
          changed: ["session"]
        })
        const used = yield* refusalOf(signIn(token))
        yield* TestClock.adjust(1)
        const expired = yield* refusalOf(signIn(other.token))
        const misused = yield* refusalOf(signIn(opened))
        const malformed = yield* refusalOf(signIn(Redacted.make("x")))
        assert.deepInclude(unknown, { _tag: "Unauthorized" })
        for (const refusal of [used, expired, misused, malformed]) assert.deepStrictEqual(refusal, unknown)
        assert.lengthOf(yield* node.entries, entries.length)
        assert.isFalse(yield* isLive(node, token), "a link is no session")
      })
  ],
  [
    "of two who use a link at once, one is signed in",
    (first, second) =>
      Effect.gen(function* () {
        for (let round = 0; round < 10; round++) {
          const { token } = yield* first.makeLink("Ada")
          const signIn = ({ sessions, write }: OperatorNode) => Effect.result(write(sessions.signIn(token)))
          const done = yield* Effect.all([signIn(first), signIn(second)], { concurrency: 2 })
          assert.deepStrictEqual(done.map(Result.isSuccess).toSorted(), [false, true])
        }
        assert.lengthOf(
          (yield* first.entries).filter(({ action }) => action === "operator.signed_in"),
          10
        )
      })
  ],
  [
    "a session lasts 30 minutes without a request",
    (node) =>
      Effect.gen(function* () {
        const { session } = yield* start(node, "Ada")
        yield* TestClock.adjust(sessionIdleMs - 1)
        assert.isTrue(yield* isLive(node, session))
        yield* TestClock.adjust(sessionIdleMs - 1)
        assert.isTrue(yield* isLive(node, session))
        yield* TestClock.adjust(sessionIdleMs)
        assert.isFalse(yield* isLive(node, session))
      })
  ],
  [
    "a session lasts 12 hours, however much it is used",
    (node) =>
      Effect.gen(function* () {
        const { session } = yield* start(node, "Ada")
        const stepMs = 20 * minuteMs
        for (let passedMs = stepMs; passedMs < sessionLifetimeMs; passedMs += stepMs) {
          yield* TestClock.adjust(stepMs)
          assert.isTrue(yield* isLive(node, session), String(passedMs))
        }
        yield* TestClock.adjust(stepMs - 1)
        assert.isTrue(yield* isLive(node, session))
        yield* TestClock.adjust(1)
        assert.isFalse(yield* isLive(node, session))
      })
  ],
  [
    "the use of a session is written once a minute",
    (node) =>
      Effect.gen(function* () {
        const { session } = yield* start(node, "Ada")
        const stored = node.rows("operator_sessions")
        const before = yield* stored
        yield* TestClock.adjust(minuteMs - 1)
        yield* node.sessions.find(session)
        assert.deepStrictEqual(yield* stored, before)
        yield* TestClock.adjust(1)
        yield* node.sessions.find(session)
        assert.notDeepEqual(yield* stored, before)
        assert.strictEqual((yield* node.sessions.list)[0]?.usedAtMs, yield* Clock.currentTimeMillis)
      })
  ],
  [
    "who has signed out is out, and another session of the operator goes on",
    (node) =>
      Effect.gen(function* () {
        const { id, session } = yield* start(node, "Ada")
        const { session: other } = yield* start(node, "Ada")
        const found = Option.getOrThrow(yield* node.sessions.find(session))
        assert.deepInclude(found, { operatorId: id, role: "admin" })
        const signOut = node.write(node.sessions.signOut(found.sessionDigest), {
          kind: "operator",
          operatorId: id,
          requestId: "req_1"
        })
        yield* signOut
        yield* signOut
        assert.deepStrictEqual([yield* isLive(node, session), yield* isLive(node, other)], [false, true])
        const ended = (yield* node.entries).filter(({ action }) => action === "operator.signed_out")
        assert.deepStrictEqual<ReadonlyArray<object>>(ended, [
          {
            action: "operator.signed_out",
            resource_id: id,
            operator_id: id,
            request_id: "req_1",
            changed: ["session"]
          }
        ])
      })
  ],
  [
    "an operator who is revoked is out on every node at once, and links are no good",
    (first, second) =>
      Effect.gen(function* () {
        const { id, session } = yield* start(first, "Ada")
        const { session: ofBen } = yield* start(first, "Ben")
        const { token } = yield* first.makeLink("Ada")
        assert.isTrue(yield* isLive(second, session))
        yield* first.write(first.sessions.revoke(id))
        assert.deepStrictEqual([yield* isLive(second, session), yield* isLive(second, ofBen)], [false, true])
        assert.deepInclude(yield* refusalOf(second.write(second.sessions.signIn(token))), { _tag: "Unauthorized" })
        for (const effect of [first.sessions.makeLink("Ada", undefined), first.sessions.revoke(id)]) {
          assert.deepInclude(yield* refusalOf(first.write<unknown, unknown>(effect)), { _tag: "Conflict" })
        }
        const ada = (yield* first.sessions.list).find((operator) => operator.id === id)
        assert.deepInclude(ada, { name: "Ada", sessions: 0 })
        assert.isDefined(ada?.revokedAt)
      })
  ],
  [
    "a link that is used while its operator is revoked leaves no session",
    (first, second) =>
      Effect.gen(function* () {
        for (const name of ["Ada", "Ben", "Cem", "Dov", "Eli"]) {
          const { operator, token } = yield* first.makeLink(name)
          const signIn = Effect.result(first.write(first.sessions.signIn(token)))
          yield* Effect.all([signIn, second.write(second.sessions.revoke(operator.id))], { concurrency: 2 })
        }
        assert.deepStrictEqual(yield* counts(first), [0, 0])
      })
  ],
  [
    "another role is in force at the next request",
    (first, second) =>
      Effect.gen(function* () {
        const { session } = yield* start(first, "Ada")
        yield* second.makeLink("Ada", "viewer")
        assert.strictEqual(Option.getOrThrow(yield* first.sessions.find(session)).role, "viewer")
      })
  ],
  [
    "an erased name is gone, its sessions have ended, and the journal keeps the id; another operator may have the name",
    (node) =>
      Effect.gen(function* () {
        const { id, session } = yield* start(node, "Ada Lovelace")
        yield* node.write(node.sessions.erase(id))
        assert.isFalse(yield* isLive(node, session))
        assert.notInclude((yield* node.rows("operators")).join(""), "Lovelace")
        assert.notInclude((yield* node.rows("journal")).join(""), "Lovelace")
        const entries = yield* node.entries
        assert.deepStrictEqual(
          entries.slice(-2).map(({ action, resource_id }) => [action, resource_id]),
          [
            ["operator.revoked", id],
            ["operator.erased", id]
          ]
        )
        assert.deepInclude(yield* refusalOf(node.sessions.named("Ada Lovelace")), { _tag: "NotFound" })
        assert.deepInclude(yield* refusalOf(node.write(node.sessions.erase(id))), { _tag: "Conflict" })
        assert.notStrictEqual((yield* node.makeLink("Ada Lovelace")).operator.id, id)
      })
  ],
  [
    "links and sessions that have ended are removed, and no others",
    (node) =>
      Effect.gen(function* () {
        const { session } = yield* start(node, "Ada")
        yield* node.makeLink("Ada")
        yield* node.purge
        assert.deepStrictEqual(yield* counts(node), [2, 1])
        yield* TestClock.adjust(signInLinkLifetimeMs)
        yield* node.purge
        assert.deepStrictEqual(yield* counts(node), [0, 1])
        assert.isTrue(yield* isLive(node, session))
        yield* TestClock.adjust(sessionIdleMs)
        yield* node.purge
        assert.deepStrictEqual(yield* counts(node), [0, 0])
      })
  ],
  [
    "tokens are stored as digests alone",
    (node) =>
      Effect.gen(function* () {
        const { token } = yield* node.makeLink("Ada")
        const { token: session } = yield* node.write(node.sessions.signIn(token))
        const stored = yield* Effect.all([
          node.rows("operator_links"),
          node.rows("operator_sessions"),
          node.rows("journal")
        ])
        for (const secret of [token, session]) {
          assert.match(Redacted.value(secret), /^[\w-]{43}$/)
          assert.notInclude(stored.join(""), Redacted.value(secret))
        }
      })
  ]
]

const numbered = laws.map((law, index) => [law[0], law, index] as const)

describe("operators on SQLite", () => {
  const folder = sharedFolder()
  it.effect.each(numbered)("%s (docs/console.md)", ([, law, index]) =>
    holdOn(DatabaseTarget.Sqlite({ file: folder.file(`operators-${index}.db`) }), law)
  )
})

describe("operators on PostgreSQL", () => {
  it.effect.each(numbered)("%s (docs/console.md)", ([, law]) =>
    Effect.flatMap(Effect.promise(migratedDatabase), (url) => holdOn(readTarget(url), law))
  )
})
