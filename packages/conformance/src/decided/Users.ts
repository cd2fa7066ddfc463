/**
 * Decisions, Resources: users, their identifiers and their times.
 */
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectMembers,
  expectStatus,
  headerOf,
  matching,
  membersOf,
  oneOf,
  seen,
  someText,
  text
} from "../Expect.ts"
import { expectRefusal, refuses, refusesWrite } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf } from "../Shared.ts"

/** A time as this project writes it (decisions, Resources). */
export const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Refused to a token that may do other things. */
export const withoutPermission = (extension: string, path: string) => (session: Session) =>
  Effect.gen(function* () {
    yield* session.needs(extension)
    return [yield* session.send("GET", path, { token: yield* session.narrowed("jobs:read") })]
  })

/** A user without what the server makes when it is absent. */
const bareUser = ({ newUser }: Session) => {
  const { first_name, last_name, email } = newUser()
  return { first_name, last_name, email }
}

/** A user that is added, with its answer. */
export const add = Effect.fnUntraced(function* (session: Session, changes: Readonly<Record<string, unknown>> = {}) {
  const user = { ...bareUser(session), ...changes }
  const answer = yield* session.addUser(user)
  yield* expectStatus(answer, 201)
  return { user, answer, members: membersOf(answer.json) }
})

