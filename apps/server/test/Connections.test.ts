/**
 * Bytes that no HTTP client would send, over raw sockets: whatever arrives, what goes back is an answer of this service, with the
 * Error body and a request id, and never a bare status line (decisions, Errors).
 */
import * as Net from "node:net"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { checkErrorForm, errorOf, named } from "./ErrorAnswer.ts"
import { type Answer, answerOf, answersOf, exchange } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const { port, tokens } = await sharedServer()
const lines = (...all: ReadonlyArray<string>): string => `${all.join("\r\n")}\r\n\r\n`
const host = "Host: partners.example"
const close = "Connection: close"
const bearer = `Authorization: Bearer ${tokens.acme}`
const live = "GET /health/live HTTP/1.1"
const users = "POST /v1/users HTTP/1.1"
const jsonType = "Content-Type: application/json"

const call = async (bytes: string | Uint8Array, thenEnd = false): Promise<Answer> =>
  answerOf(await exchange(port, bytes, thenEnd))

describe("a request that arrives too slowly", () => {
  // Both wait for the server's ten seconds; they do so at once.
  const waits = [call(`${live}\r\n${host}\r\n`), call(`${lines(users, host, bearer, jsonType, "Content-Length: 9")}{`)]

  it.for([
    [0, "head"],
    [1, "body"]
  ] as const)("is cut after ten seconds with 408: its %s (decisions, Limits)", async ([index]) =>
    assert.strictEqual(errorOf(await (waits[index] ?? call(""))), "408 request_timeout")
  )
})

