/**
 * Every message of a refusal, over HTTP: each endpoint of both APIs with every kind of wrong request, from the contract (decisions, Errors). An
 * answer has a body, says of no value what it is already, and each problem of a request names what to send.
 */
import { bodyExampleOf, bodySchemaOf } from "@partner-api/contract/BodyExample"
import { endpoints } from "@partner-api/contract/Endpoints"
import { operatorEndpoints } from "@partner-api/contract/operator/OperatorEndpoints"
import { errorStatus, partnerErrors } from "@partner-api/contract/PartnerErrors"
import { fillPath, pathParams } from "@partner-api/contract/Path"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { messageFaults, sentenceFaults } from "@partner-api/domain/testing/MessageRules"
import { valueAt, wrongInputsOf } from "@partner-api/domain/testing/WrongInputs"
import { assert, describe, it } from "@effect/vitest"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { checkErrorForm } from "./ErrorAnswer.ts"
import { basicOf, type Answer, type Call, membersOf, textOf } from "./HttpCall.ts"
import { openConsole, signIn } from "./operator/ConsoleSession.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer({ hasConsole: true })
const { acme, primary } = server.tokens
const admin = await signIn(server)
const leaving = await signIn(server)
const signedOut = openConsole(server)

type Send = (method: string, path: string, request?: Call) => Promise<Answer>

const withToken =
  (token?: string): Send =>
  (method, path, request) =>
    server.call(method, path, { ...(token === undefined ? {} : { token }), ...request })

/** An endpoint with the way to reach it: with what it asks for, and without. */
interface Target extends EndpointEntry {
  readonly right: Send
  readonly wrong: ReadonlyArray<Send>
}

const ofPartners = (entry: EndpointEntry): Target => {
  const { level } = entry.metadata.access
  if (level === "public") return { ...entry, right: withToken(), wrong: [] }
  if (level === "credentials") {
    const headers = { authorization: basicOf("sandbox-client", "sandbox-secret") }
    const right: Send = (method, path, request) =>
      server.call(method, path, { ...request, headers: { ...headers, ...request?.headers } })
    return { ...entry, right, wrong: [withToken(), withToken("x"), withToken(primary)] }
  }
  const [token, other] = level === "primary" ? [primary, acme] : [acme, primary]
  return { ...entry, right: withToken(token), wrong: [withToken(), withToken("x"), withToken("x y"), withToken(other)] }
}
const ofOperators = (entry: EndpointEntry): Target =>
  entry.metadata.access.level === "public"
    ? { ...entry, right: signedOut.send, wrong: [] }
    : {
        ...entry,
        right: entry.id === "session.signOut" ? leaving.send : admin.send,
        wrong: [signedOut.send, signedOut.call]
      }

const targets = [...endpoints.map(ofPartners), ...operatorEndpoints.map(ofOperators)]

/** A request, with its parts as they were before they were written. */
interface Sent {
  readonly path: string
  /** Whether no endpoint has the path: no id is to blame. */
  readonly isNowhere?: boolean
  readonly method?: string
  readonly call?: Call
  readonly body?: unknown
  readonly query?: unknown
  readonly params?: unknown
}

/** The id of nobody: nothing is changed. */
const pathOf = ({ path }: EndpointEntry, id = "none_1"): string => fillPath(path, paramsOf({ path }, id))
const paramsOf = ({ path }: Pick<EndpointEntry, "path">, id: string) =>
  Object.fromEntries(pathParams(path).map((name) => [name, id]))

const asTexts = (input: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(Object(input)).map(([name, value]) => [name, String(value ?? "")]))

/** One value of each kind: the tests of the contract send all through the schemas, which are the same here. */
const someValues = [undefined, null, " ", "https://example.com/a b", "2026-02-30T09:30:00 02:00", 1.5, {}, [{}]]

