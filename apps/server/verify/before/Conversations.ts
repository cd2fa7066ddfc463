/**
 * The conversations of the comparison: every endpoint of the contract in its usual and its wrong forms, and connections that break HTTP.
 */
import { bodyExampleOf } from "@partner-api/contract/BodyExample"
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import type { Step } from "./Connection.ts"

/** Records of the sandbox. */
const ids = {
  organizationId: "org_acme",
  jobId: "job_00000001",
  userId: "usr_00000001",
  agencyId: "agy_hirewell",
  applicationId: "app_00000001",
  webhookEndpointId: "whe_none",
  eventId: "evt_none"
}

export interface Tokens {
  readonly primary: string
  readonly scoped: string
}

export interface Conversation {
  readonly name: string
  readonly steps: ReadonlyArray<Step>
}

interface Form {
  readonly method?: string
  readonly query?: string
  readonly token?: string | undefined
  readonly headers?: ReadonlyArray<string>
  readonly body?: string | undefined
  readonly isLast?: boolean
}

const head = (
  entry: EndpointEntry,
  { body, headers = [], isLast = true, method = entry.method, query = "", token }: Form
) =>
  [
    `${method} ${fillPath(entry.path, ids)}${query} HTTP/1.1`,
    "Host: partners.example.test",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
    ...(isLast ? ["Connection: close"] : []),
    "",
    ""
  ].join("\r\n")

const request = (entry: EndpointEntry, form: Form): string => head(entry, form) + (form.body ?? "")

const byId = (id: string): EndpointEntry => {
  const entry = endpoints.find((one) => one.id === id)
  if (entry === undefined) throw new Error(`there is no endpoint ${id}`)
  return entry
}

const credentials = JSON.stringify({ client_id: "sandbox-client", client_secret: "sandbox-secret" })

/** The request for a primary token. */
export const primaryTokenRequest = (): string => request(byId("partnerAuth.token"), { body: credentials })

/** The request for a token of an organization. */
export const scopedTokenRequest = (primary: string): string =>
  request(byId("organizations.token"), { token: primary, body: "" })

const tokenFor = ({ metadata }: EndpointEntry, { primary, scoped }: Tokens): string | undefined =>
  metadata.access.level === "primary" ? primary : metadata.access.level === "scoped" ? scoped : undefined

/** The forms of a request to an endpoint, by name. */
const formsOf = (entry: EndpointEntry, tokens: Tokens): Readonly<Record<string, Form>> => {
  const example = bodyExampleOf(entry)
  const token = tokenFor(entry, tokens)
  const body = example === undefined ? undefined : JSON.stringify(example)
  const usual: Form = { token, body }
  return {
    usual,
    "without a token": { body },
    "with another token": { body, token: "none" },
    "with an unknown parameter": { ...usual, query: "?nope=1" },
    "with a token in the address": { ...usual, query: "?access_token=x" },
    "with a broken escape": { ...usual, query: "?a=%zz" },
    "by OPTIONS": { method: "OPTIONS" },
    "by PUT": { ...usual, method: "PUT" },
    ...(entry.method === "GET"
      ? { "by HEAD": { ...usual, method: "HEAD" }, compressed: { ...usual, headers: ["Accept-Encoding: gzip"] } }
      : {
          "under a key": { ...usual, headers: [`Idempotency-Key: ${entry.id}`] },
          "under the same key": { ...usual, headers: [`Idempotency-Key: ${entry.id}`] },
          "with a bad key": { ...usual, headers: ["Idempotency-Key: \u00ff"] }
        }),
    ...(body === undefined
      ? {}
      : {
          "with an empty body": { ...usual, body: "" },
          "with broken JSON": { ...usual, body: body.slice(0, -1) },
          "with another member": { ...usual, body: JSON.stringify({ ...example, nope: 1 }) },
          "with a list": { ...usual, body: "[]" },
          "as text": { token, headers: ["Content-Type: text/plain", "Content-Length: 1"] }
        })
  }
}

/** Connections that break or strain HTTP. */
const connections = ({ scoped: token }: Tokens): ReadonlyArray<Conversation> => {
  const [list, add] = [byId("jobs.list"), byId("users.create")]
  const body = JSON.stringify({ first_name: "Ada", last_name: "King", email: "before@example.com" })
  const write = { token, body }
  const chunked = head(add, { token, headers: ["Content-Type: application/json", "Transfer-Encoding: chunked"] })
  const chunks = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`
  const get = (headers: ReadonlyArray<string> = []) => request(list, { token, query: "?limit=1", headers })
  const sent: Readonly<Record<string, ReadonlyArray<Step>>> = {
    "three requests sent ahead": [
      {
        send:
          request(list, { token, query: "?limit=1", isLast: false }) +
          request(add, { ...write, isLast: false }) +
          request(list, { token, query: "?limit=2" })
      }
    ],
    "a half-closed connection": [{ send: get() }, { end: true }],
    "a body that is cut": [{ send: head(add, write) + body.slice(0, 10) }, { end: true }],
    "a body in pieces": [{ send: head(add, write) }, { send: body.slice(0, 10) }, { send: body.slice(10) }],
    "a chunked body": [{ send: chunked }, { send: chunks(body) }],
    "a chunked body with a wrong size": [{ send: `${chunked}zz\r\n${body}` }],
    "a body after 100 Continue": [
      { send: head(add, { ...write, headers: ["Expect: 100-continue"] }) },
      { until: "100 Continue" },
      { send: body }
    ],
    "another expectation": [{ send: head(add, { ...write, headers: ["Expect: nothing"] }) + body }],
    "two hosts": [{ send: get(["Host: other.example.test"]) }],
    "two tokens": [{ send: get([`Authorization: Bearer ${token}`]) }],
    "a length twice": [{ send: head(add, { ...write, headers: ["Content-Length: 1"] }) + body }],
    "a length and chunks": [{ send: head(add, { ...write, headers: ["Transfer-Encoding: chunked"] }) + chunks(body) }],
    "a large head": [{ send: get([`X-Large: ${"x".repeat(40_000)}`]) }],
    "many headers": [{ send: get(Array.from({ length: 300 }, (_, index) => `X-${index}: y`)) }],
    "an absolute address": [{ send: get().replace("GET /", "GET http://partners.example.test/") }],
    "an upgrade": [{ send: get(["Upgrade: websocket", "Sec-WebSocket-Key: x"]) }],
    "HTTP/1.0": [{ send: get().replace("HTTP/1.1", "HTTP/1.0") }],
    "no HTTP": [{ send: "hello\r\n\r\n" }],
    "a long address": [{ send: request(list, { token, query: `?cursor=${"x".repeat(9_000)}` }) }],
    "an unknown address": [{ send: get().replace(list.path, `${list.path}_none`) }],
    "two slashes": [{ send: get().replace(list.path, `/${list.path}`) }],
    "a large body": [{ send: request(add, { token, body: JSON.stringify({ first_name: "x".repeat(300_000) }) }) }]
  }
  return Object.entries(sent).map(([name, steps]) => ({ name, steps }))
}

/** All conversations, in the order in which they are held. */
export const conversations = (tokens: Tokens): ReadonlyArray<Conversation> => [
  ...endpoints.flatMap((entry) =>
    Object.entries(formsOf(entry, tokens)).map(([form, one]) => ({
      name: `${entry.id} ${form}`,
      steps: [{ send: request(entry, one) }]
    }))
  ),
  ...connections(tokens)
]
