/**
 * Decisions, Tokens and Discovery: a client ends its own tokens (RFC 7009), and challenges name the source of tokens (RFC 9728).
 *
 * Only tokens are ended that were requested here, so that the run goes on. Tokens of other clients cannot be seen from outside.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  expectSuccess,
  headerOf,
  matching,
  oneOf,
  seen,
  someText,
  that
} from "../Expect.ts"
import type { Failure } from "../Outcome.ts"
import { expectRefusal } from "../Refusal.ts"
import { scenario } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import type { Answer } from "../Transport.ts"
import { unknownToken } from "../documented/Access.ts"

/** The maximum time until a revocation is in force (decisions, Tokens), and the interval of the checks. */
const inForceMs = 1_000
const pauseMs = 250

const tokenIn = Effect.fnUntraced(function* (answer: Answer) {
  yield* expectSuccess(answer)
  const { access_token } = yield* expectMembers(answer, { access_token: someText })
  return String(access_token)
})

/** A primary token for this scenario alone. */
const freshPrimary = ({ send, form }: Session) => Effect.flatMap(send("POST", "/oauth/token", { form }), tokenIn)

/** Revokes a token. */
const revoke = ({ send, credentials, needs }: Session, form: Readonly<Record<string, string>>) =>
  Effect.andThen(needs("oauth.revocation"), send("POST", "/oauth/revoke", { form: { ...credentials, ...form } }))

/** A request that is refused with 401 before the time is over. */
const expectEnd = Effect.fnUntraced(function* (send: Effect.Effect<Answer, Failure>) {
  let answer = yield* send
  for (let waitedMs = 0; waitedMs < inForceMs && answer.status !== 401; waitedMs += pauseMs) {
    yield* Effect.sleep(Duration.millis(pauseMs))
    answer = yield* send
  }
  return yield* expectRefusal(answer, "401 unauthorized")
})

const list = (session: Session, token: string) => session.send("GET", "/v1/organizations", { token })
const mintPath = (id: string) => `/v1/organizations/${encodeURIComponent(id)}/token`

const metadataPath = "/.well-known/oauth-protected-resource"
const address = that("an http or https address", (value) => /^https?:\/\/./.test(String(value)))

export const revocation = [
  scenario(
    ["dec-discovery.revocation", "dec-tokens.revoked-token"],
    "/oauth/revoke ends a token within a second, and no other",
    function* (session) {
      const [one, other] = [yield* freshPrimary(session), yield* freshPrimary(session)]
      const answer = yield* revoke(session, { token: one })
      yield* expectStatus(answer, 200)
      const summary = yield* expectEnd(list(session, one))
      yield* expectStatus(yield* list(session, other), 200)
      return `${answer.seen}, ${summary}`
    }
  ),

  scenario("dec-tokens.revoked-primary", "a revoked primary token takes its scoped ones along", function* (session) {
    const { send, organization } = session
    const path = mintPath(yield* organization)
    const parent = yield* freshPrimary(session)
    const child = yield* tokenIn(yield* send("POST", path, { token: parent }))
    const other = yield* tokenIn(yield* send("POST", path, { token: yield* session.primary }))
    const answer = yield* revoke(session, { token: parent })
    yield* expectStatus(answer, 200)
    const summary = yield* expectEnd(send("GET", "/v1/jobs?limit=1", { token: child }))
    yield* expectEnd(send("POST", path, { token: parent }))
    const opened = yield* send("GET", "/v1/jobs?limit=1", { token: other })
    yield* expect(opened.status !== 401, "no 401 for the token of another primary one", seen(opened))
    return `${answer.seen}, ${summary} with the scoped one`
  }),

  scenario("dec-discovery.revocation-unknown", "an unknown token is no error of /oauth/revoke", function* (session) {
    const answer = yield* revoke(session, { token: unknownToken })
    yield* expectStatus(answer, 200)
    return answer.seen
  }),

  scenario("dec-discovery.revocation-errors", "errors of /oauth/revoke are read by OAuth clients", function* (session) {
    const answer = yield* revoke(session, {})
    const summary = yield* expectRefusal(answer, "400 invalid_request")
    const { message } = yield* expectMembers(answer, { message: someText })
    yield* expectMembers(answer, { error_description: oneOf(String(message)) })
    return `${summary} without a token`
  }),

  scenario("dec-discovery.resource-metadata", "the metadata of RFC 9728", function* ({ send, needs }) {
    yield* needs("oauth.metadata")
    const answer = yield* send("GET", metadataPath)
    yield* expectStatus(answer, 200)
    const { resource } = yield* expectMembers(answer, {
      resource: address,
      authorization_servers: that(
        "an array of addresses",
        (value) => Array.isArray(value) && value.length > 0 && value.every(address.holds)
      ),
      bearer_methods_supported: equal(["header"])
    })
    return `${answer.seen}, resource ${answer.show(resource)}`
  }),

  scenario("dec-discovery.resource-challenge", "every Bearer challenge tells where they are", function* (session) {
    yield* session.needs("oauth.metadata")
    const answers = [
      yield* session.send("GET", "/v1/jobs"),
      yield* session.send("GET", "/v1/jobs", { token: unknownToken }),
      yield* session.send("GET", "/v1/jobs", { token: yield* session.primary })
    ]
    const metadata = matching(/^Bearer .*resource_metadata="https?:\/\/[^"]+\/\.well-known\/oauth-protected-resource"/)
    for (const answer of answers) yield* expectHeader(answer, "www-authenticate", metadata)
    return answers.map((answer) => `${answer.status} ${headerOf(answer, "www-authenticate")}`).at(0) ?? ""
  })
]
