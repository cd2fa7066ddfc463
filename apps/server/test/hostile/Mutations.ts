/**
 * Good requests with something changed, by a seed: bytes of the whole request, or values and names of its JSON body.
 *
 * The same seed and number give the same request again, tokens apart.
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { jsonEndpoints, pointersOf, withTexts, wrongTexts } from "./JsonCorpus.ts"

/** Tokens that the requests carry. */
export interface MutationTokens {
  readonly primary: string
  readonly acme: string
}

/** Numbers from a seed, each from 0 to below `limit`. */
const numbersFrom = (seed: string) => {
  const random = Effect.runSync(Random.withSeed(Effect.service(Random.Random), seed))
  return (limit: number): number => Math.floor(random.nextDoubleUnsafe() * limit)
}
type Numbers = ReturnType<typeof numbersFrom>

const pick = <A>(numbers: Numbers, values: ReadonlyArray<A>, otherwise: A): A =>
  values[numbers(values.length)] ?? otherwise

const request = (line: string, headers: ReadonlyArray<string>, body = ""): string =>
  [
    `${line} HTTP/1.1`,
    "Host: partners.example",
    ...headers,
    ...(body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    "Connection: close",
    "",
    body
  ].join("\r\n")

const bearer = (token: string) => `Authorization: Bearer ${token}`
const json = "Content-Type: application/json"
const form = "Content-Type: application/x-www-form-urlencoded"
const chunkedForm = "12\r\ngrant_type=client_\r\n2a\r\ncredentials&client_id=sandbox-client&client\r\n0\r\n\r\n"

const authorization = (tokens: MutationTokens, level: (typeof jsonEndpoints)[number]["level"]) =>
  level === "public" ? [] : [bearer(tokens[level])]

/** Good requests of every kind. */
const goodRequests = (tokens: MutationTokens): ReadonlyArray<string> => [
  ...jsonEndpoints.map(({ path, level, good }) =>
    request(`POST ${path}`, [...authorization(tokens, level), json], withTexts(good, {}))
  ),
  request("GET /v1/jobs?limit=2", [bearer(tokens.acme)]),
  request("GET /v1/jobs/job_00000001", [`X-Auth-Token: ${tokens.acme}`]),
  request("GET /v1/agencies/agy_hirewell/fees", [bearer(tokens.acme), "X-Request-Id: mutated"]),
  request("GET /v1/users?limit=1", [bearer(tokens.acme), "Accept: application/json;q=0.5, */*"]),
  request("PUT /v1/users", [bearer(tokens.acme)]),
  request("OPTIONS /v1/users", ["Origin: https://partners.example"]),
  request("GET /.well-known/oauth-authorization-server", []),
  request(
    "POST /oauth/token",
    ["Authorization: Basic c2FuZGJveC1jbGllbnQ6eA==", form],
    "grant_type=client_credentials"
  ),
  request("POST /oauth/token", [form, "Transfer-Encoding: chunked"]) + chunkedForm
]

/** What is put into requests: pieces that mean something to somebody on the way. */
const pieces = [
  "",
  "\0",
  "\r",
  "\n",
  "\r\n",
  "\r\n\r\n",
  " ",
  "\t",
  ":",
  ";",
  ",",
  "=",
  "&",
  "?",
  "#",
  "/",
  "//",
  "/../",
  "\\",
  "%",
  "%00",
  "%2f",
  "%ff",
  "%zz",
  '"',
  '\\"',
  "\\u0000",
  "\\ud800",
  "{",
  "}",
  "[",
  "]",
  "[".repeat(40),
  "0",
  "-",
  "9".repeat(30),
  "\x7f",
  "\xff",
  "\xed\xa0\x80",
  "a".repeat(300),
  "a".repeat(9_000),
  "\r\nHost: b",
  "\r\nTransfer-Encoding: chunked",
  "\r\nContent-Length: 0",
  "\r\nConnection: Upgrade\r\nUpgrade: h2c",
  "\r\nExpect: 100-continue",
  "\r\nContent-Encoding: gzip",
  "\r\nIdempotency-Key: a",
  "__proto__",
  "constructor",
  "' OR 1=1 --",
  "GET / HTTP/1.1\r\n\r\n"
]

/** Changes one to three places of the bytes, mostly one. */
const inBytes = (numbers: Numbers, good: string): string => {
  let text = good
  for (let left = 1 + numbers(1 + numbers(3)); left > 0; left--) {
    const at = numbers(text.length)
    const until = at + numbers(16)
    const changed = [
      () => pick(numbers, pieces, ""),
      () => String.fromCharCode(numbers(256)),
      () => String.fromCharCode(text.charCodeAt(at) ^ (1 << numbers(8))),
      () => text.slice(at, until).repeat(2),
      () => ""
    ]
    text = text.slice(0, at) + pick(numbers, changed, () => "")() + text.slice(numbers(3) === 0 ? until : at + 1)
  }
  return text
}

/** Changes one to three places of a JSON body; the request around it is in order. */
const inJson = (numbers: Numbers, tokens: MutationTokens): string => {
  const [first] = jsonEndpoints
  if (first === undefined) return ""
  const { path, level, good } = pick(numbers, jsonEndpoints, first)
  const edits: Record<string, string> = {}
  for (let left = 1 + numbers(3); left > 0; left--) {
    const value = pick(numbers, wrongTexts, "null")
    const name = pick(numbers, ["__proto__", "", "~/", "name", "\\u0061", "toString"], "")
    edits[pick(numbers, pointersOf(good), "")] = pick(
      numbers,
      [value, `[${value},${value}]`, `{"${name}":${value}}`, `{"${name}":${value},"a":${value}}`],
      value
    )
  }
  const body = withTexts(good, edits)
  return request(`POST ${path}`, [...authorization(tokens, level), json], Buffer.from(body).toString("latin1"))
}

/** The request with this number under this seed, as bytes. */
export const mutation = (seed: number, number: number, tokens: MutationTokens): Buffer => {
  const numbers = numbersFrom(`${seed}-${number}`)
  const text = numbers(3) === 0 ? inJson(numbers, tokens) : inBytes(numbers, pick(numbers, goodRequests(tokens), ""))
  return Buffer.from(text, "latin1")
}
