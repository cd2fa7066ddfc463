/**
 * The HTTP transport at its edge: where requests come from, how large they are, what is no message (mcp.md, 2.2 and B-bars).
 */
import * as Http from "node:http"
import * as Net from "node:net"
import { idleSecondsDefault } from "@partner-api/contract/IdleConnections"
import { assert, describe, it } from "@effect/vitest"
import { messageBytesMax } from "../../../src/protocol/MessageSize.ts"
import { makeHttpSessions } from "../../../src/protocol/http/HttpSessions.ts"
import { jsonDepthMax } from "../../../src/protocol/JsonDepth.ts"
import { demo, makeWorld } from "../../fixture/Demo.ts"
import { at, bodyOf, callTool, headersOf, post } from "../../fixture/RawCalls.ts"
import { startHttp } from "../../fixture/Running.ts"

const start = () => startHttp(demo(makeWorld()), { authorization: { kind: "open" } })
const listing = bodyOf("tools/list", {})
const listHeaders = headersOf("tools/list")

/** A request with headers that `fetch` does not let one set. */
const send = async (port: number, headers: Record<string, string>, body: string = listing): Promise<number> => {
  const answered = Promise.withResolvers<number>()
  const request = Http.request({ port, host: "127.0.0.1", method: "POST", path: "/mcp", headers }, (response) => {
    response.resume()
    response.on("end", () => answered.resolve(response.statusCode ?? 0))
  })
  request.on("error", answered.reject)
  request.end(body)
  return answered.promise
}

/** Sends bytes as they are, and gives all that comes back until the connection ends. */
const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let received = ""
    const socket = Net.connect(port, "127.0.0.1", () => socket.write(bytes))
    socket.on("data", (chunk) => (received += chunk.toString()))
    socket.on("error", () => socket.destroy())
    socket.on("close", () => resolve(received))
  })