/** Users that are tried, each with changes. */
const tries = (session: Session, ...changes: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
  Effect.forEach(changes, (change) => session.addUser({ ...bareUser(session), ...change }))

const aDayMs = 86_400_000

export const users = [
  writing("dec-resources.partner-ids", "a partner's identifier has 1 to 64 characters", function* (session) {
    const longest = session.unique().padEnd(64, "-_Z9")
    const { answer } = yield* add(session, { id: longest })
    yield* expectMembers(answer, { id: oneOf(longest) })
    for (const refused of yield* tries(session, { id: `${longest}x` }, { id: "a b" }, { id: "" })) {
      yield* expectStatus(refused, 422)
    }
    return `${answer.seen} for 64 characters, 422 for 65`
  }),

  writing("dec-resources.ids-unique", "an identifier is there once", function* (session) {
    const { members } = yield* add(session)
    const [answer] = yield* tries(session, { id: members["id"] })
    return answer === undefined ? "" : yield* expectRefusal(answer, "409 conflict")
  }),

  writing("dec-resources.time-format", "times are UTC with three digits of a second", function* (session) {
    const { answer, members } = yield* add(session)
    yield* expectMembers(answer, { created_at: time, updated_at: time })
    return `${answer.seen}, created_at ${String(members["created_at"])}`
  }),

  writing("dec-resources.time-offsets", "any offset is taken and normalised", function* (session) {
    const { answer } = yield* add(session, {
      created_at: "2025-01-31T10:30:00+01:00",
      updated_at: "2025-01-31T09:30:00.5Z"
    })
    const expected = { created_at: oneOf("2025-01-31T09:30:00.000Z"), updated_at: oneOf("2025-01-31T09:30:00.500Z") }
    yield* expectMembers(answer, expected)
    return `${answer.seen}, 10:30+01:00 became 09:30Z`
  }),

  writing("dec-resources.user-names", "names are trimmed and have 1 to 100 characters", function* (session) {
    const { answer } = yield* add(session, { first_name: "  Ada ", last_name: "é".repeat(100) })
    yield* expectMembers(answer, { first_name: oneOf("Ada"), last_name: oneOf("é".repeat(100)) })
    for (const refused of yield* tries(session, { first_name: " " }, { last_name: "x".repeat(101) })) {
      yield* expectStatus(refused, 422)
    }
    return `${answer.seen}, "  Ada " became "Ada"`
  }),

  refusesWrite(
    "dec-resources.user-email",
    "an email has its form and at most 254 characters",
    "422 unprocessable_entity",
    (session) =>
      tries(
        session,
        { email: undefined },
        { email: "nobody" },
        { email: "a@b@example.com" },
        { email: `${"x".repeat(64)}@${"y".repeat(60)}.${"y".repeat(60)}.${"y".repeat(60)}.example.com` }
      )
  ),

  writing("dec-resources.user-given", "a given identifier and times are kept", function* (session) {
    const user = {
      ...session.newUser(),
      created_at: "2024-02-29T01:02:03.004Z",
      updated_at: "2024-03-01T00:00:00.000Z"
    }
    const answer = yield* session.addUser(user)
    yield* expectStatus(answer, 201)
    yield* expectMembers(answer, {
      id: oneOf(user.id),
      created_at: oneOf(user.created_at),
      updated_at: oneOf(user.updated_at)
    })
    return `${answer.seen}, ${user.id}, ${user.created_at}`
  }),

  writing("dec-resources.user-made", "what is absent is made", function* (session) {
    const { answer } = yield* add(session)
    yield* expectMembers(answer, { id: someText, created_at: someText, updated_at: someText })
    return `${answer.seen} ${answer.show(answer.json)}`
  }),

  refusesWrite(
    "dec-resources.user-times",
    "created ≤ updated ≤ now + 5 minutes",
    "422 unprocessable_entity",
    (session) =>
      tries(
        session,
        { created_at: "2025-02-01T00:00:00.000Z", updated_at: "2025-01-01T00:00:00.000Z" },
        { updated_at: new Date(Date.now() + aDayMs).toISOString() }
      )
  ),

  writing("dec-resources.user-one-time", "one time given alone stands for both", function* (session) {
    const given = "2024-02-29T01:02:03.004Z"
    for (const name of ["created_at", "updated_at"]) {
      const { answer } = yield* add(session, { [name]: given })
      yield* expectMembers(answer, { created_at: oneOf(given), updated_at: oneOf(given) })
    }
    return `${given} for both`
  }),

  writing("dec-resources.email-unique", "an email is there once, in whatever case", function* (session) {
    const { user } = yield* add(session)
    const [answer] = yield* tries(session, { email: user.email.toUpperCase() })
    return answer === undefined ? "" : yield* expectRefusal(answer, "409 conflict")
  }),

  writing(["dec-resources.user-conflict", "dec-errors.conflict"], "409 tells the existing id", function* (session) {
    const { user, members } = yield* add(session)
    const [answer] = yield* tries(session, { email: user.email })
    if (answer === undefined) return ""
    const summary = yield* expectRefusal(answer, "409 conflict", "body /email conflict")
    const details = JSON.stringify(membersOf(answer.json)["details"])
    yield* expect(details.includes(String(members["id"])), "the existing id in details", seen(answer))
    return `${summary}, ${answer.show(details)}`
  }),

  writing("dec-resources.user-location", "a new user is 201, with its Location", function* (session) {
    const { answer, members } = yield* add(session)
    const location = headerOf(answer, "location")
    const path = `/v1/users/${String(members["id"])}`
    yield* expect(location.endsWith(path), `Location: ${path}`, `${answer.seen}, Location: ${answer.show(location)}`)
    return `${answer.seen}, Location: ${answer.show(location)}`
  }),

  writing("dec-resources.user-list", "users are listed", function* (session) {
    yield* session.needs("users.read")
    yield* add(session)
    const answer = yield* session.call("GET", "/v1/users?limit=1")
    yield* expectStatus(answer, 200)
    const user = {
      id: someText,
      created_at: time,
      updated_at: time,
      first_name: text,
      last_name: text,
      email: someText
    }
    yield* expectMembers(answer, user, itemsOf(answer)[0], "a user")
    return `${answer.seen}, ${itemsOf(answer).length} user`
  }),

  writing("dec-resources.user-read", "a user is read by its id", function* (session) {
    yield* session.needs("users.read")
    const { answer, members } = yield* add(session)
    const read = yield* session.call("GET", `/v1/users/${String(members["id"])}`)
    yield* expectStatus(read, 200)
    const expected = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, equal(value)]))
    yield* expectMembers(read, { id: someText, ...expected })
    return `${answer.seen}, ${read.seen}`
  }),

  refuses(
    "dec-resources.user-permission",
    "users are read with users:read",
    "403 forbidden",
    withoutPermission("users.read", "/v1/users")
  )
]
