/**
 * What the body of a request may be: media type, size, and JSON within bounds (decisions, Errors and Limits). What it means comes
 * after that.
 */
import { assert, describe, it } from "@effect/vitest"
import { valuesMax } from "@partner-api/service/http/stages/ReadBody"
import { errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import type { Call } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const { call, tokens } = await sharedServer()
const token = tokens.acme

const jsonType = { "content-type": "application/json" }
const body = (text: string | Uint8Array, headers: Readonly<Record<string, string>> = jsonType): Call => ({
  token,
  body: text,
  headers
})
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)
/** An array of zeros, which is a value too. */
const zeros = (count: number): string => `[${Array.from({ length: count }, () => 0).join()}]`
const user = '{"first_name":"Ann","last_name":"B","email":"ann@example.com"}'
/** The bounds of the two endpoints that are asked here (decisions, Limits). */
const userBytesMax = 8_192
const organizationBytesMax = 4_096

describe("a body is refused", () => {
  it.for<[status: number, what: string, request: Call]>([
    [400, "no JSON", body("{")],
    [400, "nothing", body("")],
    [400, "two JSON values", body("{}{}")],
    [400, "JSON with a comment", body("{/* */}")],
    [400, "a member named twice", body('{"a":1,"a":1}')],
    [400, "a member named twice, once escaped", body('{"a":1,"\\u0061":1}')],
    [400, "a member named twice, deep inside", body('[{"b":[],"c":{"a":[1,{}],"a":1}}]')],
    [400, "__proto__ named twice", body('{"__proto__":1,"__proto__":1}')],
    [400, "33 levels", body(nested(33))],
    [400, "four thousand levels", body(nested(userBytesMax / 2))],
    [400, "an escaped NUL", body('{"first_name":"a\\u0000"}')],
    [400, "an escaped NUL in a name", body('{"a\\u0000":1}')],
    [400, "half a surrogate pair", body('{"first_name":"\\ud83d"}')],
    [400, "the halves of a surrogate pair in the wrong order", body('["\\ude00\\ud83d"]')],
    [400, "a byte order mark", body(`\uFEFF${user}`)],
    [400, "not UTF-8", body(Buffer.from([0x22, 0xff, 0x22]))],
    [400, "an overlong form of UTF-8", body(Buffer.from([0x22, 0xc0, 0xaf, 0x22]))],
    [400, "half a surrogate pair as UTF-8", body(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))],
    [400, "UTF-16", body(Buffer.from(user, "utf16le"))],
    [400, "as large as it may be, but no JSON", body(" ".repeat(userBytesMax))],
    [413, "a byte more than it may have", body(" ".repeat(userBytesMax + 1))],
    [413, "10 MiB", body(" ".repeat(10_485_760))],
    [
      413,
      "a byte more than it may have, in chunks",
      body(" ".repeat(userBytesMax + 1), { ...jsonType, "transfer-encoding": "chunked" })
    ],
    [415, "of no media type", body(user, {})],
    [415, "of another media type", body(user, { "content-type": "text/plain" })],
    [415, "of a media type that begins alike", body(user, { "content-type": "application/json5" })],
    [415, "of another character set", body(user, { "content-type": "application/json; charset=utf-16" })],
    [415, "of a media type with other parameters", body(user, { "content-type": "application/json; v=1" })],
    [415, "compressed", body(user, { ...jsonType, "content-encoding": "gzip" })]
  ])("with %i: %s (decisions, Errors)", async ([status, , request]) =>
    assert.strictEqual(errorOf(await call("POST", "/v1/users", request)), named(status))
  )

  it.for([
    [{}, "with a Content-Type"],
    [{ "content-type": "text/plain" }, "as application/json"],
    [{ "content-type": "application/json; charset=utf-16" }, "charset"],
    [{ "content-type": "application/json;odata=verbose" }, ": odata."],
    [{ ...jsonType, "content-encoding": "gzip" }, "without Content-Encoding"]
  ] as const)("with a message that names what is wrong: %j (decisions, Errors)", async ([headers, expected]) => {
    const { text } = await call("POST", "/v1/users", body(user, headers))
    assert.include(text, expected)
    // It does not ask for what was sent.
    assert.strictEqual(text.includes("as application/json"), expected === "as application/json")
  })

  it.for([
    ["/v1/organizations", { token: tokens.primary }, organizationBytesMax],
    ["/v1/organizations/org_acme/token", { token: tokens.primary }, 2_048],
    ["/v1/agencies/agy_hirewell/fees", { token }, 131_072],
    ["/v1/auth/token", {}, 16_384]
  ] as const)("at %s as well (decisions, Errors)", async ([path, access, bytesMax]) => {
    const answers = [
      await call("POST", path, { ...access, body: '{"a":1,"a":2}', headers: jsonType }),
      await call("POST", path, { ...access, body: " ".repeat(bytesMax + 1), headers: jsonType }),
      await call("POST", path, { ...access, body: "{}" })
    ]
    answers.forEach((answer, index) => assert.strictEqual(errorOf(answer), named([400, 413, 415][index] ?? 0)))
  })

  it.for<[what: string, text: string, details: ReadonlyArray<string>]>([
    ["an array", "[]", ["body  type"]],
    ["null", "null", ["body  type"]],
    ["text", '"x"', ["body  type"]],
    ["32 levels", nested(32), ["body  type"]],
    ["two unknown names", '{"name":"N","a/b":1,"m~n":2}', ["body /a~1b unknown", "body /m~0n unknown"]],
    [
      "names of every object",
      '{"name":"N","__proto__":1,"constructor":1}',
      ["body /__proto__ unknown", "body /constructor unknown"]
    ]
  ])("as wrong when it is readable: %s (decisions, Errors)", async ([, text, details]) =>
    assert.sameMembers(mistakesOf(await call("POST", "/v1/organizations", { ...body(text), token: tokens.primary })), [
      ...details
    ])
  )

  it.for([
    ["as many values as may be", valuesMax - 1, "body  type"],
    ["a value more", valuesMax, "body  length"]
  ] as const)("as wrong when it is readable and has %s (decisions, Limits)", async ([, count, detail]) =>
    assert.deepStrictEqual(mistakesOf(await call("POST", "/v1/users", body(zeros(count)))), [detail])
  )

  it("with at most 50 details (decisions, Errors)", async () => {
    const members = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`member_${index}`, index]))
    const answer = await call("POST", "/v1/users", { token, json: members })
    assert.strictEqual(errorOf(answer), "422 unprocessable_entity")
    assert.lengthOf(answer.text.match(/"code":/g) ?? [], 50)
  })
})

