/**
 * Decisions, Safe repetition: what a key does to requests that write.
 *
 * The life of a key, and what a crash leaves behind, cannot be seen from outside.
 */
import * as Effect from "effect/Effect"
import { expect, expectHeader, expectStatus, headerOf, membersOf, oneOf, seen, someText, that } from "../Expect.ts"
import { Broken, NotRun } from "../Outcome.ts"
import { expectRefusal } from "../Refusal.ts"
import { scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import type { Answer } from "../Transport.ts"

/** The longest key, in characters (decisions, Safe repetition). */
const keyMax = 255

const keyed = (key: string) => ({ headers: { "idempotency-key": key } })

const replayed = "idempotency-replayed"

const expectFresh = (answer: Answer) =>
  expectHeader(
    answer,
    replayed,
    that("not true, since it is no repetition", (value) => value !== "true")
  )

/** Adds a user under a key, where the server has keys at all. */
const addUnder = (session: Session, key: string, user: unknown) =>
  Effect.andThen(session.needs("idempotency"), session.addUser(user, keyed(key)))

/** The first request under a key: it adds the user. */
const addFirst = Effect.fnUntraced(function* (session: Session, key: string, user: unknown) {
  const answer = yield* addUnder(session, key, user)
  yield* expectStatus(answer, 201)
  yield* expectFresh(answer)
  return answer
})

/** The stored answer of another request: the same bytes, marked as such. */
const expectReplay = Effect.fnUntraced(function* (answer: Answer, first: Answer) {
  yield* expectStatus(answer, first.status)
  yield* expect(answer.text === first.text, `the same body: ${first.show(first.text)}`, seen(answer))
  yield* expectHeader(answer, "location", oneOf(headerOf(first, "location")))
  yield* expectHeader(answer, replayed, oneOf("true"))
})

/** Headers that are no key: too long, an open quotation mark, an empty one, not ASCII. */
const badKeys = ["x".repeat(keyMax + 1), '"conformance', '""', "conformance-é"]

export const repetition = [
  writing("dec-repetition.replay", "the same key and request have one effect and one answer", function* (session) {
    const [key, user] = [session.unique(), session.newUser()]
    const first = yield* addFirst(session, key, user)
    const second = yield* addUnder(session, key, user)
    yield* expectReplay(second, first)
    return `${second.seen} again, Idempotency-Replayed: true`
  }),

  writing("dec-repetition.key", "a key has up to 255 characters, bare or quoted", function* (session) {
    const [key, user] = [session.unique().padEnd(keyMax, "~"), session.newUser()]
    const first = yield* addFirst(session, key, user)
    yield* expectReplay(yield* addUnder(session, `"${key}"`, user), first)
    for (const bad of badKeys) {
      yield* expectRefusal(yield* addUnder(session, bad, session.newUser()), "400 invalid_request")
    }
    return `${first.seen} for ${keyMax} characters, 400 for one more`
  }),

  writing(
    ["dec-repetition.key-reused", "dec-errors.idempotency-key-reused"],
    "a key is for one request",
    function* (session) {
      const key = session.unique()
      yield* addFirst(session, key, session.newUser())
      const other = yield* addUnder(session, key, session.newUser())
      return yield* expectRefusal(other, "422 idempotency_key_reused")
    }
  ),

  writing("dec-repetition.only-2xx", "a failure is not kept", function* (session) {
    const [key, user] = [session.unique(), session.newUser()]
    const wrong = yield* addUnder(session, key, { ...user, first_name: "" })
    const summary = yield* expectRefusal(wrong, "422 unprocessable_entity")
    const right = yield* addFirst(session, key, user)
    return `${summary}, then ${right.status} under the same key`
  }),

  writing("dec-repetition.scope", "in another organization it is another key", function* (session) {
    const [key, user] = [session.unique(), session.newUser()]
    yield* addFirst(session, key, user)
    const token = yield* session.otherScoped
    const other = yield* session.send("POST", "/v1/users", { token, json: user, ...keyed(key) })
    if (other.status === 403) {
      return yield* new NotRun({ reason: `the client may not: ${other.seen}`, remedy: "use a client that may" })
    }
    yield* expectStatus(other, 201)
    yield* expectFresh(other)
    return `${other.seen} in either`
  }),

  writing("dec-repetition.in-progress", "two at once have one effect and one answer", function* (session) {
    const [key, user] = [session.unique(), session.newUser()]
    const both = [addUnder(session, key, user), addUnder(session, key, user)]
    const answers = yield* Effect.all(both, { concurrency: "unbounded" })
    const isReplay = ({ headers }: Answer) => headers[replayed] === "true"
    const [first, second] = [answers.find((answer) => !isReplay(answer)), answers.find(isReplay)]
    if (first === undefined || second === undefined) {
      const saw = answers.map((answer) => `${answer.seen}, ${isReplay(answer)}`).join("; ")
      return yield* new Broken({ expected: "Idempotency-Replayed: true with one of the two", saw })
    }
    yield* expectStatus(first, 201)
    yield* expectFresh(first)
    yield* expectReplay(second, first)
    return `${first.seen} twice, one of them replayed`
  }),

  scenario("dec-repetition.token-endpoints", "the token endpoints ignore a key", function* (session) {
    yield* session.needs("idempotency")
    const { send, form, credentials, mint } = session
    const organization = yield* session.organization
    const [key, bad] = [keyed(session.unique()), keyed("x".repeat(keyMax + 1))]
    const answers = [
      yield* mint(organization, key),
      yield* mint(organization, key),
      yield* mint(organization, bad),
      yield* send("POST", "/oauth/token", { form, ...bad }),
      yield* send("POST", "/v1/auth/token", { json: credentials, ...bad })
    ]
    for (const answer of answers) {
      yield* expectStatus(answer, 200)
      yield* expectFresh(answer)
    }
    const tokens = answers.map(({ json }) => membersOf(json)["access_token"])
    yield* expect(
      new Set(tokens).size === answers.length && tokens.every(someText.holds),
      "another token each time",
      answers.map(({ seen }) => seen).join(", ")
    )
    return `${answers.length} tokens under two keys`
  })
]