describe("the HTTP transport", () => {
  it("listens on this machine alone by default", async () => {
    await using server = await start()
    const answer = await post(server.url, listing, listHeaders)
    assert.strictEqual(answer.status, 200)
    assert.isTrue(server.log.some((line) => line.includes(`http://127.0.0.1:${server.port}/mcp`)))
  })

  it("keeps an idle connection longer than proxies in front do", async () => {
    await using server = await start()
    const kept = await new Promise<string>((resolve, reject) => {
      const agent = new Http.Agent({ keepAlive: true })
      Http.get({ agent, port: server.port, host: "127.0.0.1", path: "/health" }, ({ headers }) => {
        agent.destroy()
        resolve(String(headers["keep-alive"]))
      }).on("error", reject)
    })
    assert.strictEqual(kept, `timeout=${idleSecondsDefault}`)
  })

  it.each(["127.0.0.1", "localhost", "[::1]"])("answers to the name %s", async (name) => {
    await using server = await start()
    const host = `${name}:${server.port}`
    assert.strictEqual(await send(server.port, { ...listHeaders, host, origin: `http://${host}` }), 200)
  })

  it.each(["evil.example.com", "127.0.0.1", "localhost.evil.example.com", "127.0.0.1:1"])(
    "refuses the name %s with 403 (DNS rebinding)",
    async (host) => {
      await using server = await start()
      assert.strictEqual(await send(server.port, { ...listHeaders, host }), 403)
    }
  )

  it("takes the names of the setting, whatever the port, and any name for its health (README, HTTP)", async () => {
    await using server = await startHttp(demo(makeWorld()), {
      authorization: { kind: "open" },
      allowedHosts: ["tools.internal"]
    })
    assert.strictEqual(await send(server.port, { ...listHeaders, host: "tools.internal:80" }), 200)
    assert.strictEqual(await send(server.port, { ...listHeaders, host: "other.internal" }), 403)
    assert.include(
      await exchange(server.port, "GET /health HTTP/1.1\r\nHost: 10.1.2.3:8931\r\nConnection: close\r\n\r\n"),
      "200 OK"
    )
  })

  it.each([undefined, "*/*", "text/html, */*;q=0.1"])(
    "answers a client that accepts everything: Accept %s (RFC 9110, 12.5.1)",
    async (accept) => {
      await using server = await start()
      const { accept: _, ...headers } = listHeaders
      assert.strictEqual(await send(server.port, accept === undefined ? headers : { ...headers, accept }), 200)
    }
  )

  it.each([
    ["POST", { accept: "application/json" }, 406, "Accept: application/json, text/event-stream"],
    ["POST", { "content-type": "text/plain" }, 415, "application/json"],
    ["GET", {}, 405, "POST"]
  ])("%s with %j: %i with a body that has a remedy (README, HTTP)", async (method, headers, status, remedy) => {
    await using server = await start()
    const answer = await fetch(server.url, {
      method,
      headers: { ...listHeaders, ...headers },
      ...(method === "GET" ? {} : { body: listing })
    })
    assert.strictEqual(answer.status, status)
    assert.include(String(at(await answer.json(), "error", "message")), remedy)
  })

  it.each([
    [null, "leave it out"],
    ["{}", "the object itself"],
    [[], "with a member for each argument"]
  ])("arguments that are %j are refused with what to send (README, HTTP)", async (given, remedy) => {
    await using server = await start()
    const { status, body } = await post(
      server.url,
      bodyOf("tools/call", { name: "look", arguments: given }),
      headersOf("tools/call", "look")
    )
    assert.strictEqual(status, 400)
    assert.strictEqual(at(body, "id"), 1)
    assert.include(String(at(body, "error", "message")), remedy)
  })

  it("the id of the call that a host adds to the arguments is left out of them (README, HTTP)", async () => {
    await using server = await start()
    const answer = await callTool(server.url, "look", { toolCallId: "call_1" })
    assert.notStrictEqual(at(answer.body, "result", "isError"), true)
    const other = await callTool(server.url, "look", { toolCallid: "call_1" })
    assert.strictEqual(at(other.body, "result", "isError"), true)
  })

  it.each(["http://evil.example.com", "null", "http://127.0.0.1:1"])(
    "refuses a page of %s with 403 (spec 2026-07-28, Origin)",
    async (origin) => {
      await using server = await start()
      const answer = await post(server.url, listing, { ...listHeaders, origin })
      assert.strictEqual(answer.status, 403)
      const health = await fetch(`${server.origin}/health`, { headers: { origin } })
      assert.strictEqual(health.status, 403)
    }
  )

  it.each([
    ["chunked", "1.0"],
    ["gzip, chunked", "1.1"]
  ])(
    "refuses Transfer-Encoding: %s over HTTP/%s, and what comes behind it (RFC 9112 §6.1)",
    async (coding, httpVersion) => {
      const world = makeWorld()
      await using server = await startHttp(demo(world), { authorization: { kind: "open" } })
      const body = bodyOf("tools/call", { name: "measure", arguments: { organization_id: "org_a", text: "a" } })
      const head = (framing: Record<string, string>, version: string) =>
        `POST /mcp HTTP/${version}\r\n${Object.entries({
          ...headersOf("tools/call", "measure"),
          host: `127.0.0.1:${server.port}`,
          ...framing
        })
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join("")}\r\n`
      const received = await exchange(
        server.port,
        `${head({ "transfer-encoding": coding, connection: "keep-alive" }, httpVersion)}0\r\n\r\n${head({ "content-length": String(body.length) }, "1.1")}${body}`
      )
      assert.match(received, /^HTTP\/1\.1 400 /)
      assert.include(received, "The end of the body is not certain")
      assert.notMatch(received, /HTTP\/1\.1 200/)
    }
  )

  it("answers to names that its operator gave", async () => {
    await using server = await startHttp(demo(makeWorld()), {
      authorization: { kind: "open" },
      publicUrl: "https://tools.example.com",
      allowedHosts: ["probe:9"]
    })
    for (const host of ["tools.example.com", "Probe:9"]) {
      assert.strictEqual(await send(server.port, { ...listHeaders, host }), 200)
    }
  })

  it("lets a page in that its operator named", async () => {
    const origin = "https://app.example.com"
    await using server = await startHttp(demo(makeWorld()), {
      authorization: { kind: "open" },
      allowedOrigins: [origin]
    })
    assert.strictEqual((await post(server.url, listing, { ...listHeaders, origin })).status, 200)
  })

  it("takes a body of the bound and refuses one byte more with 413 as JSON-RPC", async () => {
    await using server = await start()
    const padded = (bytes: number) => listing + " ".repeat(bytes - listing.length)
    assert.strictEqual((await post(server.url, padded(messageBytesMax), listHeaders)).status, 200)
    const answer = await post(server.url, padded(messageBytesMax + 1), listHeaders)
    assert.strictEqual(answer.status, 413)
    assert.strictEqual(at(answer.body, "jsonrpc"), "2.0")
    const chunked = { ...listHeaders, host: `127.0.0.1:${server.port}`, "transfer-encoding": "chunked" }
    assert.strictEqual(await send(server.port, chunked, padded(messageBytesMax + 1)), 413)
  })

  it("refuses a body that nests too deep, whatever is in its texts, and at once", async () => {
    await using server = await start()
    const nested = (depth: number) => JSON.stringify({ deep: 0 }).replace("0", "[".repeat(depth) + "]".repeat(depth))
    const answer = await post(server.url, nested(jsonDepthMax), listHeaders)
    assert.strictEqual(answer.status, 400)
    assert.strictEqual(at(answer.body, "error", "message"), `JSON nests at most ${jsonDepthMax} deep here.`)
    assert.notInclude(JSON.stringify((await post(server.url, nested(jsonDepthMax - 1), listHeaders)).body), "nests")
    const text = bodyOf("tools/call", {
      name: "measure",
      arguments: { organization_id: "org_a", text: '\\"['.repeat(99) }
    })
    assert.strictEqual((await post(server.url, text, headersOf("tools/call", "measure"))).status, 200)
  })

  it.each(["", "{", '{"jsonrpc":"2.0",}', "nonsense"])("answers %j with 400 and -32700", async (body) => {
    await using server = await start()
    const answer = await post(server.url, body, listHeaders)
    assert.strictEqual(answer.status, 400)
    assert.deepStrictEqual(answer.body, {
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700, message: "The body is not JSON." }
    })
  })

  it("says nosniff in every answer: good, refused and of no address", async () => {
    await using server = await start()
    const answers = [
      await post(server.url, listing, listHeaders),
      await post(server.url, "nonsense", listHeaders),
      await post(server.url, listing, { ...listHeaders, origin: "http://evil.example.com" }),
      await fetch(`${server.origin}/health`),
      await fetch(`${server.origin}/nowhere`)
    ]
    assert.deepStrictEqual(
      answers.map(({ headers, status }) => [status, headers.get("x-content-type-options")]),
      [200, 400, 403, 200, 404].map((status) => [status, "nosniff"])
    )
  })

  it("answers with its health, and with 404 at other addresses", async () => {
    await using server = await start()
    const health = await fetch(`${server.origin}/health`)
    assert.deepStrictEqual(await health.json(), { status: "ok", name: "demo", version: "1.2.3" })
    for (const path of ["/", "/MCP", "/mcp/", "/.well-known/oauth-protected-resource/mcp"]) {
      assert.strictEqual((await fetch(`${server.origin}${path}`)).status, 404, path)
    }
    assert.strictEqual((await fetch(server.url)).status, 405)
  })

  it("progress goes out in order and before the answer (spec 2026-07-28, progress)", async () => {
    await using server = await start()
    const given = { name: "measure", arguments: { organization_id: "org_a", text: "a" } }
    const call = JSON.parse(bodyOf("tools/call", given))
    Object.assign(call.params._meta, { progressToken: "p" })
    const answer = await fetch(server.url, {
      method: "POST",
      body: JSON.stringify(call),
      headers: headersOf("tools/call", "measure")
    })
    const events = (await answer.text()).trim().split("\n\n")
    assert.deepStrictEqual(
      events.map((event) => at(JSON.parse(event.slice("data: ".length)), "params", "progress")),
      [1, 2, 3, undefined]
    )
  })

  it("a tool that lacks something is in no list, and a call of it is answered (docs/hosts)", async () => {
    await using server = await start()
    const listed = await post(server.url, listing, listHeaders)
    assert.notInclude(JSON.stringify(listed.body), "hidden")
    const answer = await callTool(server.url, "hidden", {})
    assert.deepStrictEqual(at(answer.body, "result", "structuredContent"), {})
  })

  it("refuses an unknown argument of a tool that has none", async () => {
    await using server = await start()
    const answer = await callTool(server.url, "look", { deep: true })
    assert.include(JSON.stringify(answer.body), "/deep is not known here; leave it out")
  })

  it("answers a session of before a restart with 404 and an error of JSON-RPC (spec 2025-11-25, Session Management)", async () => {
    await using server = await start()
    const legacy = { "content-type": "application/json", accept: headersOf("")["accept"] ?? "" }
    const answer = await post(server.url, JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" }), {
      ...legacy,
      "mcp-session-id": "9b2f7c0e-2a51-4b1c-8f0e-0d4c6f0f3b7a",
      "mcp-protocol-version": "2025-11-25"
    })
    assert.strictEqual(answer.status, 404)
    assert.deepInclude(answer.body, { jsonrpc: "2.0" })
    assert.include(String(at(answer.body, "error", "message")), "send initialize")
  })

  it("ends a session when its client says so, and forgets it", async () => {
    await using server = await start()
    const legacy = { "content-type": "application/json", accept: headersOf("")["accept"] ?? "" }
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } }
    const opened = await post(
      server.url,
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
      legacy
    )
    const headers = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" }
    assert.strictEqual((await fetch(server.url, { method: "DELETE", headers })).status, 204)
    const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })
    assert.strictEqual((await post(server.url, list, { ...legacy, ...headers })).status, 404)
  })
})

