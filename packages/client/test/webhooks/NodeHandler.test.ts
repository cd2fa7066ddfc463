/**
 * `webhooks.toNode` over real HTTP, below what frameworks of Node do to a body first.
 */
import * as Http from "node:http"
import * as Http2 from "node:http2"
import * as Net from "node:net"
import express from "express"
import Fastify, { type FastifyInstance } from "fastify"
import { Hono } from "hono"
import { afterEach, assert, describe, it } from "vitest"
import { isWebhookError, webhooks } from "../../src/webhooks.ts"
import { deliver, event, otherSecret, secret } from "./Delivery.ts"

const closing: Array<() => unknown> = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The address of a server that listens until the test ends. */
const addressOf = async (server: Net.Server): Promise<string> => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  closing.push(() => {
    if (server instanceof Http.Server) server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert(typeof address === "object" && address !== null)
  return `http://127.0.0.1:${address.port}/webhooks?from=partner`
}

/** A listener with what it did. */
const receiver = () => {
  const events: Array<unknown> = []
  const errors: Array<unknown> = []
  const onEvent = (given: unknown) => events.push(given)
  const onError = (error: unknown) => errors.push(error)
  const listener = webhooks.toNode(webhooks.handler({ secrets: secret, onEvent, onError }))
  return { events, errors, listener }
}

const send = (address: string, { body, headers } = deliver()): Promise<Response> =>
  fetch(address, { method: "POST", headers: { "content-type": "application/json", ...headers }, body })

const tooLarge = () => deliver({ body: JSON.stringify({ ...event, more: "x".repeat(200_000) }) })

describe("node:http", () => {
  it("answers as the handler does (README)", async () => {
    const { errors, events, listener } = receiver()
    const address = await addressOf(Http.createServer(listener))
    assert.strictEqual((await send(address)).status, 204)
    const refused = await send(address, deliver({ by: otherSecret }))
    assert.strictEqual(refused.status, 400)
    assert.match(await refused.text(), /No signature matches/)
    assert.strictEqual((await send(address, tooLarge())).status, 413)
    const read = await fetch(address)
    assert.deepEqual([read.status, read.headers.get("allow")], [405, "POST"])
    assert.deepEqual(events, [event])
    assert.lengthOf(errors, 1)
  })

  it("takes a body in pieces, without a length (README)", async () => {
    const { events, listener } = receiver()
    const address = await addressOf(Http.createServer(listener))
    const { body, headers } = deliver()
    const pieces = ReadableStream.from(Array.from(Buffer.from(body), (byte) => Uint8Array.of(byte)))
    const answer = await fetch(address, { method: "POST", headers, body: pieces, duplex: "half" })
    assert.strictEqual(answer.status, 204)
    assert.deepEqual(events, [event])
  })

  it("answers 413 to a body in pieces that is too large (README)", async () => {
    const address = await addressOf(Http.createServer(receiver().listener))
    const { headers } = deliver()
    const pieces = ReadableStream.from(Array.from({ length: 100 }, () => new Uint8Array(1_024)))
    const answer = await fetch(address, { method: "POST", headers, body: pieces, duplex: "half" })
    assert.strictEqual(answer.status, 413)
  })

  it("never rejects: not when the connection ends within the body, and not for a method that no Request has (README)", async () => {
    const { events, listener } = receiver()
    const ended: Array<Promise<void>> = []
    const { promise: began, resolve: begin } = Promise.withResolvers<void>()
    const server = Http.createServer((request, response) => {
      ended.push(listener(request, response))
      if (request.method === "POST") begin()
    })
    const { port } = new URL(await addressOf(server))
    const socket = Net.connect(Number(port), "127.0.0.1")
    socket.write("POST /webhooks HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{")
    await began
    socket.destroy()
    const { promise: traced, resolve: answer } = Promise.withResolvers<Http.IncomingMessage>()
    Http.request({ port, host: "127.0.0.1", method: "TRACE", path: "*" }, answer).end()
    assert.strictEqual((await traced).statusCode, 400)
    await Promise.all(ended)
    assert.lengthOf(ended, 2)
    assert.isEmpty(events)
  })

  it("refuses a body that something has read, and takes one that was kept as text (README)", async () => {
    const { errors, events, listener } = receiver()
    const server = Http.createServer(async (request, response) => {
      let text = ""
      for await (const chunk of request.setEncoding("utf8")) text += chunk
      await listener(
        request.headers["x-kept"] === undefined ? request : Object.assign(request, { body: text }),
        response
      )
    })
    const address = await addressOf(server)
    const lost = await send(address)
    assert.strictEqual(lost.status, 500)
    assert.match(await lost.text(), /something has read it before.*express\.raw/)
    assert.isTrue(isWebhookError(errors[0], "BodyNotRaw"))
    const { body, headers } = deliver()
    const kept = await fetch(address, { method: "POST", headers: { ...headers, "x-kept": "1" }, body })
    assert.strictEqual(kept.status, 204)
    assert.deepEqual(events, [event])
  })
})

describe("node:http2", () => {
  it("answers as the handler does (README)", async () => {
    const { events, listener } = receiver()
    const address = await addressOf(Http2.createServer(listener))
    const session = Http2.connect(address)
    closing.unshift(() => session.close())
    const { body, headers } = deliver()
    const stream = session.request({ ":method": "POST", ":path": "/webhooks", ...headers })
    stream.end(body)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    stream.on("response", (answer) => resolve(answer[":status"]))
    assert.strictEqual(await promise, 204)
    assert.deepEqual(events, [event])
  })
})

describe("Express", () => {
  const withApp = async (prepare: (app: express.Express, listener: ReturnType<typeof webhooks.toNode>) => void) => {
    const received = receiver()
    const app = express()
    prepare(app, received.listener)
    return { ...received, address: await addressOf(Http.createServer(app)) }
  }

  it.for<readonly [string, Parameters<typeof withApp>[0]]>([
    [
      "express.raw before express.json",
      (app, listener) => {
        app.post("/webhooks", express.raw({ type: "application/json" }), listener)
        app.use(express.json())
      }
    ],
    ["no parser", (app, listener) => void app.post("/webhooks", listener)],
    ["a parser for other types", (app, listener) => void app.use(express.urlencoded()).post("/webhooks", listener)],
    [
      "express.raw that lets the type through",
      (app, listener) => void app.post("/webhooks", express.raw({ type: "application/octet-stream" }), listener)
    ],
    ["express.text", (app, listener) => void app.post("/webhooks", express.text({ type: "*/*" }), listener)],
    [
      "express.json that keeps the bytes",
      (app, listener) => {
        const verify = (request: Http.IncomingMessage, _: unknown, bytes: Buffer) =>
          void Object.assign(request, { rawBody: bytes })
        app.use(express.json({ verify })).post("/webhooks", listener)
      }
    ]
  ])("works with %s (README)", async ([, prepare]) => {
    const { address, events } = await withApp(prepare)
    assert.strictEqual((await send(address)).status, 204)
    assert.strictEqual((await send(address, deliver({ by: otherSecret }))).status, 400)
    assert.deepEqual(events, [event])
  })

  it("answers 500 behind express.json, and says what to do (README)", async () => {
    const { address, errors } = await withApp(
      (app, listener) => void app.use(express.json()).post("/webhooks", listener)
    )
    const answer = await send(address)
    assert.strictEqual(answer.status, 500)
    assert.match(
      await answer.text(),
      /type object\..*express\.raw\(\{ type: "application\/json" \}\) on this route, before/
    )
    assert.isTrue(isWebhookError(errors[0], "BodyNotRaw"))
  })
})

describe("Fastify", () => {
  const withApp = async (prepare: (app: FastifyInstance) => unknown) => {
    const received = receiver()
    const app = Fastify()
    prepare(app)
    app.post("/webhooks", received.listener)
    closing.push(() => app.close())
    return { ...received, address: `${await app.listen({ port: 0 })}/webhooks` }
  }

  it.for<readonly [string, Parameters<typeof withApp>[0]]>([
    [
      "keeps the bytes",
      (app) => app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) => done(null, body))
    ],
    ["leaves the body", (app) => app.addContentTypeParser("application/json", (_request, _payload, done) => done(null))]
  ])("works with a parser that %s (README)", async ([, prepare]) => {
    const { address, events } = await withApp(prepare)
    assert.strictEqual((await send(address)).status, 204)
    const refused = await send(address, deliver({ by: otherSecret }))
    assert.deepEqual([refused.status, refused.headers.get("content-type")], [400, "text/plain; charset=utf-8"])
    assert.deepEqual(events, [event])
  })

  it("answers 500 with its own parser, and says what to do (README)", async () => {
    const { address, errors } = await withApp(() => undefined)
    const answer = await send(address)
    assert.strictEqual(answer.status, 500)
    assert.match(await answer.text(), /type object\..*addContentTypeParser/)
    assert.isTrue(isWebhookError(errors[0], "BodyNotRaw"))
  })
})

describe("Hono", () => {
  const withApp = async (prepare: (app: Hono) => unknown) => {
    const events: Array<unknown> = []
    const handle = webhooks.handler({ secrets: secret, onEvent: (given) => events.push(given) })
    const app = new Hono()
    prepare(app)
    app.post("/webhooks", (context) => handle(context.req.raw))
    app.get("/webhooks", (context) => context.json({ events: events.length }))
    return { events, address: await addressOf(Http.createServer(webhooks.toNode((request) => app.fetch(request)))) }
  }

  it("works with the raw request, and toNode with every handler of a Request (README)", async () => {
    const { address, events } = await withApp(() => undefined)
    assert.strictEqual((await send(address)).status, 204)
    assert.strictEqual((await send(address, deliver({ by: otherSecret }))).status, 400)
    assert.deepEqual(events, [event])
    assert.deepEqual(await (await fetch(address)).json(), { events: 1 })
  })

  it("answers 500 behind a middleware that has read the body, and says what to do (README)", async () => {
    const { address } = await withApp((app) =>
      app.use(async (context, next) => {
        await context.req.json()
        await next()
      })
    )
    const answer = await send(address)
    assert.strictEqual(answer.status, 500)
    assert.match(await answer.text(), /something has read it before/)
  })
})