describe("a body is read", () => {
  it.for<[what: string, request: Call]>([
    ["with charset=UTF-8", body('{"name":"a"}', { "content-type": "application/json;charset=UTF-8" })],
    ["with a quoted charset", body('{"name":"a"}', { "content-type": 'application/json; charset="utf-8"' })],
    ["with an empty parameter", body('{"name":"a"}', { "content-type": "application/json;" })],
    ["with empty parameters", body('{"name":"a"}', { "content-type": "application/json; ; charset=utf-8;" })],
    ["with charset=utf8", body('{"name":"a"}', { "content-type": "application/json; charset=utf8" })],
    ["with charset=us-ascii", body('{"name":"a"}', { "content-type": "application/json; charset=US-ASCII" })],
    ["of a media type in capitals", body('{"name":"a"}', { "content-type": "Application/JSON" })],
    ["with Content-Encoding: identity", body('{"name":"a"}', { ...jsonType, "content-encoding": "identity" })],
    ["in chunks", body('{"name":"a"}', { ...jsonType, "transfer-encoding": "chunked" })],
    ["with white space around it", body(' \r\n\t{ "name" : "a" } \n')],
    ["as large as it may be", body(`{"name":"a"}${" ".repeat(organizationBytesMax - 12)}`)],
    ["with characters beyond the first plane, escaped", body('{"name":"\\ud83d\\ude00"}')],
    ["with an escape in a name", body('{"n\\u0061me":"a"}')]
  ])("%s (decisions, Errors)", async ([, request]) => {
    const answer = await call("POST", "/v1/organizations", { ...request, token: tokens.primary })
    assert.strictEqual(answer.status, 201, answer.text)
  })
})
