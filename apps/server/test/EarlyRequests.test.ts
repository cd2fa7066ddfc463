/**
 * A request that comes while the service is still being built is answered when it is there (design, nodes).
 */
import { once } from "node:events"
import * as Http from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { holdEarlyRequests } from "../src/platform/listener/EarlyRequests.ts"
import { type RequestEvent, requestEvents } from "../src/platform/listener/RequestEvents.ts"
import { openClient } from "./HttpCall.ts"

/** A server that keeps early requests; each is answered with its path and body once `handOver` is called. */
const startHolding = async (awaited: RequestEvent) => {
  const server = Http.createServer()
  const arrived = once(server, awaited)
  const handOver = holdEarlyRequests(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const client = openClient(address === null || typeof address === "string" ? 0 : address.port)
  const seen: Array<string> = []
  const answer = (event: string) => (request: Http.IncomingMessage, response: Http.ServerResponse) => {
    if (event === "checkContinue") response.writeContinue()
    let body = ""
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece))
    request.on("end", () => {
      seen.push(`${event} ${request.url} ${body}`)
      response.end("done")
    })
  }
  return {
    client,
    seen,
    arrived,
    addHandlers: () => {
      for (const event of requestEvents) server.on(event, answer(event))
    },
    handOver,
    [Symbol.dispose]: () => {
      client.close()
      server.close()
    }
  }
}

describe("a request that comes before its handler", () => {
  it.for([
    ["request", {}],
    ["checkContinue", { expect: "100-continue" }]
  ] as const)("waits for it, and is answered once; later ones go straight there (%s)", async ([event, headers]) => {
    using server = await startHolding(event)
    const early = server.client.call("POST", "/early", { body: "kept", headers })
    await server.arrived
    server.addHandlers()
    const between = await server.client.call("POST", "/between", { body: "handled", headers })
    assert.strictEqual(between.text, "done")
    server.handOver()
    assert.strictEqual((await early).text, "done")
    assert.strictEqual((await server.client.call("POST", "/later", { body: "straight", headers })).text, "done")
    assert.deepStrictEqual(server.seen, [
      `${event} /between handled`,
      `${event} /early kept`,
      `${event} /later straight`
    ])
  })
})
