/**
 * Bodies of requests on a listener, without an API behind it: one that is read as a stream, and one whose answer comes before it has arrived
 * (docs/decisions, How a request runs).
 */
import { assert, describe, it } from "@effect/vitest"
import { AccessLog } from "@partner-api/service/http/AccessLog"
import { page } from "@partner-api/service/http/Pages"
import { Drain } from "@partner-api/service/services/Drain"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { afterAll } from "vitest"
import * as HttpListener from "../src/platform/listener/HttpListener.ts"
import * as RequestEnvironment from "../src/platform/listener/RequestEnvironment.ts"
import { openRaw } from "./hostile/RawConnection.ts"
import * as PagesPipeline from "./PagesPipeline.ts"

const text = (value: string) => HttpServerResponse.text(value)

/** Counts the bytes of a body as they arrive. */
const counting = PagesPipeline.layer(
  {
    path: "/stream",
    answer: ({ body }) =>
      Stream.runFold(
        body.stream,
        () => 0,
        (sum, piece) => sum + piece.byteLength
      ).pipe(
        Effect.map((bytes) => text(`${bytes} bytes`)),
        Effect.catchTag("BodyIncomplete", () => Effect.succeed(text("incomplete")))
      )
  },
  page("/unread", () => text("answered"))
)

const listener = HttpListener.layer({ host: "127.0.0.1", port: 0, sharesPort: false, keepAliveMs: 75_000 }).pipe(
  Layer.provideMerge(Drain.layer),
  Layer.provideMerge(Layer.succeed(AccessLog, () => {}))
)

const runtime = ManagedRuntime.make(
  RequestEnvironment.layer(Effect.void).pipe(Layer.provide(counting), Layer.provideMerge(listener))
)
afterAll(() => runtime.dispose())
const port = Number(new URL(Context.get(await runtime.context(), HttpListener.ListeningAddress)).port)

const head = (path: string, ...headers: ReadonlyArray<string>): string =>
  [`GET ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n")

const chunked = "Transfer-Encoding: chunked"
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`
const lastChunk = "0\r\n\r\n"

const textOf = (next: Awaited<ReturnType<ReturnType<typeof openRaw>["next"]>>): string =>
  typeof next === "string" ? next : next.text

describe("a body that is read as a stream", () => {
  it.for<[what: string, request: string, answer: string]>([
    ["of a known length", head("/stream", "Content-Length: 5") + "hello", "5 bytes"],
    ["of a megabyte", head("/stream", "Content-Length: 1048576") + "x".repeat(1_048_576), "1048576 bytes"],
    ["in small chunks", head("/stream", chunked) + chunk(1).repeat(20_000) + lastChunk, "20000 bytes"],
    ["in large chunks", head("/stream", chunked) + chunk(65_536).repeat(8) + lastChunk, "524288 bytes"],
    ["without a byte", head("/stream"), "0 bytes"]
  ])("arrives whole (%s)", async ([, request, expected]) => {
    using connection = openRaw(port)
    connection.send(request)
    assert.strictEqual(textOf(await connection.next()), expected)
    connection.send(head("/unread"))
    assert.strictEqual(textOf(await connection.next()), "answered")
  })
})

describe("a body that nobody reads", () => {
  it.for<[what: string, first: string, rest: string]>([
    ["of a known length", head("/unread", "Content-Length: 100000") + "x".repeat(10), "x".repeat(99_990)],
    ["in chunks", head("/unread", chunked) + chunk(10), chunk(1_000).repeat(100) + lastChunk]
  ])("is dropped after the answer, and the connection goes on (%s)", async ([, first, rest]) => {
    using connection = openRaw(port)
    connection.send(first)
    assert.strictEqual(textOf(await connection.next()), "answered")
    connection.send(rest + head("/unread"))
    assert.strictEqual(textOf(await connection.next()), "answered")
  })

  it.for<[what: string, request: string]>([
    ["that is too long to drop", head("/unread", "Content-Length: 300000") + "x".repeat(10)],
    ["whose client waits for 100 Continue", head("/unread", "Content-Length: 10", "Expect: 100-continue")],
    ["that goes on for ever", head("/unread", chunked) + chunk(65_536).repeat(5)]
  ])("ends the connection with the answer (%s)", async ([, request]) => {
    using connection = openRaw(port)
    connection.send(request)
    assert.strictEqual(textOf(await connection.next()), "answered")
    assert.strictEqual(await connection.next(), "closed")
  })
})
