/**
 * What of an exchange with a receiver counts, and for how long it may take (decisions, Delivery). Receivers are real servers.
 */
import type { ServerResponse } from "node:http"
import * as Net from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { exchangeTimeoutMs } from "@partner-api/service/services/webhooks/WebhookSender"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Dns from "effect/net/Dns"
import * as TestClock from "effect/testing/TestClock"
import { layer } from "../../src/webhooks/HttpWebhookSender.ts"
import { defaultLimits } from "../../src/webhooks/OutboundLimits.ts"
import {
  certificate,
  ended,
  leadingHere,
  name,
  nameServers,
  oneAddress,
  settled,
  startReceiver,
  startSender,
  strangeCertificate,
  trustReceivers
} from "./Receiver.ts"
import { WebhookSender } from "@partner-api/service/services/webhooks/WebhookSender"

let distrust = () => {}
beforeAll(() => {
  distrust = trustReceivers()
})
afterAll(() => distrust())

/** Longer than what is read of a body. */
const page = "a".repeat(65_536)

/** Writes a text until the connection is cut, as fast as it is read. */
const writeForEver = (to: ServerResponse | Net.Socket, text: string) => {
  const write = () => {
    while (!to.destroyed && to.write(text)) {
      // The next one.
    }
  }
  to.on("drain", write)
  write()
}

describe("a request", () => {
  it.effect("has its own headers, those of every request, and none of a trace or of compression", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((_, response) => response.writeHead(204).end())
      const { send } = yield* startSender()
      assert.deepStrictEqual(yield* Effect.withSpan(send(receiver.url), "delivery"), { status: 204 })
      const [{ body, headers } = { body: "", headers: {} }] = receiver.arrivals
      assert.strictEqual(body, '{"type":"ping"}')
      assert.deepStrictEqual(headers, {
        host: `${name}:${receiver.port}`,
        connection: "keep-alive",
        "webhook-id": "evt_1",
        "user-agent": "PartnerAPI-Webhooks/1",
        "content-type": "application/json",
        "content-length": "15"
      })
    })
  )

  it.effect("goes to path and query of the URL", () =>
    Effect.gen(function* () {
      const paths: Array<string | undefined> = []
      const receiver = yield* startReceiver((request, response) => {
        paths.push(request.url)
        response.end()
      })
      const { send } = yield* startSender()
      yield* send(`${receiver.url}/a%20b?c=d&e`)
      assert.deepStrictEqual(paths, ["/hook/a%20b?c=d&e"])
    })
  )

  it.effect("is sent over plain HTTP to this machine where the sandbox allows that", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((_, response) => response.end(), "no TLS")
      const { send } = yield* startSender(nameServers({}), { allowedNetworks: [], allowsLoopback: true })
      for (const host of ["127.0.0.1", "localhost", "hooks.localhost"]) {
        assert.deepStrictEqual(yield* send(`http://${host}:${receiver.port}/`), { status: 200 })
      }
      assert.lengthOf(receiver.arrivals, 3)
    })
  )
})

