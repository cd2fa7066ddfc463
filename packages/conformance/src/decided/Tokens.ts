/**
 * Decisions, Tokens and who may do what: as far as one client sees them.
 */
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  headerOf,
  list,
  matching,
  membersOf,
  oneOf,
  seen,
  text,
  that
} from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { expectRefusal, refuses } from "../Refusal.ts"
import { scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import type { Answer } from "../Transport.ts"
import { unknownToken } from "../documented/Access.ts"

const seenOf = (answers: ReadonlyArray<Answer>): string => answers.map(({ seen }) => seen).join(", ")

const partnerHeader = (token: string) => ({ headers: { "x-auth-token": token } })

/** The endpoints that a token opens: the list of organizations, a scoped token, the jobs. */
const opens = Effect.fnUntraced(function* ({ send, organization }: Session, token: string) {
  const path = `/v1/organizations/${encodeURIComponent(yield* organization)}/token`
  const answers = [
    yield* send("GET", "/v1/organizations", { token }),
    yield* send("POST", path, { token }),
    yield* send("GET", "/v1/jobs?limit=1", { token })
  ]
  return { answers, statuses: answers.map(({ status }) => status) }
})

/** A token opens these with these statuses. */
const expectOpens = Effect.fnUntraced(function* (session: Session, token: string, ...expected: ReadonlyArray<number>) {
  const { answers, statuses } = yield* opens(session, token)
  yield* expect(statuses.join() === expected.join(), `statuses ${expected.join(", ")}`, seenOf(answers))
  return seenOf(answers)
})

/** Requests with a token that is no good: none is missing. */
const badTokens = Effect.fnUntraced(function* ({ send, scoped }: Session) {
  const good = yield* scoped
  const tampered = `${good.startsWith("A") ? "B" : "A"}${good.slice(1)}`
  return [
    yield* send("GET", "/v1/jobs", { token: unknownToken }),
    yield* send("GET", "/v1/jobs", { token: tampered }),
    yield* send("GET", "/v1/jobs", { headers: { authorization: `Token ${unknownToken}` } }),
    yield* send("GET", "/v1/jobs", partnerHeader(unknownToken))
  ]
})

/** Whether flow B gives a token for an organization. */
const hasDefault = Effect.fnUntraced(function* ({ send, partner }: Session) {
  const answer = yield* send("GET", "/v1/jobs?limit=1", { token: yield* partner })
  return answer.status === 200
})

/** The body of an error apart from what names the request. */
const withoutId = ({ json }: Answer) => ({ ...membersOf(json), request_id: undefined })

export const tokens = [
  scenario("dec-tokens.alphabet", "identifiers use A-Z a-z 0-9 _ -", function* ({ organizations, jobsAnswer }) {
    const answer = yield* jobsAnswer
    const ids = [...(yield* organizations), ...textsOf(itemsOf(answer), "id")]
    const odd = ids.find((id) => !/^[A-Za-z0-9_-]+$/.test(id))
    yield* expect(odd === undefined, "identifiers of A-Z a-z 0-9 _ -", answer.show(odd))
    return `${ids.length} identifiers`
  }),

  scenario("dec-tokens.token-bits", "tokens are opaque and have 256 bits", function* ({ primary, scoped, partner }) {
    const all = [yield* primary, yield* scoped, yield* partner]
    const isOpaque = all.every((token) => /^[A-Za-z0-9_-]{43,}$/.test(token)) && new Set(all).size === all.length
    yield* expect(
      isOpaque,
      "three different tokens of 43 characters or more",
      all.map((token) => token.length).join(", ")
    )
    return `three tokens of ${all.map((token) => token.length).join(", ")} characters`
  }),

  scenario("dec-tokens.level-primary", "a primary token lists and mints, no more", function* (session) {
    return yield* expectOpens(session, yield* session.primary, 200, 200, 403)
  }),

  scenario("dec-tokens.level-scoped", "a scoped token is for one organization, no more", function* (session) {
    return yield* expectOpens(session, yield* session.scoped, 403, 403, 200)
  }),

  scenario("dec-tokens.oauth-token", "/oauth/token: bearer, 3600 s", function* ({ primaryAnswer }) {
    const answer = yield* primaryAnswer
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { token_type: oneOf("bearer"), expires_in: oneOf(3_600) })
    return answer.seen
  }),

  scenario("dec-tokens.mint-token", "the scoped token: Bearer, 86400 s, scope", function* (session) {
    const answer = yield* session.scopedAnswer
    const scope = oneOf(yield* session.organization)
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { token_type: oneOf("Bearer"), expires_in: oneOf(86_400), scope })
    return answer.seen
  }),

  scenario("dec-tokens.partner-lifetime", "/v1/auth/token: bearer, 3600 s", function* ({ partnerAnswer }) {
    const answer = yield* partnerAnswer
    yield* expectMembers(answer, { token_type: oneOf("bearer"), expires_in: oneOf(3_600) })
    return answer.seen
  }),

  scenario("dec-tokens.partner-both-levels", "flow B with a default organization: both levels", function* (session) {
    if (!(yield* hasDefault(session))) {
      return yield* new NotRun({
        reason: "the client has no default organization",
        remedy: "use a client that has one"
      })
    }
    return yield* expectOpens(session, yield* session.partner, 200, 200, 200)
  }),

  scenario("dec-tokens.partner-primary", "flow B without a default organization: primary", function* (session) {
    if (yield* hasDefault(session)) {
      return yield* new NotRun({
        reason: "the client has a default organization",
        remedy: "use a client that has none"
      })
    }
    return yield* expectOpens(session, yield* session.partner, 200, 200, 403)
  }),

  scenario("dec-tokens.mint-no-body", "an empty body of any type mints", function* ({ mint, organization }) {
    const id = yield* organization
    const answers = yield* Effect.forEach(
      ["application/x-www-form-urlencoded", "text/plain", "application/json"],
      (type) => mint(id, { body: "", headers: { "content-type": type } })
    )
    for (const answer of answers) yield* expectStatus(answer, 200)
    return seenOf(answers.slice(0, 1))
  }),

  scenario(
    ["dec-tokens.mint-narrows", "dec-tokens.narrowed"],
    "permissions in the body narrow the token",
    function* ({ narrowed, send, needs }) {
      yield* needs("users.read")
      const token = yield* narrowed("jobs:read")
      const jobs = yield* send("GET", "/v1/jobs?limit=1", { token })
      yield* expectStatus(jobs, 200)
      const users = yield* send("GET", "/v1/users?limit=1", { token })
      return `${jobs.seen}, ${yield* expectRefusal(users, "403 forbidden")}`
    }
  ),

  scenario("dec-tokens.own-client", "a client sees its own grants", function* (session) {
    yield* session.needs("client.read")
    const answer = yield* session.send("GET", "/v1/client", { token: yield* session.primary })
    yield* expectStatus(answer, 200)
    const { grants } = yield* expectMembers(answer, { id: text, name: text, grants: list })
    const granted = textsOf(Array.isArray(grants) ? grants : [], "organization_id")
    const organization = yield* session.organization
    yield* expect(granted.includes(organization), "a grant of the organization", answer.show(grants))
    return `${answer.seen}, ${granted.length} grants`
  }),

  writing("dec-tokens.right-to-create", "creating organizations needs a right", function* (session) {
    const answer = yield* session.newOrganization
    if (answer.status === 201) return `${answer.seen}: the client has the right`
    yield* expectRefusal(answer, "403 forbidden")
    const { message } = membersOf(answer.json)
    yield* expect(String(message).includes("organizations:create"), "the right in the message", seen(answer))
    return `${answer.seen}: the client has no right to`
  }),

  scenario("dec-tokens.either-header", "either token in either header", function* ({ send, primary, scoped, partner }) {
    const answers = [
      yield* send("GET", "/v1/organizations", partnerHeader(yield* primary)),
      yield* send("GET", "/v1/jobs?limit=1", partnerHeader(yield* scoped)),
      yield* send("GET", "/v1/organizations", { token: yield* partner })
    ]
    for (const answer of answers) yield* expectStatus(answer, 200)
    return seenOf(answers)
  }),

  scenario("dec-tokens.same-token", "one token in both headers is one token", function* ({ send, primary }) {
    const token = yield* primary
    const answer = yield* send("GET", "/v1/organizations", { token, ...partnerHeader(token) })
    yield* expectStatus(answer, 200)
    return answer.seen
  }),

  refuses(
    "dec-tokens.both-headers",
    "two tokens in one request are refused",
    "400 invalid_request",
    ({ send, primary }) =>
      Effect.flatMap(primary, (token) =>
        Effect.all([send("GET", "/v1/organizations", { token: unknownToken, ...partnerHeader(token) })])
      )
  ),

  refuses("dec-tokens.query-token", "a token in the address is refused", "400 invalid_request", ({ send, scoped }) =>
    Effect.flatMap(scoped, (token) =>
      Effect.all([
        send("GET", `/v1/jobs?access_token=${unknownToken}`),
        send("GET", `/v1/jobs?limit=1&access_token=${unknownToken}`, { token })
      ])
    )
  ),

  refuses(
    ["dec-tokens.unauthorized", "dec-errors.status-401"],
    "a missing, malformed, tampered or unknown token",
    "401 unauthorized",
    (session) =>
      Effect.map(Effect.all([session.send("GET", "/v1/jobs"), badTokens(session)]), ([missing, bad]) => [
        missing,
        ...bad
      ])
  ),

  scenario("dec-tokens.challenge", "401 has a Bearer challenge", function* (session) {
    const answers = [yield* session.send("GET", "/v1/jobs"), ...(yield* badTokens(session))]
    for (const answer of answers) yield* expectHeader(answer, "www-authenticate", matching(/^Bearer( |$)/))
    return `${answers.length} times ${headerOf(answers[0] ?? (yield* session.jobsAnswer), "www-authenticate")}`
  }),

  scenario("dec-tokens.challenge-invalid-token", "invalid_token only when a token was sent", function* (session) {
    const missing = yield* session.send("GET", "/v1/jobs")
    const isSilent = (value: unknown) => !String(value).includes("error=")
    yield* expectHeader(missing, "www-authenticate", that("no error, since no token was sent", isSilent))
    for (const answer of yield* badTokens(session)) {
      yield* expectHeader(answer, "www-authenticate", matching(/^Bearer .*error="invalid_token"/))
    }
    return `${missing.seen} without, the others with it`
  }),

  refuses(
    ["dec-tokens.forbidden", "dec-errors.status-403"],
    "a valid token of the wrong level",
    "403 forbidden",
    (session) =>
      Effect.flatMap(Effect.all([session.primary, session.scoped]), ([primary, scoped]) =>
        Effect.all([
          session.send("GET", "/v1/jobs", { token: primary }),
          session.send("GET", "/v1/organizations", { token: scoped })
        ])
      )
  ),

  scenario("dec-tokens.challenge-insufficient-scope", "403 has insufficient_scope", function* ({ send, primary }) {
    const answer = yield* send("GET", "/v1/jobs", { token: yield* primary })
    yield* expectHeader(answer, "www-authenticate", matching(/^Bearer .*error="insufficient_scope"/))
    return `${answer.seen}, ${headerOf(answer, "www-authenticate")}`
  }),

  scenario("dec-tokens.names-missing", "403 names the missing permission", function* ({ send, narrowed, needs }) {
    yield* needs("users.read")
    const answer = yield* send("GET", "/v1/users", { token: yield* narrowed("jobs:read") })
    const { message } = yield* expectMembers(answer, { message: matching(/users:read/) })
    return `${answer.seen}, ${answer.show(message)}`
  }),

  scenario("dec-tokens.not-granted", "organizations that are not granted are one 403", function* ({ mint, unique }) {
    const answers = [yield* mint(`org_${unique()}`), yield* mint("conformance-nowhere")]
    const [one, other] = answers.map((answer) => JSON.stringify(withoutId(answer)))
    for (const answer of answers) yield* expectRefusal(answer, "403 forbidden")
    yield* expect(one === other, "the same body for both", seenOf(answers))
    return seenOf(answers)
  }),

  scenario("dec-tokens.foreign-id", "an id of another organization is like an unknown one", function* (session) {
    yield* session.needs("jobs.read")
    const token = yield* session.otherScoped
    const others = yield* session.send("GET", "/v1/jobs", { token })
    const own = textsOf(itemsOf(yield* session.call("GET", "/v1/jobs")), "id")
    const known = textsOf(itemsOf(others), "id")
    const foreign = membersOf(others.json)["next"] === null ? own.find((id) => !known.includes(id)) : undefined
    if (foreign === undefined) return yield* session.manyJobs("no job is known to be in one organization alone")
    const answer = yield* session.send("GET", `/v1/jobs/${foreign}`, { token })
    const unknown = yield* session.send("GET", `/v1/jobs/job_${session.unique()}`, { token })
    const summary = yield* expectRefusal(answer, "404 not_found")
    yield* expectMembers(answer, { message: equal(membersOf(unknown.json)["message"]) })
    return `${summary}, as for an unknown one`
  })
]
