/**
 * A request that comes while the service is still being built is answered when it is there (design, nodes).
 */
import { once } from "node:events"
import * as Http from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { holdEarlyRequests } from "../src/platform/listener/EarlyRequests.ts"
import { openClient } from "./HttpCall.ts"

describe("a request that comes before its handler", () => {
  it("waits for it, and is answered once; later ones go straight there", async () => {
    const server = Http.createServer()
    const handOver = holdEarlyRequests(server)
    const arrived = once(server, "request")
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const client = openClient(address === null || typeof address === "string" ? 0 : address.port)
    const early = client.call("POST", "/early", { body: "kept" })
    await arrived
    const seen: Array<string> = []
    server.on("request", (request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (piece: string) => (body += piece))
      request.on("end", () => {
        seen.push(`${request.url} ${body}`)
        response.end("done")
      })
    })
    handOver()
    assert.strictEqual((await early).text, "done")
    assert.strictEqual((await client.call("POST", "/later", { body: "straight" })).text, "done")
    assert.deepStrictEqual(seen, ["/early kept", "/later straight"])
    client.close()
    server.close()
  })
})
