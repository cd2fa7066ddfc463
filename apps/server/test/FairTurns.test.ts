/**
 * A client has a bounded number of requests under way, and waits behind its own alone (decisions, Limits). The rules are tested in
 * `packages/service/test/FairTurns.test.ts`; here over sockets, with requests whose bodies are still to come.
 */
import * as Http from "node:http"
import * as Net from "node:net"
import { assert, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { clientTurnsMax, largeTurnsMax, turnWaitMs } from "@partner-api/service/services/access/FairTurns"
import { signIn } from "./operator/ConsoleSession.ts"
import { startServer } from "./TestServer.ts"

/** Begins a POST whose body does not come. Ends when the service wants the body: then the request has its turn. */
const beginTo = (port: number, path: string, headers: Readonly<Record<string, string>>, bodyBytes: number) => {
  const request = Http.request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path,
    headers: { ...headers, "content-type": "application/json", "content-length": bodyBytes, expect: "100-continue" }
  })
  request.on("error", () => {})
  request.flushHeaders()
  return new Promise<Http.ClientRequest>((resolve) => request.once("continue", () => resolve(request)))
}

/** The same of a client. */
const begin = (port: number, token: string, bodyBytes: number) =>
  beginTo(port, "/v1/jobs", { authorization: `Bearer ${token}` }, bodyBytes)

/** Sends a request behind one that is answered at once: with that answer, the service has read this one too. */
const beginBehind = async (port: number, token: string) => {
  const socket = Net.connect(port, "127.0.0.1")
  const headOf = (path: string, more: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`
  socket.write(
    headOf("/health/live", "") + headOf("/v1/jobs?limit=1", `Authorization: Bearer ${token}\r\nConnection: close\r\n`)
  )
  await new Promise((resolve) => socket.once("data", resolve))
  const answer = new Promise<string>((resolve) => {
    let received = ""
    socket.on("data", (chunk) => {
      received += String(chunk)
    })
    socket.once("close", () => resolve(received))
  })
  return { answer }
}

it("a client waits for its own requests, and nobody else does (decisions, Limits)", async () => {
  await using server = await startServer()
  const [token, other] = [await server.partner(), await server.partner("sandbox-reader")]
  const held = await Promise.all(Array.from({ length: clientTurnsMax }, () => begin(server.port, token, 100)))
  const waiting = [1, 2].map(() => server.call("GET", "/v1/jobs?limit=1", { token }))
  assert.strictEqual((await server.call("GET", "/v1/jobs?limit=1", { token: other })).status, 200)
  // One that goes away makes room for one.
  held[0]?.destroy()
  const first = await Promise.race(waiting)
  assert.strictEqual(first.status, 200)
  assert.strictEqual((await waiting[1])?.status, 200)
  held[0] = await begin(server.port, token, 100)
  const refused = await beginBehind(server.port, token)
  await server.advance(turnWaitMs)
  const answer = await refused.answer
  assert.match(answer, /^HTTP\/1\.1 429 /)
  assert.match(answer, /\r\nretry-after: 1\r\n/i)
  for (const request of held) request.destroy()
})

it("a large body is one of two, and small requests pass it (decisions, Limits)", async () => {
  await using server = await startServer()
  const token = await server.partner()
  const held = await Promise.all(Array.from({ length: largeTurnsMax }, () => begin(server.port, token, 17_000)))
  const large = begin(server.port, token, 17_000)
  const small = await server.call("GET", "/v1/jobs?limit=1", { token })
  assert.strictEqual(small.status, 200)
  held[0]?.destroy()
  for (const request of [...held, await large]) request.destroy()
})

it("requests that wait for events hold up no others (decisions, Limits)", async () => {
  await using server = await startServer()
  const token = await server.partner()
  const { cursor } = Object((await server.call("GET", "/v1/events?start=latest", { token })).json)
  const polls = Array.from({ length: 5 }, () => server.call("GET", `/v1/events?wait=10&cursor=${cursor}`, { token }))
  const held = await Promise.all(Array.from({ length: clientTurnsMax }, () => begin(server.port, token, 100)))
  for (const request of held) request.destroy()
  await server.advance(10_000)
  for (const answer of await Promise.all(polls)) assert.strictEqual(answer.status, 200)
})

it("an operator waits for the requests of the own name, and nobody else does (docs/decisions, 81)", async () => {
  await using server = await startServer({ hasConsole: true })
  const [admin, viewer] = [await signIn(server), await signIn(server, "viewer")]
  onTestFinished(() => {
    admin.close()
    viewer.close()
  })
  const { cookie, origin } = admin
  const held = await Promise.all(
    Array.from({ length: clientTurnsMax }, () =>
      beginTo(Number(new URL(server.consoleUrl).port), "/operator/v1/organizations", { cookie, origin }, 100)
    )
  )
  const waiting = admin.send("GET", "/operator/v1/organizations?limit=1")
  assert.strictEqual((await viewer.send("GET", "/operator/v1/organizations?limit=1")).status, 200)
  assert.strictEqual((await server.call("GET", "/v1/jobs?limit=1", { token: await server.partner() })).status, 200)
  await server.advance(turnWaitMs)
  assert.strictEqual((await waiting).status, 429)
  for (const request of held) request.destroy()
  assert.strictEqual((await admin.send("GET", "/operator/v1/organizations?limit=1")).status, 200)
})