describe("bytes that are no request of ours", () => {
  it.for<[status: number, what: string, bytes: string, thenEnd?: boolean]>([
    [400, "garbage", "garbage\r\n\r\n"],
    [400, "TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    [400, "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    [400, "another protocol", lines("GET / SIP/2.0", host)],
    [400, "a method in small letters", lines("get / HTTP/1.1", host)],
    [400, "an unknown method", lines("STEAL /v1/jobs HTTP/1.1", host, close)],
    [400, "no Host", lines(live, close)],
    [400, "two Hosts", lines(live, host, host, close)],
    [400, "two Authorizations", lines("GET /v1/jobs HTTP/1.1", host, bearer, bearer, close)],
    [
      400,
      "a good and a bad Authorization",
      lines("GET /v1/jobs HTTP/1.1", host, bearer, "authorization: Bearer no", close)
    ],
    [400, "two X-Auth-Tokens", lines("GET /v1/jobs HTTP/1.1", host, "X-Auth-Token: a", "x-auth-token: a", close)],
    [400, "two media types", lines(users, host, bearer, jsonType, jsonType, close)],
    [400, "two lengths", lines(users, host, "Content-Length: 1", "Content-Length: 2", close)],
    [400, "a length and chunks", lines(users, host, "Content-Length: 5", "Transfer-Encoding: chunked", close)],
    [400, "a length that is no number", lines(users, host, "Content-Length: five", close)],
    [400, "a bad chunk", `${lines(users, host, bearer, jsonType, "Transfer-Encoding: chunked")}zz\r\n`],
    [400, "a space before the colon", lines(live, "Host : a", close)],
    [400, "a header without a colon", lines(live, host, "nothing", close)],
    [400, "a folded header", lines(live, host, "X-A: 1", " 2", close)],
    [400, "a NUL in a header", lines(live, host, "X-A: \0", close)],
    [400, "half a head", `${live}\r\nHos`, true],
    [400, "half a body", `${lines(users, host, bearer, jsonType, "Content-Length: 10")}{`, true],
    [404, "an asterisk", lines("GET * HTTP/1.1", host, close)],
    [405, "CONNECT", lines("CONNECT partners.example:443 HTTP/1.1", host)],
    [417, "an expectation and a body", `${lines(users, host, "Expect: magic", "Content-Length: 2", close)}{}`],
    [431, "an address of 20 KiB", lines(`GET /${"a".repeat(20_000)} HTTP/1.1`, host, close)],
    [431, "two thousand headers", lines(live, host, ...Array.from({ length: 2_000 }, (_, n) => `X-${n}: 1`), close)]
  ])("are answered with %i: %s (decisions, Errors)", async ([status, , bytes, thenEnd]) =>
    assert.strictEqual(errorOf(await call(bytes, thenEnd)), named(status))
  )

  it("get an answer that closes the connection", async () =>
    assert.strictEqual((await call("garbage\r\n\r\n")).headers.connection?.toLowerCase(), "close"))
})

describe("an offer of another protocol", () => {
  const offer = (protocol: string) => ["Connection: Upgrade, close", `Upgrade: ${protocol}`]

  it.for(["h2c", "websocket", "TLS/1.0"])(
    "%s is ignored: the answer is the usual one (RFC 9110 §7.8)",
    async (name) => {
      assert.strictEqual((await call(lines(live, host, ...offer(name)))).status, 200)
      assert.strictEqual(errorOf(await call(lines("GET /v1/jobs HTTP/1.1", host, ...offer(name)))), "401 unauthorized")
    }
  )

  it("h2c, as curl --http2 offers it, does not hide a body (RFC 9110 §7.8)", async () =>
    assert.strictEqual(
      errorOf(await call(`${lines(users, host, bearer, jsonType, ...offer("h2c"), "Content-Length: 2")}{}`)),
      "422 unprocessable_entity"
    ))

  it.for(["h2c", "websocket"])(
    "%s with a body in chunks has the Error body as well (decisions, Errors)",
    async (name) => {
      const head = lines(users, host, bearer, jsonType, ...offer(name), "Transfer-Encoding: chunked")
      const answer = await call(`${head}2\r\n{}\r\n0\r\n\r\n`)
      assert.isAtLeast(answer.status, 400)
      assert.notStrictEqual(answer.text, "", `a bare ${answer.status}`)
      checkErrorForm(answer)
    }
  )
})

describe("a connection", () => {
  it("answers an address with scheme and host like its path alone (RFC 9112 §3.2.2)", async () =>
    assert.strictEqual(
      (await call(lines("GET http://partners.example/health/live HTTP/1.1", host, close))).status,
      200
    ))

  it("sends 100 Continue where it is expected, then the answer (decisions, Errors)", async () => {
    const body = '{"name":"Continued"}'
    const head = ["POST /v1/organizations HTTP/1.1", host, `Authorization: Bearer ${tokens.primary}`, jsonType]
    const request = lines(...head, `Content-Length: ${body.length}`, "Expect: 100-continue", close)
    const { received } = await exchange(port, request + body)
    assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  })

  it("answers what was sent at once in its order", async () => {
    const request = (path: string, id: string) => [`GET ${path} HTTP/1.1`, host, `X-Request-Id: ${id}`]
    const { received } = await exchange(
      port,
      lines(...request("/health/live", "one")) +
        lines(...request("/nope", "two")) +
        lines(...request("/health/ready", "three"), close)
    )
    assert.deepStrictEqual(
      [...received.matchAll(/HTTP\/1\.1 (\d+)|x-request-id: (\w+)/gi)].map(([, status, id]) => status ?? id),
      ["200", "one", "404", "two", "200", "three"]
    )
  })

  /** A user to be added, as head and body. */
  const adding = (name: string, ...more: ReadonlyArray<string>): readonly [head: string, body: string] => {
    const body = JSON.stringify({ first_name: name, last_name: "B", email: `${name}@connections.example` })
    return [lines(users, host, bearer, jsonType, `Content-Length: ${body.length}`, ...more), body]
  }
  const statusesOf = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

  it("answers writes that were sent at once, with their bodies", async () => {
    const [head, body] = adding("first")
    const [lastHead, lastBody] = adding("last", close)
    const { received } = await exchange(port, head + body + lines(live, host) + lastHead + lastBody)
    assert.deepStrictEqual(statusesOf(received), ["201", "200", "201"])
    assert.match(received, /first@[^]*last@/)
  })

  it.for<[what: string, cut: number]>([
    ["after its head", 0],
    ["in two pieces", 9]
  ])("answers a write whose body comes %s", async ([, cut]) => {
    const [head, body] = adding(`cut${cut}`, close)
    // The answer to the first request says that the head of the second one has been read.
    const received = await new Promise<string>((resolve) => {
      const chunks: Array<Buffer> = []
      const socket = Net.connect(port, "127.0.0.1", () => socket.write(lines(live, host) + head + body.slice(0, cut)))
      socket.once("data", () => socket.write(body.slice(cut)))
      socket.on("data", (chunk) => chunks.push(chunk))
      socket.on("close", () => resolve(Buffer.concat(chunks).toString()))
    })
    assert.deepStrictEqual(statusesOf(received), ["200", "201"])
    assert.match(received, new RegExp(`cut${cut}@connections`))
  })

  it("that is dropped in the middle of a request leaves the service at work", async () => {
    await new Promise((resolve) => {
      const socket = Net.connect(port, "127.0.0.1", () => {
        socket.write(`${lines(users, host, bearer, jsonType, "Content-Length: 100")}{`, () => socket.resetAndDestroy())
      })
      socket.on("close", resolve)
    })
    assert.strictEqual((await call(lines(live, host, close))).status, 200)
  })
})

const oneOf = <const Values extends ReadonlyArray<string>>(values: Values) => Arbitrary.schema(Schema.Literals(values))
const integer = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

describe("a request with some bytes changed", () => {
  const whole = `${lines(users, host, bearer, jsonType, "Content-Length: 2", close)}{}`
  // Ends a head and fills a body that a change made longer; nothing is left to wait for.
  const filler = `\r\n\r\n${"\0".repeat(16_384)}`
  const pieces = ["", " ", "\r", "\n", "\r\n", ":", "\0", "\x7f", "é", "%", "/", "?", "0", "9", "A", "close", "chunked"]
  const change = Arbitrary.all({ at: integer(0, whole.length), skip: integer(0, 3), put: oneOf(pieces) })

  it.effect.prop(
    "gets whole answers, one at least, and all of them errors with the Error body (decisions, Errors)",
    { changes: Arbitrary.array(change, { minLength: 1, maxLength: 3 }) },
    ({ changes }) =>
      Effect.promise(async () => {
        const bytes = changes.reduce(
          (text, { at, skip, put }) => text.slice(0, at) + put + text.slice(at + skip),
          whole
        )
        const answers = answersOf(await exchange(port, Buffer.from(bytes + filler, "latin1")))
        assert.isNotEmpty(answers, JSON.stringify(bytes))
        answers.forEach((answer) => {
          assert.isAtLeast(answer.status, 400)
          checkErrorForm(answer, JSON.stringify(bytes))
        })
      }),
    { arbitrary: { runs: 300 } }
  )
})