describe("an answer", () => {
  it.effect.each([
    [204, undefined, undefined],
    [200, "5", undefined],
    [410, undefined, undefined],
    [429, "7", 7],
    [429, "0", 0],
    [503, "99999999", 86_400],
    [503, "Thu, 01 Jan 1970 00:02:00 GMT", 120],
    [503, "Thu, 01 Jan 2099 00:00:00 GMT", 86_400],
    [503, "Wed, 31 Dec 1969 00:00:00 GMT", 0],
    [503, "-1", undefined],
    [503, "1.5", undefined],
    [503, "soon", undefined],
    [503, "2099-01-01", undefined],
    [500, "9".repeat(400), undefined],
    [301, undefined, undefined]
  ] as const)("is the status %i with Retry-After %s (decisions, Delivery)", ([status, header, expected]) =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((_, response) => {
        if (header !== undefined) response.setHeader("retry-after", header)
        response
          .writeHead(status, { "webhook-delivery": "disable", "set-cookie": "a=b" })
          .end(status === 204 ? "" : "secret")
      })
      const { send } = yield* startSender()
      const seconds = header === "5" ? 5 : expected
      assert.deepStrictEqual(
        yield* send(receiver.url),
        seconds === undefined ? { status } : { status, retryAfterSeconds: seconds }
      )
    })
  )

  it.effect("that redirects is not followed", () =>
    Effect.gen(function* () {
      const inside = yield* startReceiver((_, response) => response.end("secret"), "no TLS")
      const receiver = yield* startReceiver((_, response) =>
        response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end()
      )
      // Even to where requests may be sent.
      const { send } = yield* startSender(leadingHere(), { allowsLoopback: true })
      assert.deepStrictEqual(yield* send(receiver.url), { status: 307 })
      assert.isEmpty(inside.arrivals)
    })
  )

  it.effect("that comes after others, such as 103, is the last one", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((_, response) => {
        response.writeEarlyHints({ link: "</a.css>; rel=preload" }, () => response.writeHead(202).end())
      })
      const { send } = yield* startSender()
      assert.deepStrictEqual(yield* send(receiver.url), { status: 202 })
    })
  )

  it.effect("that never comes after informational ones is not waited for (threat model, Webhooks)", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((request) =>
        writeForEver(request.socket, "HTTP/1.1 103 Early Hints\r\n\r\n")
      )
      const { send } = yield* startSender()
      // No time passes here: it is not the clock that ends it.
      assert.deepStrictEqual(yield* send(receiver.url), { error: "connection" })
      for (const { socket } of receiver.arrivals) yield* ended(socket)
    })
  )

  it.effect.each([
    [8, { status: 204 }],
    [9, { error: "connection" }]
  ] as const)("after %i informational ones is %o (threat model, Webhooks)", ([count, outcome]) =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((request) => {
        const early = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(count)
        request.socket.write(`${early}HTTP/1.1 204 No Content\r\n\r\n`)
      })
      const { send } = yield* startSender()
      assert.deepStrictEqual(yield* send(receiver.url), outcome)
    })
  )

  it.effect(
    "is bounded in bytes where they frame a body that has none, and its status counts (threat model, Webhooks)",
    () =>
      Effect.gen(function* () {
        let isFirst = true
        const receiver = yield* startReceiver((request, response) => {
          if (!isFirst) return response.end()
          isFirst = false
          // The extension of a chunk, which no other bound counts, never ends.
          request.socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;")
          writeForEver(request.socket, page)
        })
        const { send } = yield* startSender()
        assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
        for (const { socket } of receiver.arrivals) yield* ended(socket)
        assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
      })
  )

  it.effect("is bounded in bytes by itself: a connection carries many", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((_, response) => response.end("a".repeat(10_000)))
      const { send } = yield* startSender()
      for (let count = 0; count < 20; count++) {
        assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
        yield* settled
      }
      assert.strictEqual(receiver.sockets.size, 1)
    })
  )

  it.effect("with an endless body is cut soon, and its status counts", () =>
    Effect.gen(function* () {
      let sent = 0
      const receiver = yield* startReceiver((request, response) => {
        request.socket.once("close", () => (sent = request.socket.bytesWritten))
        writeForEver(response, page)
      })
      const { send } = yield* startSender()
      // No time passes here: it is not the clock that ends it.
      assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
      for (const { socket } of receiver.arrivals) yield* ended(socket)
      // What was under way when the connection was cut lies in the buffers of two sockets.
      assert.isBelow(sent, 32 * 1_048_576)
    })
  )

  it.effect("with a body that never ends is cut a second after its status, which counts (decisions, Delivery)", () =>
    Effect.gen(function* () {
      const dripping = yield* Deferred.make<void>()
      const receiver = yield* startReceiver((request, response) => {
        if (request.url === "/hook/other") response.end()
        else response.writeHead(201).write("a", () => Deferred.doneUnsafe(dripping, Effect.void))
      })
      const { send } = yield* startSender()
      const sending = yield* Effect.forkChild(send(receiver.url))
      yield* Deferred.await(dripping)
      // What was written before another exchange has arrived when that has ended.
      yield* send(`${receiver.url}/other`)
      yield* TestClock.adjust(defaultLimits.bodyTimeoutMs - 1)
      assert.isUndefined(sending.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isDefined(sending.pollUnsafe())
      assert.deepStrictEqual(yield* Fiber.join(sending), { status: 201 })
      for (const { socket } of receiver.arrivals.slice(0, 1)) yield* ended(socket)
    })
  )

  it.effect("with a late status and a body that never ends has 15 seconds as a whole (decisions, Delivery)", () =>
    Effect.gen(function* () {
      const dripping = yield* Deferred.make<void>()
      let answer = () => {}
      const receiver = yield* startReceiver((request, response) => {
        if (request.url === "/hook/other") response.end()
        else answer = () => response.writeHead(201).write("a", () => Deferred.doneUnsafe(dripping, Effect.void))
      })
      const { send } = yield* startSender()
      const sending = yield* Effect.forkChild(send(receiver.url))
      yield* receiver.arrived
      yield* TestClock.adjust(exchangeTimeoutMs - 2)
      answer()
      yield* Deferred.await(dripping)
      yield* send(`${receiver.url}/other`)
      yield* TestClock.adjust(1)
      assert.isUndefined(sending.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isDefined(sending.pollUnsafe())
      assert.deepStrictEqual(yield* Fiber.join(sending), { status: 201 })
      for (const { socket } of receiver.arrivals.slice(0, 1)) yield* ended(socket)
    })
  )

  it.effect("that breaks off in its body has a status, which counts", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((request, response) => {
        response.writeHead(200, { "content-length": "100" }).write("a", () => request.socket.destroy())
      })
      const { send } = yield* startSender()
      assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
    })
  )
})

