/**
 * The credentials that each endpoint requires (spec 4), and its refusals of others (spec 5, 7).
 *
 * It looks from outside with one client's credentials, so it cannot see what other clients may do, and it does not wait for the
 * end of a token that lives longer than a few seconds.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import {
  expect,
  expectError,
  expectMembers,
  expectStatus,
  expectSuccess,
  membersOf,
  oneOf,
  seen,
  someText
} from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import type { Answer } from "../Transport.ts"

/** The end of a token is waited for when it lives no longer than this. */
const waitSecondsMax = 5

/** A token of nobody, of the 43 characters that 256 bits take. */
export const unknownToken = "conformance-unknown-token-00000000000000000"

const expectRefused = (answer: Answer, why: string) =>
  Effect.as(
    expect(answer.status === 401 || answer.status === 403, `status 401 or 403 ${why}`, seen(answer)),
    answer.status
  )

/** Tries an endpoint without a token and with one of the wrong level. */
const refusesOthers = Effect.fnUntraced(function* (
  { send, primary, scoped }: Session,
  right: "primary" | "scoped",
  method: string,
  path: string,
  json?: unknown
) {
  const call = json === undefined ? {} : { json }
  const token = yield* right === "primary" ? scoped : primary
  const wrong = right === "primary" ? "scoped" : "primary"
  const without = yield* expectRefused(yield* send(method, path, call), "without a token")
  const other = yield* expectRefused(yield* send(method, path, { ...call, token }), `with a ${wrong} token`)
  return `${method} ${path} → ${without} without a token, ${other} with a ${wrong} one`
})

const partnerHeader = (token: string) => ({ headers: { "x-auth-token": token } })

