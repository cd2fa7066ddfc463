/**
 * Decisions, Discovery, and what is added to the specification: the documents that a server has about itself.
 */
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  headerOf,
  matching,
  membersOf,
  oneOf,
  seen,
  that
} from "../Expect.ts"
import { scenario } from "../Scenario.ts"
import type { Session } from "../Session.ts"

const wellFormed = matching(/^[A-Za-z0-9_-]{1,64}$/)

/** The names of extensions. */
const names = that(
  "an array of names",
  (value) => Array.isArray(value) && value.every((name) => typeof name === "string")
)

/** The seven documented operations, as the OpenAPI document writes them. */
const documented = [
  "post /oauth/token",
  "get /v1/organizations",
  "post /v1/organizations/{organizationId}/token",
  "get /v1/jobs",
  "post /v1/auth/token",
  "post /v1/agencies/{agencyId}/fees",
  "post /v1/users"
]

/** The operations of the OpenAPI document: their names, and whether they are labelled as an extension. */
const operations = Effect.fnUntraced(function* ({ send }: Session) {
  const answer = yield* send("GET", "/openapi.json")
  yield* expectStatus(answer, 200)
  const { paths } = yield* expectMembers(answer, { paths: that("an object", (value) => membersOf(value) === value) })
  const all = Object.entries(membersOf(paths)).flatMap(([path, item]) =>
    Object.entries(membersOf(item)).map(([method, operation]) => ({
      name: `${method} ${path}`,
      isExtension: membersOf(operation)["x-extension"] === true
    }))
  )
  return { answer, all }
})

const health = (rule: string, path: string) =>
  scenario(rule, `${path} says ok, without a token`, function* ({ send }) {
    const answer = yield* send("GET", path)
    yield* expectStatus(answer, 200)
    return answer.seen
  })

export const discovery = [
  scenario(
    "dec-wire.as-shown",
    "every documented operation is there, and is none of the extensions",
    function* (session) {
      const { answer, all } = yield* operations(session)
      const missing = documented.find(
        (name) => !all.some((operation) => operation.name === name && !operation.isExtension)
      )
      yield* expect(missing === undefined, "all seven, without x-extension", `${answer.seen}, not ${missing}`)
      return `${answer.seen}, all ${documented.length} of them`
    }
  ),

  scenario("dec-wire.labelled", "every other operation is labelled as an extension", function* (session) {
    const { answer, all } = yield* operations(session)
    const others = all.filter(({ name }) => !documented.includes(name))
    const bare = others.find(({ isExtension }) => !isExtension)
    yield* expect(bare === undefined, "x-extension: true", `${answer.seen}, ${bare?.name} without`)
    return `${answer.seen}, ${others.length} extensions`
  }),

  scenario("dec-discovery.openapi", "/openapi.json is OpenAPI 3.1", function* ({ send }) {
    const answer = yield* send("GET", "/openapi.json")
    yield* expectStatus(answer, 200)
    const { openapi } = yield* expectMembers(answer, { openapi: matching(/^3\.1\./) })
    return `${answer.seen}, openapi ${String(openapi)}`
  }),

  scenario("dec-discovery.docs", "/docs is a page", function* ({ send }) {
    const answer = yield* send("GET", "/docs")
    yield* expectStatus(answer, 200)
    yield* expectHeader(answer, "content-type", matching(/^text\/html\b/))
    return `${answer.seen}, ${headerOf(answer, "content-type")}`
  }),

  health("dec-discovery.live", "/health/live"),
  health("dec-discovery.ready", "/health/ready"),

  scenario("dec-discovery.oauth-metadata", "the metadata of RFC 8414", function* ({ send }) {
    const answer = yield* send("GET", "/.well-known/oauth-authorization-server")
    yield* expectStatus(answer, 200)
    const { token_endpoint } = yield* expectMembers(answer, {
      issuer: matching(/^https?:\/\//),
      token_endpoint: matching(/^https?:\/\/.*\/oauth\/token$/),
      grant_types_supported: equal(["client_credentials"])
    })
    return `${answer.seen}, token_endpoint ${answer.show(token_endpoint)}`
  }),

  scenario("dec-discovery.extensions", "/.well-known/partner-api lists the extensions", function* ({ send }) {
    const answer = yield* send("GET", "/.well-known/partner-api")
    yield* expectStatus(answer, 200)
    const { extensions } = yield* expectMembers(answer, { extensions: names })
    return `${answer.seen}, ${answer.show(extensions)}`
  }),

  scenario("dec-discovery.request-id-taken", "a well-formed X-Request-Id is taken", function* ({ send, unique }) {
    const id = `conformance_${unique()}-A`
    const answer = yield* send("GET", "/health/live", { headers: { "x-request-id": id } })
    yield* expectHeader(answer, "x-request-id", oneOf(id))
    return `${answer.seen}, ${id}`
  }),

  scenario("dec-discovery.request-id-made", "any other is replaced", function* ({ send }) {
    for (const id of ["a b", "x".repeat(65), "a/b"]) {
      const answer = yield* send("GET", "/health/live", { headers: { "x-request-id": id } })
      yield* expectHeader(answer, "x-request-id", wellFormed)
      yield* expect(headerOf(answer, "x-request-id") !== id, "another X-Request-Id", seen(answer))
    }
    const answer = yield* send("GET", "/health/live")
    yield* expectHeader(answer, "x-request-id", wellFormed)
    return `${answer.seen}, ${headerOf(answer, "x-request-id")}`
  }),

  scenario("dec-discovery.request-id-every", "every answer has an X-Request-Id", function* (session) {
    const answers = [
      yield* session.primaryAnswer,
      yield* session.organizationsAnswer,
      yield* session.jobsAnswer,
      yield* session.send("GET", "/v1/jobs"),
      yield* session.send("OPTIONS", "/v1/jobs"),
      yield* session.send("HEAD", "/docs")
    ]
    for (const answer of answers) yield* expectHeader(answer, "x-request-id", wellFormed)
    return answers.map(({ seen }) => seen).join(", ")
  })
]
