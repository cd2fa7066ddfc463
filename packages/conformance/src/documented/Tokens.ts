/**
 * The three endpoints that give tokens (spec 4.1, 4.3, 4.5) and what their answers hold (spec 5, 8, 9).
 */
import * as Effect from "effect/Effect"
import {
  expect,
  expectError,
  expectMembers,
  expectStatus,
  expectSuccess,
  integer,
  oneOf,
  positive,
  seen,
  someText
} from "../Expect.ts"
import { scenario } from "../Scenario.ts"
import { textsOf } from "../Shared.ts"
import type { Answer } from "../Transport.ts"

const expectNoToken = (answer: Answer) => expect(answer.status >= 400, "an error, and no token", seen(answer))

/** A member of an answer, and where it was. */
const withMember = (answer: Answer, name: string, value: unknown) => `${answer.seen}, ${name} ${answer.show(value)}`

export const tokens = [
  scenario("spec-4.1.form", "a form of credentials gives a token", function* ({ send, form }) {
    const answer = yield* send("POST", "/oauth/token", { form })
    yield* expectSuccess(answer)
    return answer.seen
  }),

  scenario("spec-4.1.grant-type", "grant_type is client_credentials", function* ({ send, form, primaryAnswer }) {
    yield* primaryAnswer
    const answer = yield* send("POST", "/oauth/token", { form: { ...form, grant_type: "conformance" } })
    yield* expectNoToken(answer)
    return `${answer.seen} for another grant type`
  }),

  scenario(
    "spec-4.1.credentials",
    "client_id and client_secret are looked at",
    function* ({ strangers, wrongSecrets }) {
      const stranger = yield* strangers.primary
      yield* expectNoToken(stranger)
      const wrong = yield* wrongSecrets.primary
      yield* expectNoToken(wrong)
      return `${stranger.seen} for another client_id, ${wrong.status} for another client_secret`
    }
  ),

  scenario(
    "spec-4.1.response",
    "the answer has access_token, token_type and expires_in",
    function* ({ primaryAnswer }) {
      const answer = yield* primaryAnswer
      const found = yield* expectMembers(answer, { access_token: someText, token_type: someText, expires_in: integer })
      return withMember(answer, "expires_in", found["expires_in"])
    }
  ),

  scenario("spec-4.1.primary", "the token is the primary token", function* ({ primary, organization, mint, send }) {
    yield* primary
    const listed = yield* send("GET", "/v1/organizations", { token: yield* primary })
    yield* expectSuccess(listed)
    const minted = yield* mint(yield* organization)
    yield* expectSuccess(minted)
    return `${listed.seen}, ${minted.seen}`
  }),

  scenario("spec-5.a-primary-token", "flow A begins with a token of type bearer", function* ({ primaryAnswer }) {
    const answer = yield* primaryAnswer
    const found = yield* expectMembers(answer, { access_token: someText, token_type: oneOf("bearer") })
    return withMember(answer, "token_type", found["token_type"])
  }),

  scenario("spec-8.primary-lifetime", "expires_in counts seconds in both flows", function* (session) {
    const answers = [yield* session.primaryAnswer, yield* session.partnerAnswer]
    const summary = yield* Effect.forEach(answers, (answer) =>
      Effect.map(expectMembers(answer, { expires_in: positive }), ({ expires_in }) =>
        withMember(answer, "expires_in", expires_in)
      )
    )
    return summary.join("; ")
  }),

  scenario("spec-9.token-endpoint", "/oauth/token has no version prefix", function* ({ primaryAnswer, send, form }) {
    const { seen: shown } = yield* primaryAnswer
    const answer = yield* send("POST", "/v1/oauth/token", { form })
    yield* expectNoToken(answer)
    return `${shown}, ${answer.seen}`
  }),

  scenario(
    "spec-4.3.organization-id",
    "the path names the organization",
    function* ({ scopedAnswer, primary, mint, send }) {
      yield* scopedAnswer
      const unknown = yield* mint("conformance-nowhere")
      yield* expectNoToken(unknown)
      const none = yield* send("POST", "/v1/organizations//token", { token: yield* primary })
      yield* expectNoToken(none)
      return `${unknown.seen}, ${none.seen}`
    }
  ),

  scenario(
    "spec-4.3.header",
    "the primary token is taken in Authorization",
    function* ({ scopedAnswer, send, organization }) {
      const { seen: shown } = yield* scopedAnswer
      const path = `/v1/organizations/${encodeURIComponent(yield* organization)}/token`
      const without = yield* send("POST", path)
      yield* expectNoToken(without)
      return `${shown} with it, ${without.status} without`
    }
  ),

  scenario("spec-4.3.no-body", "a scoped token needs no body", function* ({ mint, organization }) {
    const answer = yield* mint(yield* organization)
    yield* expectSuccess(answer)
    return answer.seen
  }),

  scenario("spec-4.3.response", "the answer is 200 and has access_token", function* ({ scopedAnswer }) {
    const answer = yield* scopedAnswer
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { access_token: someText })
    return `${answer.seen}, with access_token`
  }),

  scenario(["spec-4.3.token-type", "spec-5.a-scoped-type"], "its token_type is Bearer", function* ({ scopedAnswer }) {
    const answer = yield* scopedAnswer
    const found = yield* expectMembers(answer, { token_type: oneOf("Bearer") })
    return withMember(answer, "token_type", found["token_type"])
  }),

  // The specification shows both numbers.
  scenario(
    ["spec-4.3.expires-in", "spec-5.a-scoped-lifetime", "spec-8.scoped-lifetime"],
    "its expires_in is 86400, or 3600",
    function* ({ scopedAnswer }) {
      const answer = yield* scopedAnswer
      const found = yield* expectMembers(answer, { expires_in: oneOf(86_400, 3_600) })
      return withMember(answer, "expires_in", found["expires_in"])
    }
  ),

  scenario("spec-4.3.scope", "its scope is the organization", function* ({ scopedAnswer, organization }) {
    const answer = yield* scopedAnswer
    const found = yield* expectMembers(answer, { scope: oneOf(yield* organization) })
    return withMember(answer, "scope", found["scope"])
  }),

  scenario("spec-5.a-scoped-token", "the token is scoped to its organization", function* (session) {
    const answer = yield* session.jobsAnswer
    const other = yield* session.send("GET", "/v1/organizations", { token: yield* session.scoped })
    const opened = textsOf(other.json, "id")
    yield* expect(opened.length <= 1, "no list of other organizations", seen(other))
    return `${answer.seen}, ${other.seen}`
  }),

  scenario("spec-4.5.json", "credentials as JSON give a token", function* ({ send, credentials }) {
    const answer = yield* send("POST", "/v1/auth/token", { json: credentials })
    yield* expectSuccess(answer)
    return answer.seen
  }),

  scenario("spec-4.5.client-id", "client_id is required", function* ({ send, credentials, partnerAnswer }) {
    yield* partnerAnswer
    const answer = yield* send("POST", "/v1/auth/token", { json: { client_secret: credentials.client_secret } })
    yield* expectNoToken(answer)
    return `${answer.seen} without client_id`
  }),

  scenario("spec-4.5.client-secret", "client_secret is required", function* ({ send, credentials, partnerAnswer }) {
    yield* partnerAnswer
    const answer = yield* send("POST", "/v1/auth/token", { json: { client_id: credentials.client_id } })
    yield* expectNoToken(answer)
    return `${answer.seen} without client_secret`
  }),

  scenario("spec-4.5.response", "the answer is 200 and has access_token", function* ({ partnerAnswer }) {
    const answer = yield* partnerAnswer
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { access_token: someText })
    return `${answer.seen}, with access_token`
  }),

  scenario("spec-4.5.token-type", "its token_type is bearer", function* ({ partnerAnswer }) {
    const answer = yield* partnerAnswer
    const found = yield* expectMembers(answer, { token_type: oneOf("bearer") })
    return withMember(answer, "token_type", found["token_type"])
  }),

  scenario("spec-4.5.expires-in", "its expires_in is an integer", function* ({ partnerAnswer }) {
    const answer = yield* partnerAnswer
    const found = yield* expectMembers(answer, { expires_in: integer })
    return withMember(answer, "expires_in", found["expires_in"])
  }),

  scenario("spec-5.b-token", "flow B begins with a time-limited token of type bearer", function* ({ partnerAnswer }) {
    const answer = yield* partnerAnswer
    const members = { access_token: someText, token_type: oneOf("bearer"), expires_in: positive }
    const found = yield* expectMembers(answer, members)
    return withMember(answer, "expires_in", found["expires_in"])
  }),

  scenario(
    "spec-4.5.unauthorized",
    "an incorrect client_id or client_secret is 401",
    function* ({ strangers, wrongSecrets }) {
      const secret = yield* expectError(yield* wrongSecrets.partner, 401)
      yield* expectError(yield* strangers.partner, 401)
      return `${secret} for either`
    }
  )
]
