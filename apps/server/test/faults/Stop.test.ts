/**
 * Stopping the program: what is under way is answered, nothing new is begun, and it is over within ten seconds whatever clients do
 * (decisions, Limits; issue 3, graceful stop; design, R5).
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { textOf } from "../HttpCall.ts"
import { openDatabase, sharedFolder } from "../TestServer.ts"
import { acmeToken, runMain, type ServerProcess, startServerProcess } from "./ServerProcess.ts"
import { isRefused, openDeafReader, openHalfAsked, openIdle, openSlowUser } from "./SlowRequest.ts"

const folder = sharedFolder()
const slow = { timeout: 60_000 }
const stopMaxMs = 10_000
/** With the last answer there is nothing to wait for any more; an idle connection would be kept for ten seconds. */
const lingerMaxMs = 5_000
const names = (count: number) => Array.from({ length: count }, (_, index) => `user_${index}`)

/** Users that are in the file when nobody has it open any more. */
const storedIn = (file: string): ReadonlyArray<string> => {
  using operator = openDatabase(file)
  return operator.db
    .prepare("SELECT id FROM users ORDER BY id")
    .all()
    .map(({ id }) => String(id))
}

const seededFile = folder.file("seeded.db")
let seedSecret = ""

beforeAll(async () => {
  const seeded = await runMain({ command: "seed", databaseFile: seededFile }, ["--jobs", "10", "--json"])
  seedSecret = /"client_secret":"([^"]+)"/.exec(seeded.stdout)?.[1] ?? ""
}, slow.timeout)

const seedToken = async ({ call }: ServerProcess): Promise<string> => {
  const json = { client_id: "seed-client", client_secret: seedSecret }
  return textOf(await call("POST", "/v1/auth/token", { json }), "access_token")
}

describe.concurrent("a server that is told to stop", () => {
  it.for([
    ["SIGTERM", "serve"],
    ["SIGINT", "sandbox"]
  ] as const)("by %s answers the 50 requests under way, begins none, and ends with 0: %s (R5)", slow, async (row) => {
    const [signal, command] = row
    const databaseFile = command === "serve" ? seededFile : folder.file(`${command}.db`)
    await using server = await startServerProcess({ command, databaseFile })
    const token = await (command === "serve" ? seedToken(server) : acmeToken(server.call))
    server.close()
    const requests = await Promise.all(names(50).map((name) => openSlowUser(server.port, token, name)))
    const halfAsked = await openHalfAsked(server.port)
    const idle = await openIdle(server.port)

    const startMs = performance.now()
    server.send(signal)
    // A server that stops ends its idle connections first; from then on the stop has begun.
    await idle.closed
    assert.isTrue(await isRefused(server.port), "new connections are refused")
    const ready = await halfAsked.finish()
    assert.strictEqual(ready?.status, 503)
    assert.include(ready === undefined ? "" : textOf(ready, "message"), "stopped")

    const answers = await Promise.all(requests.map(({ finish }) => finish()))
    const answeredMs = performance.now()
    assert.deepStrictEqual(
      answers.map((all) => all.map(({ status }) => status)),
      requests.map(() => [201])
    )
    const { code, stderr, stdout } = await server.ended
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    assert.isBelow(performance.now() - startMs, stopMaxMs)
    assert.lengthOf(stdout.match(/"route":"\/v1\/users","status":201/g) ?? [], 50, "the access log is whole")
    assert.deepStrictEqual(storedIn(databaseFile), names(50).toSorted())
    assert.isBelow(answeredMs - startMs, lingerMaxMs, "the connections end with their answers")
  })

  it("is over in ten seconds though one client never finishes and one never reads (R5)", slow, async () => {
    const databaseFile = folder.file("stalled.db")
    await using server = await startServerProcess({ command: "sandbox", databaseFile })
    const stalled = await openSlowUser(server.port, await acmeToken(server.call), "stalled")
    stalled.stall()
    const deaf = openDeafReader(server.port)
    const startMs = performance.now()
    const { code, stderr } = await server.kill("SIGTERM")
    assert.isBelow(performance.now() - startMs, stopMaxMs)
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    await stalled.closed
    deaf.drop()
    assert.notMatch(stalled.received(), /^HTTP\/1\.1 2/, "what did not arrive was not done")
    assert.deepStrictEqual(storedIn(databaseFile), [])
  })

  it("ends at once when nothing is under way but an idle connection (R5)", slow, async () => {
    await using server = await startServerProcess({ command: "sandbox", databaseFile: folder.file("idle.db") })
    const idle = await openIdle(server.port)
    const startMs = performance.now()
    const [{ code }] = await Promise.all([server.kill("SIGTERM"), idle.closed])
    assert.strictEqual(code, 0)
    assert.isBelow(performance.now() - startMs, 3_000)
  })

  it("by kill -9 answers none of them: the checks above would see it (negative control)", slow, async () => {
    const databaseFile = folder.file("killed.db")
    await using server = await startServerProcess({ command: "sandbox", databaseFile })
    const token = await acmeToken(server.call)
    const requests = await Promise.all(names(5).map((name) => openSlowUser(server.port, token, name)))
    const { code, signal } = await server.kill("SIGKILL")
    assert.deepStrictEqual({ code, signal }, { code: null, signal: "SIGKILL" })
    const answers = await Promise.all(requests.map(({ finish }) => finish()))
    assert.deepStrictEqual(
      answers.map((all) => all.length),
      requests.map(() => 0)
    )
    assert.deepStrictEqual(storedIn(databaseFile), [])
  })
})