describe("no answer", () => {
  it.effect("within 15 seconds is a timeout, and the connection is cut (decisions, Delivery)", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(() => {})
      const { send } = yield* startSender()
      const sending = yield* Effect.forkChild(send(receiver.url))
      yield* receiver.arrived
      yield* TestClock.adjust(exchangeTimeoutMs - 1)
      assert.isUndefined(sending.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(sending), { error: "timeout" })
      for (const { socket } of receiver.arrivals) yield* ended(socket)
    })
  )

  it.effect("from name servers in time is a timeout", () =>
    Effect.gen(function* () {
      const dns = Dns.make({ lookup: () => Effect.never, resolve: () => Effect.never })
      const { send } = yield* startSender({ dns, queries: [] }, { limits: { connectTimeoutMs: 10 } })
      assert.deepStrictEqual(yield* send(`https://${name}/`), { error: "timeout" })
    })
  )

  it.effect("is about the name where it has no address", () =>
    Effect.gen(function* () {
      const { send } = yield* startSender(nameServers({}))
      assert.deepStrictEqual(yield* send(`https://${name}/`), { error: "dns" })
    })
  )

  it.effect("is about the connection where it is refused", () =>
    Effect.gen(function* () {
      const { port, url } = yield* Effect.scoped(startReceiver(() => {}))
      const { send } = yield* startSender()
      assert.deepStrictEqual(yield* send(url), { error: "connection" }, String(port))
    })
  )

  it.effect("is about the connection where it is broken off", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((request) => request.socket.destroy())
      const { send } = yield* startSender()
      assert.deepStrictEqual(yield* send(receiver.url), { error: "connection" })
    })
  )

  it.effect("is about the connection where the other side speaks no HTTP", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((request) => {
        request.socket.end("SSH-2.0-OpenSSH\r\n\r\n")
      })
      const { send } = yield* startSender()
      assert.deepStrictEqual(yield* send(receiver.url), { error: "connection" })
    })
  )

  it.effect("is about TLS where the certificate is of nobody known, of another name, or missing", () =>
    Effect.gen(function* () {
      const stranger = yield* startReceiver((_, response) => response.end(), strangeCertificate)
      const plain = yield* startReceiver((_, response) => response.end(), "no TLS")
      const receiver = yield* startReceiver((_, response) => response.end(), certificate)
      const other = "other.example.com"
      const { send } = yield* startSender(nameServers({ [name]: [["127.0.0.1"]], [other]: [["127.0.0.1"]] }))
      assert.deepStrictEqual(yield* send(stranger.url), { error: "tls" })
      assert.deepStrictEqual(yield* send(`https://${other}:${receiver.port}/`), { error: "tls" })
      assert.deepStrictEqual(yield* send(plain.url), { error: "tls" })
      assert.isEmpty([...stranger.arrivals, ...plain.arrivals, ...receiver.arrivals])
    })
  )
})

describe("the sender of a program", () => {
  it.effect("asks the name servers of the system, and ends with its scope", () =>
    Effect.gen(function* () {
      const sockets = yield* Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* startReceiver((_, response) => response.end(), "no TLS")
          const url = `http://127.0.0.1:${receiver.port}/`
          const sent = WebhookSender.use(({ send }) => send({ url, headers: {}, body: "{}" }))
          const outcome = yield* Effect.provide(
            sent,
            layer({ ...oneAddress, allowsLoopback: true, limits: { idleMsMax: 600_000 } })
          )
          assert.deepStrictEqual(outcome, { status: 200 })
          for (const socket of receiver.sockets) yield* ended(socket)
          return receiver.sockets
        })
      )
      assert.strictEqual(sockets.size, 1)
      for (const socket of sockets) assert.instanceOf(socket, Net.Socket)
    })
  )
})
