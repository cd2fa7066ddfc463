/**
 * Decisions, Errors: the form of every error, and what is refused with which status. Bodies have their own file.
 */
import * as Effect from "effect/Effect"
import {
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  headerOf,
  matching,
  membersOf,
  oneOf,
  seen,
  someText
} from "../Expect.ts"
import type { Failure } from "../Outcome.ts"
import { codes, detailsOf, expectRefusal, refuses } from "../Refusal.ts"
import { scenario } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import type { Answer } from "../Transport.ts"
import { unknownToken } from "../documented/Access.ts"

export const jsonType = { "content-type": "application/json" }

/** Text as the JSON body of a request for a token. */
export const asJson = ({ send }: Session, body: string | Uint8Array) =>
  send("POST", "/v1/auth/token", { body, headers: jsonType })

/** The bounds of an address, of the headers and of the details of an error (decisions, Limits and Errors). */
const urlBytesMax = 8_192
const headerBytesMax = 16_384
const detailsMax = 50

const wrongQuery = (session: Session) => session.call("GET", "/v1/jobs?limit=0&limt=1")

/** One error of each kind that can be had without writing. */
const everyKind = Effect.fnUntraced(function* (session: Session) {
  const { send, call } = session
  return [
    yield* asJson(session, "{"),
    yield* send("GET", "/v1/jobs"),
    yield* send("POST", "/oauth/token", { form: { grant_type: "conformance" } }),
    yield* send("GET", "/v1/organizations", { token: yield* session.scoped }),
    yield* send("GET", "/v1/conformance"),
    yield* send("DELETE", "/v1/jobs"),
    yield* send("POST", "/v1/auth/token", { body: "{}", headers: { "content-type": "text/plain" } }),
    yield* wrongQuery(session),
    yield* call("GET", `/v1/jobs?cursor=conformance`)
  ]
})

const seenOf = (answers: ReadonlyArray<Answer>): string => answers.map(({ status }) => status).join(", ")

/** An address of exactly the given bytes, with an unknown parameter. */
const addressOf = (bytes: number): string => `/v1/jobs?${"a".repeat(bytes - "/v1/jobs?".length)}`

const details = (session: Session): Effect.Effect<ReadonlyArray<Readonly<Record<string, unknown>>>, Failure> =>
  Effect.flatMap(wrongQuery(session), (answer) => {
    const all = membersOf(answer.json)["details"]
    return Effect.as(
      expect(Array.isArray(all) && all.length > 0, "an error with details", seen(answer)),
      Array.isArray(all) ? all.map(membersOf) : []
    )
  })

/** One member of every detail of an error. */
const detailScenario = (rule: string, title: string, member: string, pattern: RegExp) =>
  scenario(rule, title, function* (session) {
    const answer = yield* wrongQuery(session)
    const all = yield* details(session)
    for (const detail of all) yield* expectMembers(answer, { [member]: matching(pattern) }, detail, "a detail")
    return `${answer.seen}, ${member} ${all.map((detail) => String(detail[member])).join(", ")}`
  })

