/**
 * How long listeners keep a connection on which nothing is asked (decisions, Limits): longer than proxies in front do, so that no request of
 * theirs meets a connection that is being closed.
 */
import { idleSecondsDefault, proxyIdleSeconds } from "@partner-api/contract/IdleConnections"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { startServerHere } from "./hostile/ChildServer.ts"
import { freePort } from "./FreePort.ts"
import { type Answer, openClient } from "./HttpCall.ts"
import { metricsPortIn } from "./operator/Scrape.ts"

const operatorPort = await freePort()
const server = await startServerHere({
  command: "sandbox",
  settings: { METRICS_PORT: "0", OPERATOR_PORT: String(operatorPort) }
})
afterAll(() => server[Symbol.asyncDispose]())

/** The time for which a listener says it keeps the connection, in seconds. */
const keptSeconds = ({ headers }: Answer): number =>
  Number(/^timeout=(\d+)$/.exec(String(headers["keep-alive"]))?.[1] ?? Number.NaN)

const send = async (port: number, path: string): Promise<Answer> => {
  const client = openClient(port)
  try {
    return await client.call("GET", path)
  } finally {
    client.close()
  }
}

describe("a listener", () => {
  it.for([
    ["of partners", server.port, "/health/live"],
    ["of operators", operatorPort, "/console/"],
    ["of metrics", metricsPortIn(server.stdout()), "/metrics"]
  ] as const)("%s keeps an idle connection longer than proxies do (decisions, Limits)", async ([, port, path]) => {
    const seconds = keptSeconds(await send(port, path))
    assert.strictEqual(seconds, idleSecondsDefault)
    assert.isAbove(seconds, proxyIdleSeconds)
  })
})