describe("sessions", () => {
  it("beyond a thousand, the first makes room: it is gone from the server too", async () => {
    await using server = await start()
    const legacy = { "content-type": "application/json", accept: headersOf("")["accept"] ?? "" }
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } }
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })
    const open = async () => (await post(server.url, body, legacy)).headers.get("mcp-session-id") ?? ""
    const first = await open()
    const second = await open()
    for (let round = 0; round < 37; round++) await Promise.all(Array.from({ length: 27 }, open))
    const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })
    const statusOf = async (session: string) =>
      (await post(server.url, list, { ...legacy, "mcp-session-id": session })).status
    assert.strictEqual(await statusOf(first), 404)
    assert.strictEqual(await statusOf(second), 200)
  })

  it("one principal with too many makes room among its own", () => {
    const sessions = makeHttpSessions(3)
    assert.deepStrictEqual(sessions.open("a", "anna"), [])
    assert.deepStrictEqual(sessions.open("b1", "ben"), [])
    assert.deepStrictEqual(sessions.open("b2", "ben"), [])
    assert.deepStrictEqual(sessions.open("b3", "ben"), ["b1"])
    assert.deepStrictEqual(sessions.open("b4", "ben"), ["b2"])
    assert.deepStrictEqual(sessions.open("c", "carl"), ["b3"])
    assert.isFalse(sessions.mayUse("a", "ben"))
  })

  it("the one that was idle longest makes room, and is nobody's from then on", () => {
    const sessions = makeHttpSessions(2)
    assert.deepStrictEqual(sessions.open("a", "anna"), [])
    assert.deepStrictEqual(sessions.open("b", "ben"), [])
    assert.isTrue(sessions.mayUse("a", "anna"))
    assert.isFalse(sessions.mayUse("a", "ben"))
    assert.deepStrictEqual(sessions.open("c", "carl"), ["b"])
    assert.isTrue(sessions.mayUse("b", "anybody"))
  })
})