export const errors = [
  scenario(["dec-errors.body", "dec-errors.no-tag"], "an error has its documented members alone", function* (session) {
    const known = ["error", "message", "request_id", "details", "error_description"]
    const answers = yield* everyKind(session)
    for (const answer of answers) {
      yield* expectMembers(answer, { error: someText, message: someText })
      const other = Object.keys(membersOf(answer.json)).find((name) => !known.includes(name))
      yield* expect(other === undefined, "no other member", `${answer.seen}, ${other}`)
    }
    return seenOf(answers)
  }),

  scenario("dec-errors.request-id", "request_id is the X-Request-Id of the answer", function* (session) {
    const answer = yield* wrongQuery(session)
    yield* expectMembers(answer, { request_id: oneOf(headerOf(answer, "x-request-id")) })
    return `${answer.seen}, ${headerOf(answer, "x-request-id")}`
  }),

  detailScenario("dec-errors.details", "a detail says where it is", "in", /^(?:body|query|path|header)$/),
  detailScenario("dec-errors.details-pointer", "its path is a JSON Pointer", "path", /^(?:\/(?:[^~/]|~[01])*)*$/),
  detailScenario(
    "dec-errors.details-codes",
    "its code is one of the list",
    "code",
    /^(?:required|unknown|type|format|range|length|duplicate|conflict|not_allowed)$/
  ),

  refuses(
    "dec-errors.details-all",
    "all mistakes are reported at once",
    "422 unprocessable_entity",
    (session) => Effect.map(wrongQuery(session), (answer) => [answer]),
    "query /limit range",
    "query /limt unknown"
  ),

  scenario("dec-errors.details-maximum", "at most 50 of them", function* ({ call }) {
    const query = Array.from({ length: detailsMax + 10 }, (_, index) => `x${index}=1`).join("&")
    const answer = yield* call("GET", `/v1/jobs?${query}`)
    const count = detailsOf(answer).length
    yield* expect(count === detailsMax, `${detailsMax} details`, `${answer.seen}, ${count} details`)
    return `${count} details of ${detailsMax + 10} mistakes`
  }),

  scenario("dec-errors.closed-list", "codes are those of the list, each with its status", function* (session) {
    const answers = yield* everyKind(session)
    for (const answer of answers) yield* expectMembers(answer, { error: oneOf(...(codes[answer.status] ?? [])) })
    return answers.map((answer) => `${answer.status} ${String(membersOf(answer.json)["error"])}`).join(", ")
  }),

  scenario(
    ["dec-errors.every-answer", "dec-errors.every-request-id"],
    "every error has a body and X-Request-Id",
    function* (session) {
      const answers = yield* everyKind(session)
      for (const answer of answers) {
        yield* expectMembers(answer, { error: someText, message: someText })
        yield* expectHeader(answer, "x-request-id", matching(/^[A-Za-z0-9_-]{1,64}$/))
      }
      return seenOf(answers)
    }
  ),

  refuses("dec-errors.repeated-headers", "a header sent twice", "400 invalid_request", ({ send, primary }) =>
    Effect.flatMap(primary, (token) => {
      const authorization = [`Bearer ${token}`, `Bearer ${token}`]
      return Effect.all([send("GET", "/v1/organizations", { headers: { authorization } })])
    })
  ),

  refuses(
    ["dec-errors.broken-http", "dec-errors.parser-400"],
    "a body of two lengths, which no HTTP parser may take",
    "400 invalid_request",
    ({ send }) =>
      Effect.all([
        send("POST", "/v1/auth/token", { body: "{}", headers: { ...jsonType, "transfer-encoding": "chunked" } })
      ])
  ),

  refuses("dec-errors.status-404", "an unknown address", "404 not_found", ({ send, call }) =>
    Effect.all([send("GET", "/v1/conformance"), call("GET", "/conformance")])
  ),

  scenario("dec-errors.method-not-allowed", "another method is 405, with Allow", function* ({ send }) {
    const answer = yield* send("DELETE", "/v1/jobs")
    const summary = yield* expectRefusal(answer, "405 method_not_allowed")
    yield* expectHeader(answer, "allow", matching(/\bGET\b/))
    return `${summary}, Allow: ${headerOf(answer, "allow")}`
  }),

  scenario(
    ["dec-errors.uri-too-long", "dec-limits.url", "dec-errors.parser-414"],
    "an address has at most 8 KiB",
    function* ({ call }) {
      const longest = yield* call("GET", addressOf(urlBytesMax))
      yield* expectRefusal(longest, "422 unprocessable_entity")
      const answer = yield* call("GET", addressOf(urlBytesMax + 1))
      return `${longest.status} for 8 KiB, ${yield* expectRefusal(answer, "414 uri_too_long")} for a byte more`
    }
  ),

  refuses(
    "dec-errors.unsupported-media-type",
    "a body of another media type",
    "415 unsupported_media_type",
    ({ send, credentials }) => {
      const headers = { "content-type": "text/plain" }
      return Effect.all([send("POST", "/v1/auth/token", { body: JSON.stringify(credentials), headers })])
    }
  ),
  refuses(
    "dec-errors.no-media-type",
    "a body without a media type",
    "415 unsupported_media_type",
    ({ send, credentials }) => Effect.all([send("POST", "/v1/auth/token", { body: JSON.stringify(credentials) })])
  ),
  refuses("dec-errors.expectation-failed", "an expectation", "417 expectation_failed", ({ send }) =>
    Effect.all([send("GET", "/v1/jobs", { headers: { expect: "200-conformance" } })])
  ),

  scenario(
    ["dec-errors.headers-too-large", "dec-limits.headers", "dec-errors.parser-431", "dec-errors.parser"],
    "headers have at most 16 KiB, and the parser's own refusal is an Error",
    function* ({ send }) {
      const small = yield* send("GET", "/v1/jobs", { headers: { "x-conformance": "a".repeat(headerBytesMax - 1_024) } })
      yield* expectStatus(small, 401)
      const answer = yield* send("GET", "/v1/jobs", { headers: { "x-conformance": "a".repeat(headerBytesMax) } })
      const summary = yield* expectRefusal(answer, "431 headers_too_large")
      yield* expectHeader(answer, "x-request-id", matching(/^[A-Za-z0-9_-]{1,64}$/))
      return summary
    }
  ),

  scenario(
    "dec-errors.body-query-path",
    "a wrong query and a wrong path get different codes",
    function* ({ call, needs }) {
      yield* needs("jobs.read")
      const [query, path] = [yield* call("GET", "/v1/jobs?limit=0"), yield* call("GET", "/v1/jobs/a%20b")]
      yield* expectRefusal(query, "422 unprocessable_entity", "query /limit range")
      yield* expectRefusal(path, "422 unprocessable_entity", "path /jobId format")
      return [...detailsOf(query), ...detailsOf(path)].join(", ")
    }
  ),

  scenario("dec-errors.head", "HEAD has the status of GET and no body", function* ({ send, call }) {
    const answers = [
      yield* call("HEAD", "/v1/jobs?limit=1"),
      yield* send("HEAD", "/v1/jobs"),
      yield* send("HEAD", "/v1/conformance")
    ]
    const statuses = answers.map(({ status }) => status).join()
    yield* expect(statuses === "200,401,404", "statuses 200, 401, 404", statuses)
    for (const answer of answers) yield* expect(answer.text === "", "no body", seen(answer))
    return answers.map(({ seen }) => seen).join(", ")
  }),

  scenario("dec-errors.options", "OPTIONS is 204 with Allow", function* ({ send }) {
    const answer = yield* send("OPTIONS", "/v1/jobs")
    yield* expectStatus(answer, 204)
    yield* expectHeader(answer, "allow", matching(/\bGET\b/))
    return `${answer.seen}, Allow: ${headerOf(answer, "allow")}`
  }),

  scenario("dec-errors.route-first", "an unknown address or method comes first", function* ({ send }) {
    const [route, method] = [yield* send("GET", "/v1/conformance"), yield* send("PUT", "/v1/users", { body: "{" })]
    return `${yield* expectRefusal(route, "404 not_found")}, ${yield* expectRefusal(method, "405 method_not_allowed")}`
  }),
  refuses(
    "dec-errors.unauthorized-first",
    "401 comes before anything about the request",
    "401 unauthorized",
    ({ send }) =>
      Effect.all([
        send("GET", "/v1/jobs?limit=0"),
        send("POST", "/v1/users", { body: "{", headers: jsonType }),
        send("GET", "/v1/jobs?limit=0", { token: unknownToken })
      ])
  ),
  refuses("dec-errors.forbidden-first", "403 comes before 404", "403 forbidden", ({ send, narrowed, needs }) =>
    Effect.gen(function* () {
      yield* needs("users.read")
      return [yield* send("GET", "/v1/users/conformance-nobody", { token: yield* narrowed("jobs:read") })]
    })
  ),
  refuses("dec-errors.case-sensitive", "paths are case-sensitive", "404 not_found", ({ call }) =>
    Effect.all([call("GET", "/V1/jobs"), call("GET", "/v1/Jobs")])
  ),
  refuses("dec-errors.trailing-slash", "a slash at the end is another path", "404 not_found", ({ call }) =>
    Effect.all([call("GET", "/v1/jobs/")])
  )
]