export const access = [
  scenario("spec-4.auth-oauth-token", "/oauth/token asks for no token", function* ({ send, form }) {
    const answer = yield* send("POST", "/oauth/token", { form })
    yield* expectSuccess(answer)
    return `${answer.seen} without Authorization`
  }),

  scenario("spec-4.auth-organizations", "organizations are listed for a primary token", function* (session) {
    const { status } = yield* session.organizationsAnswer
    return `${yield* refusesOthers(session, "primary", "GET", "/v1/organizations")}, ${status} with a primary one`
  }),

  scenario("spec-4.auth-mint", "a scoped token is given for a primary one", function* (session) {
    const path = `/v1/organizations/${encodeURIComponent(yield* session.organization)}/token`
    return yield* refusesOthers(session, "primary", "POST", path)
  }),

  scenario("spec-4.auth-jobs", "jobs are listed for a scoped token", function* (session) {
    const { status } = yield* session.jobsAnswer
    return `${yield* refusesOthers(session, "scoped", "GET", "/v1/jobs")}, ${status} with a scoped one`
  }),

  scenario("spec-4.auth-partner-token", "/v1/auth/token asks for no token", function* ({ send, credentials }) {
    const answer = yield* send("POST", "/v1/auth/token", { json: credentials })
    yield* expectSuccess(answer)
    return `${answer.seen} without X-Auth-Token`
  }),

  writing("spec-4.auth-fees", "fees are set for a scoped token", function* (session) {
    const path = session.feesPath(yield* session.agency)
    return yield* refusesOthers(session, "scoped", "POST", path, { optimizedFee: true })
  }),

  writing("spec-4.auth-users", "users are added for a scoped token", function* (session) {
    return yield* refusesOthers(session, "scoped", "POST", "/v1/users", session.newUser())
  }),

  writing("spec-5.a-scoped-actions", "the scoped token opens jobs, users and agency fees", function* (session) {
    const { scoped, agency, feesPath, send, newUser } = session
    const token = yield* scoped
    const answers = [
      yield* send("GET", "/v1/jobs", { token }),
      yield* send("POST", "/v1/users", { token, json: newUser() }),
      yield* send("POST", feesPath(yield* agency), { token, json: { optimizedFee: true } })
    ]
    for (const answer of answers) yield* expect(answer.status !== 401, "no 401", seen(answer))
    const refused = answers.filter(({ status }) => status === 403)
    const shown = answers.map(({ seen }) => seen).join(", ")
    yield* expect(refused.length < answers.length, "not 403 for all of them", shown)
    if (refused.length > 0) {
      return yield* new NotRun({ reason: `the client may not do all of it: ${shown}`, remedy: "use a client that may" })
    }
    return shown
  }),

  scenario("spec-5.b-header", "the token of flow B is taken in X-Auth-Token", function* ({ send, partner }) {
    const call = partnerHeader(yield* partner)
    const answers = [yield* send("GET", "/v1/organizations", call), yield* send("GET", "/v1/jobs", call)]
    const shown = answers.map(({ seen }) => seen).join(", ")
    const opened = answers.filter(({ status }) => status >= 200 && status < 300)
    yield* expect(opened.length > 0, "a success of GET /v1/organizations or GET /v1/jobs", shown)
    return shown
  }),

  scenario("spec-5.b-renewal", "a new token is given when one is requested again", function* (session) {
    yield* session.partner
    const answer = yield* session.send("POST", "/v1/auth/token", { json: session.credentials })
    yield* expectSuccess(answer)
    const { access_token } = yield* expectMembers(answer, { access_token: someText })
    const used = yield* session.send("GET", "/v1/organizations", partnerHeader(String(access_token)))
    yield* expect(used.status !== 401, "the new token to be known", seen(used))
    return `${answer.seen} for the second time, ${used.seen}`
  }),

  scenario(
    ["spec-5.invalid-credentials", "spec-7.invalid-credentials"],
    "invalid credentials are 401",
    function* ({ wrongSecrets }) {
      const answer = yield* wrongSecrets.primary
      yield* expectStatus(answer, 401)
      return answer.seen
    }
  ),

  scenario(
    ["spec-5.missing-token", "spec-7.missing-token"],
    "a missing, unknown or expired X-Auth-Token is 401",
    function* ({ send, partnerAnswer, credentials }) {
      const missing = yield* send("GET", "/v1/organizations")
      yield* expectStatus(missing, 401)
      const unknown = yield* send("GET", "/v1/organizations", partnerHeader(unknownToken))
      yield* expectStatus(unknown, 401)
      const shown = `${missing.seen} without one, ${unknown.status} with an unknown one`
      const lifetime = Number(membersOf((yield* partnerAnswer).json)["expires_in"])
      if (!(lifetime > 0 && lifetime <= waitSecondsMax))
        return `${shown}; the end of a token was not waited for (${lifetime} s)`
      const given = yield* send("POST", "/v1/auth/token", { json: credentials })
      const { access_token } = yield* expectMembers(given, { access_token: someText })
      yield* Effect.sleep(Duration.seconds(lifetime + 0.5))
      const expired = yield* send("GET", "/v1/organizations", partnerHeader(String(access_token)))
      yield* expectStatus(expired, 401)
      return `${shown}, ${expired.status} with an expired one`
    }
  ),

  scenario(
    ["spec-5.forbidden", "spec-7.forbidden"],
    "a valid token of too little permission is 403",
    function* ({ send, primary, jobsAnswer }) {
      // Otherwise a server without jobs would pass for one that refuses them.
      yield* jobsAnswer
      const answer = yield* send("GET", "/v1/jobs", { token: yield* primary })
      yield* expectStatus(answer, 403)
      return `${answer.seen} with a primary token`
    }
  ),

  scenario("spec-7.unauthorized-body", "the code of wrong credentials is unauthorized", function* ({ wrongPartner }) {
    const answer = yield* wrongPartner
    yield* expectMembers(answer, { error: oneOf("unauthorized"), message: someText })
    return `${answer.seen}, error unauthorized`
  }),

  scenario("spec-7.error-body", "every error is an Error object", function* (session) {
    const { wrongPrimary, wrongPartner, send } = session
    const answers = [
      yield* wrongPrimary,
      yield* wrongPartner,
      yield* send("GET", "/v1/organizations"),
      yield* send("GET", "/v1/organizations", { token: unknownToken }),
      yield* send("GET", "/v1/jobs", { token: yield* session.primary })
    ].filter(({ status }) => status >= 400)
    for (const answer of answers) yield* expectError(answer, answer.status)
    return answers.map(({ seen }) => seen).join(", ")
  })
]