/** Wrong bodies: what cannot be read, in each way, and each wrong input. */
const wrongBodies = (entry: EndpointEntry): ReadonlyArray<Sent> => {
  const schema = bodySchemaOf(entry)
  if (schema === undefined) return []
  const path = pathOf(entry)
  const [mediaType = "application/json"] = entry.payload.keys()
  const raw = (body: string, headers: Readonly<Record<string, string>> = { "content-type": mediaType }): Sent => ({
    path,
    call: { body, headers }
  })
  const published = Schema.toJsonSchemaDocument(schema)
  const inputs = [
    ...wrongInputsOf({ ...published.schema, $defs: published.definitions }, someValues),
    { ...bodyExampleOf(entry), unknown: 1 }
  ]
  return [
    raw("{"),
    raw('{"a":1,"a":2}'),
    raw(`{"a":"${"x".repeat(300_000)}"}`),
    raw("{}", {}),
    raw("{}", { "content-type": "text/plain" }),
    ...inputs.map((input = null): Sent => {
      const body = mediaType.endsWith("json") ? input : asTexts(input)
      return { path, body, call: mediaType.endsWith("json") ? { json: input } : { form: asTexts(input) } }
    })
  ]
}

const parametersOf = ({ query }: EndpointEntry): ReadonlyArray<string> => {
  const ast = query === undefined ? undefined : SchemaAST.toEncoded(query.ast)
  return ast?._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

/** Wrong queries: every parameter with each wrong text, and one that is not known. */
const wrongQueries = (entry: EndpointEntry): ReadonlyArray<Sent> => {
  const names = parametersOf(entry)
  const written = (query: Readonly<Record<string, string>>): Sent => ({
    path: `${pathOf(entry)}?${new URLSearchParams(query).toString()}`,
    query
  })
  const texts = names.length === 0 ? [] : someValues.filter(Predicate.isString)
  return [
    written({ unknown: "1" }),
    { path: `${pathOf(entry)}?q=M%FCnchen` },
    ...names.map((name): Sent => ({ path: `${pathOf(entry)}?${name}=1&${name}=2`, query: { [name]: ["1", "2"] } })),
    ...texts.map((text) => written(Object.fromEntries(names.map((name) => [name, text]))))
  ]
}

/** Wrong addresses, ids and headers. */
const wrongHeads = (entry: EndpointEntry): ReadonlyArray<Sent> => {
  const path = pathOf(entry)
  const json = bodyExampleOf(entry)
  const call = (headers: Readonly<Record<string, string>>): Call => ({
    headers,
    ...(json === undefined ? {} : { json })
  })
  return [
    { path, call: call({}) },
    { path, method: "PUT" },
    { path: `${path}/`, isNowhere: true },
    { path: `/v1${path}`, isNowhere: true },
    { path, call: call({ "idempotency-key": "" }) },
    { path, call: call({ "if-match": '"other"' }) },
    { path, call: call({ "x-auth-token": "other" }) },
    { path: `${path}?access_token=x` },
    ...(entry.metadata.paginated ? [{ path: `${path}?cursor=x` }] : []),
    ...["a b", "x".repeat(65), "\u00fc"].map((id): Sent => ({ path: pathOf(entry, id), params: paramsOf(entry, id) }))
  ]
}

const Details = Schema.Array(
  Schema.Struct({
    in: Schema.Literals(["body", "query", "path", "header"]),
    path: Schema.String,
    message: Schema.String
  })
)
const decodeDetails = Schema.decodeUnknownSync(Details)

/** The codes of the refusals so far. */
const seen = new Set<string>()

/** What is wrong with the messages of an answer; nothing where it refuses nothing. */
const faultsOf = (answer: Answer, sent: Sent): ReadonlyArray<string> => {
  if (answer.status < 400) return []
  seen.add(checkErrorForm(answer, `${sent.path}: ${answer.text}`))
  const blamed =
    sent.isNowhere === true && /\bids?\b/.test(answer.text) ? [`${sent.path} blames an id: ${answer.text}`] : []
  const parts = { body: sent.body, query: sent.query, path: sent.params, header: sent.call?.headers }
  const judged = decodeDetails(membersOf(answer)["details"] ?? []).flatMap(({ in: part, message, path }) => {
    const value = valueAt(parts[part], path)
    const faults = [...messageFaults(message, value), ...(answer.status === 422 ? sentenceFaults(message) : [])]
    return faults.map((fault) => `${part} ${path} ${JSON.stringify(value)?.slice(0, 60)}: ${message} (${fault})`)
  })
  return [...blamed, ...judged]
}

const user = { first_name: "Ada", last_name: "Byron", email: "ada.messages@example.com" }
const application = { job_id: "job_00000001", agency_id: "agy_hirewell", candidate: user }
const credentials = { grant_type: "client_credentials", client_id: "sandbox-client", client_secret: "sandbox-secret" }

/** Requests, one after the other, whose refusals depend on what is stored, on a member of a form, or on no endpoint. */
const stated: ReadonlyArray<readonly [method: string, path: string, call: Call]> = [
  ["GET", `/v1/jobs?${"a".repeat(8_192)}`, { token: acme }],
  ["GET", "/v1/jobs", { token: acme, headers: { expect: "200-ok" } }],
  ["GET", "/v1/jobs", { token: acme, headers: { "x-large": "x".repeat(16_384) } }],
  ["POST", "/oauth/token", { form: { ...credentials, grant_type: "password" } }],
  ["POST", "/oauth/token", { form: { ...credentials, scope: "jobs:read" } }],
  ["POST", "/v1/users", { token: acme, json: user, headers: { "idempotency-key": "messages" } }],
  ["POST", "/v1/users", { token: acme, json: user }],
  [
    "POST",
    "/v1/users",
    { token: acme, json: { ...user, first_name: "A" }, headers: { "idempotency-key": "messages" } }
  ],
  ["PATCH", "/v1/jobs/job_00000001", { token: acme, json: { title: "A" }, headers: { "if-match": '"other"' } }],
  ["PATCH", "/v1/jobs/job_00000001", { token: acme, json: { status: "DRAFT" } }],
  ["POST", "/v1/applications", { token: acme, json: { ...application, job_id: "job_none" } }],
  // Somebody who confirms owns the job, and the next submission is one too many.
  ["POST", "/v1/applications", { token: acme, json: application }],
  ["POST", "/v1/applications/{id}/transitions", { token: acme, json: { action: "confirm" } }],
  ["POST", "/v1/applications", { token: acme, json: application }],
  ...Array.from(
    { length: 21 },
    () => ["POST", "/v1/auth/token", { json: { client_id: "a", client_secret: "b" } }] as const
  )
]

/** Codes of what takes time or a file: bodies that do not arrive, two requests at once, a feed that is older than a month, and a range of bytes. */
const waiting = ["request_timeout", "idempotency_in_progress", "cursor_expired", "range_not_satisfiable"]

describe("a refusal", () => {
  it.for(targets)(
    "of $id: says of no value what it is already, and names what to send (decisions, Errors)",
    async (target) => {
      const faults: Array<string> = []
      for (const sent of [...wrongHeads(target), ...wrongQueries(target), ...wrongBodies(target)]) {
        const answer = await target.right(sent.method ?? target.method, sent.path, sent.call)
        faults.push(...faultsOf(answer, sent))
      }
      for (const send of target.wrong) faults.push(...faultsOf(await send(target.method, pathOf(target)), { path: "" }))
      assert.deepStrictEqual([...new Set(faults)], [])
    }
  )

  it("is met with every code that needs no waiting (decisions, Errors)", async () => {
    let id = ""
    for (const [method, path, call] of stated) {
      const answer = await server.call(method, path.replace("{id}", id), call)
      if (answer.status === 201) id = textOf(answer, "id")
      assert.deepStrictEqual(faultsOf(answer, { path, body: call.json }), [])
    }
    const codes = partnerErrors.map(
      ({ fields }) => [fields.code.schema.literal, errorStatus[fields._tag.schema.literal]] as const
    )
    assert.deepStrictEqual(
      codes.filter(([code, status]) => status < 500 && !seen.has(code)).map(([code]) => code),
      waiting
    )
  })
})
