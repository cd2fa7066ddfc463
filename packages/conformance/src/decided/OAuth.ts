/**
 * Decisions, Errors: what the two token endpoints take and refuse, and in which order. Few of these show wrong credentials, since
 * a server may count them.
 */
import * as Effect from "effect/Effect"
import { expectHeader, expectMembers, expectStatus, expectSuccess, matching, oneOf, someText } from "../Expect.ts"
import { expectRefusal, refuses } from "../Refusal.ts"
import { scenario } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import type { Call } from "../Transport.ts"

const formType = { "content-type": "application/x-www-form-urlencoded" }
const encode = (members: Readonly<Record<string, string>>): string => new URLSearchParams(members).toString()

const requestToken = ({ send }: Session, body: string, headers: Call["headers"] = {}) =>
  send("POST", "/oauth/token", { body, headers: { ...formType, ...headers } })

/** The credentials as HTTP Basic sends them. */
export const basicOf = ({ credentials }: Session) => {
  const both = `${encodeURIComponent(credentials.client_id)}:${encodeURIComponent(credentials.client_secret)}`
  return { authorization: `Basic ${Buffer.from(both).toString("base64")}` }
}

const grant = "grant_type=client_credentials"

/** A form that gives a token, with something added. */
const accepts = (rule: string, title: string, add: string, headers: Readonly<Record<string, string>> = {}) =>
  scenario(rule, title, function* (session) {
    const answer = yield* requestToken(session, `${encode(session.form)}${add}`, headers)
    yield* expectSuccess(answer)
    return answer.seen
  })

export const oauth = [
  scenario("dec-errors.oauth-members", "errors of /oauth/token are read by OAuth clients too", function* (session) {
    const answer = yield* requestToken(session, "grant_type=conformance")
    const { message } = yield* expectMembers(answer, { error: someText, message: someText })
    yield* expectMembers(answer, { error_description: oneOf(String(message)) })
    return `${answer.seen}, error_description ${answer.show(message)}`
  }),

  scenario("dec-errors.oauth-order", "of two mistakes the earlier one is reported", function* (session) {
    const { send, form } = session
    const type = { "content-type": "text/plain" }
    const large = "x".repeat(1_048_577)
    const wrong = { body: encode({ ...form, client_secret: "conformance-wrong", scope: "a" }), headers: formType }
    const rows = [
      ["405 method_not_allowed", yield* send("PUT", "/oauth/token", { body: "x", headers: type })],
      ["415 unsupported_media_type", yield* send("POST", "/oauth/token", { body: "grant_type=%ff", headers: type })],
      ["413 payload_too_large", yield* requestToken(session, `x=%ff${large}`)],
      ["400 invalid_request", yield* requestToken(session, "grant_type=conformance&x=%ff")],
      ["400 invalid_request", yield* requestToken(session, "grant_type=conformance&grant_type=conformance")],
      ["400 unsupported_grant_type", yield* requestToken(session, "grant_type=conformance&scope=a")],
      ["401 invalid_client", yield* session.showWrong("/oauth/token", wrong)]
    ] as const
    return (yield* Effect.forEach(rows, ([refusal, answer]) => expectRefusal(answer, refusal))).join(", ")
  }),

  refuses("dec-errors.oauth-encoding", "a form that is not UTF-8", "400 invalid_request", (session) =>
    Effect.all([
      requestToken(session, `${encode(session.form)}&x=%ff`),
      requestToken(session, `${encode(session.form)}&x=%zz`)
    ])
  ),
  refuses("dec-errors.oauth-url-credentials", "credentials in the address", "400 invalid_request", ({ send, form }) =>
    Effect.all([send("POST", "/oauth/token?client_id=conformance", { form })])
  ),
  refuses("dec-errors.oauth-repeated-parameter", "a parameter sent twice", "400 invalid_request", (session) =>
    Effect.all([
      requestToken(session, `${encode(session.form)}&${grant}`),
      requestToken(session, `${encode(session.form)}&client_id=a`)
    ])
  ),
  refuses("dec-errors.oauth-two-methods", "two ways to authenticate", "400 invalid_request", (session) =>
    Effect.all([requestToken(session, encode(session.form), basicOf(session))])
  ),
  refuses("dec-errors.oauth-no-grant-type", "no grant_type", "400 invalid_request", (session) =>
    Effect.all([
      requestToken(session, encode(session.credentials)),
      requestToken(session, `grant_type=&${encode(session.credentials)}`)
    ])
  ),
  refuses(
    ["dec-errors.oauth-other-grant-type", "dec-errors.unsupported-grant-type"],
    "another grant_type",
    "400 unsupported_grant_type",
    (session) => Effect.all([requestToken(session, encode({ ...session.form, grant_type: "password" }))])
  ),
  refuses(
    ["dec-errors.oauth-wrong-credentials", "dec-errors.invalid-client"],
    "wrong credentials",
    "401 invalid_client",
    ({ wrongPrimary }) => Effect.map(wrongPrimary, (answer) => [answer])
  ),
  scenario("dec-errors.oauth-challenge", "wrong credentials have a Basic challenge", function* ({ wrongPrimary }) {
    const answer = yield* wrongPrimary
    yield* expectHeader(answer, "www-authenticate", matching(/^Basic( |$)/))
    return `${answer.seen}, ${String(answer.headers["www-authenticate"])}`
  }),
  refuses(["dec-errors.oauth-scope", "dec-errors.invalid-scope"], "a scope", "400 invalid_scope", (session) =>
    Effect.all([requestToken(session, `${encode(session.form)}&scope=a`)])
  ),

  scenario("dec-errors.oauth-basic", "HTTP Basic works as the body does", function* (session) {
    const answer = yield* requestToken(session, grant, basicOf(session))
    yield* expectSuccess(answer)
    return `${answer.seen} with HTTP Basic`
  }),
  scenario("dec-errors.oauth-empty-parameter", "an empty parameter counts as absent", function* (session) {
    const answers = [
      yield* requestToken(session, `${encode(session.form)}&scope=`),
      yield* requestToken(session, `${grant}&client_id=&client_secret=`, basicOf(session))
    ]
    for (const answer of answers) yield* expectSuccess(answer)
    return answers.map(({ seen }) => seen).join(", ")
  }),
  accepts("dec-errors.oauth-unknown-parameter", "an unknown parameter is ignored", "&audience=conformance"),
  accepts("dec-errors.oauth-charset", "charset=UTF-8 is accepted", "", {
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8"
  }),

  scenario("dec-errors.no-store", "no token answer may be stored", function* (session) {
    const answers = [yield* session.primaryAnswer, yield* session.scopedAnswer, yield* session.partnerAnswer]
    for (const answer of answers) yield* expectHeader(answer, "cache-control", matching(/\bno-store\b/))
    return answers.map(({ seen }) => seen).join(", ")
  }),

  scenario(
    "dec-errors.partner-unknown-members",
    "/v1/auth/token ignores unknown members",
    function* ({ send, credentials }) {
      const answer = yield* send("POST", "/v1/auth/token", { json: { ...credentials, audience: "conformance" } })
      yield* expectStatus(answer, 200)
      return answer.seen
    }
  ),
  refuses(
    "dec-errors.partner-wrong-credentials",
    "wrong credentials at /v1/auth/token",
    "401 unauthorized",
    ({ wrongPartner }) => Effect.map(wrongPartner, (answer) => [answer])
  )
]
