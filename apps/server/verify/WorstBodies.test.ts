/**
 * The worst bodies do not hold others up (decisions, Limits): eight connections send nothing else for two seconds, and a bystander's
 * requests are answered as before. Forms without a token, which no allowance counts, and the bodies of a client within its allowance.
 */
import * as Http from "node:http"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { type Answer, textOf } from "../test/HttpCall.ts"
import { type ServerProcess, startServerProcess } from "../test/faults/ServerProcess.ts"
import { targets } from "../test/hostile/WorstBodies.ts"
import { sharedFolder } from "../test/TestServer.ts"
import { goodRound, paceInThread, runPace } from "./Pace.ts"

const connections = 8
const seconds = 2
/** The bystander's requests in a second: two hundred in a round, so that its p99 is the second longest wait. */
const perSecond = 100
const p99MsMax = 100

/** Sends requests over one connection, one after the other, until the time is over; gives how many that were. */
const flood = async (
  port: number,
  { method, path }: { readonly method: string; readonly path: string },
  headers: Http.OutgoingHttpHeaders,
  bodies: ReadonlyArray<Uint8Array>
) => {
  const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })
  const endMs = performance.now() + seconds * 1_000
  let sent = 0
  while (performance.now() < endMs) {
    const body = bodies[sent % bodies.length] ?? new Uint8Array()
    await new Promise<void>((resolve) => {
      const request = Http.request({ agent, host: "127.0.0.1", port, path, method, headers }, (answer) => {
        answer.resume()
        answer.on("end", resolve)
      })
      request.on("error", () => resolve())
      request.end(body)
    })
    sent++
  }
  agent.destroy()
  return sent
}

describe("the worst bodies, eight at once", () => {
  const folder = sharedFolder()
  let server: ServerProcess
  const tokens = { primary: "", scoped: "" }
  beforeAll(async () => {
    server = await startServerProcess({
      command: "sandbox",
      databaseFile: folder.file("worst.db"),
      settings: { RATE_LIMIT_PER_SECOND: "100000", RATE_LIMIT_BURST: "100000" }
    })
    const form = { grant_type: "client_credentials", client_id: "sandbox-client", client_secret: "sandbox-secret" }
    const primary: Answer = await server.call("POST", "/oauth/token", { form })
    tokens.primary = textOf(primary, "access_token")
    const scoped = await server.call("POST", "/v1/organizations/org_acme/token", { token: tokens.primary })
    tokens.scoped = textOf(scoped, "access_token")
    await runPace({ ...probe(), seconds: 3 })
    return () => server[Symbol.asyncDispose]()
  })

  const probe = () => ({ port: server.port, path: "/v1/jobs?limit=3", token: tokens.scoped, perSecond })

  it.for(targets)("of $id do not hold a bystander up (decisions, Limits)", { timeout: 120_000 }, async (target) => {
    const bodies = target.bodies.map(({ bytes }) => bytes)
    const headers = {
      "content-type": target.mediaType,
      ...(target.level === "public"
        ? {}
        : { authorization: `Bearer ${target.level === "scoped" ? tokens.scoped : tokens.primary}` })
    }
    const measure = async () => {
      const [seen, ...sent] = await Promise.all([
        paceInThread({ ...probe(), seconds }),
        ...Array.from({ length: connections }, () => flood(server.port, target, headers, bodies))
      ])
      return { ...seen, sent: sent.reduce((sum, count) => sum + count, 0) }
    }
    const seen = await goodRound(measure, ({ p99Ms }) => p99Ms < p99MsMax)
    console.log(JSON.stringify({ id: target.id, ...seen }))
    assert.deepStrictEqual(Object.keys(seen.statuses), ["200"])
    assert.isBelow(seen.p99Ms, p99MsMax)
  })
})
