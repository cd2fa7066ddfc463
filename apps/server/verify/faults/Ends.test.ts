/**
 * How the program ends. When it has to stop, what is under way is answered, nothing new is begun, and it is over within ten seconds whatever
 * clients do. Killed: nothing that was acknowledged is lost (issue 3, graceful stop and durability; design, R1 and R5).
 *
 * One file, so that the trials run while a stop waits for its time to be over. Twenty trials are run by `pnpm verify`.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { textOf } from "../../test/HttpCall.ts"
import { clientTurnsMax } from "@partner-api/service/services/access/FairTurns"
import { commandsOn, credentialsOf } from "../../test/operator/OnFile.ts"
import { openDatabase, sandboxUser, sharedFolder, startServer } from "../../test/TestServer.ts"
import { faultsOf, findAll } from "../../test/faults/Acknowledged.ts"
import { runCrashTrials } from "../../test/faults/CrashTrials.ts"
import { acmeToken, runMain, type ServerProcess, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { isTurnedAway, openDeafReader, openHalfSent, openIdle, openSlowUser } from "../../test/faults/SlowRequest.ts"

const folder = sharedFolder()
const stopMaxMs = 10_000
/** With the last answer there is nothing to wait for any more; an idle connection would be kept for ten seconds. */
const lingerMaxMs = 5_000
const names = (count: number) => Array.from({ length: count }, (_, index) => `user_${index}`)

/** Users that are in the file when nobody has it open any more. */
const storedIn = (file: string): ReadonlyArray<string> => {
  using operator = openDatabase(file)
  return operator.db
    .prepare("SELECT id FROM users WHERE id <> ? ORDER BY id")
    .all(sandboxUser)
    .map(({ id }) => String(id))
}

const seededFile = folder.file("seeded.db")

beforeAll(async () => {
  const seeded = await runMain({ command: "seed", databaseFile: seededFile }, ["--jobs", "10"])
  assert.strictEqual(seeded.code, 0, seeded.stderr)
})

/** Tokens of as many new clients as `requests` under way need: a client has a bounded number of them (docs/decisions/0081). */
const tokensFor = async (
  { call, databaseFile }: ServerProcess,
  organizationId: string,
  requests: number
): Promise<ReadonlyArray<string>> => {
  const commands = commandsOn(databaseFile)
  const tokens: Array<string> = []
  while (tokens.length * clientTurnsMax < requests) {
    const granted = ["--organization", organizationId, "--as", "employer"]
    const json = credentialsOf(await commands.json("clients", "create", "--name", "Slow", ...granted))
    tokens.push(textOf(await call("POST", "/v1/auth/token", { json }), "access_token"))
  }
  return tokens
}

describe.concurrent("a server that gets a signal to stop", () => {
  it("is over in ten seconds though one client never finishes and one never reads (R5)", async () => {
    const databaseFile = folder.file("stalled.db")
    await using server = await startServerProcess({ command: "sandbox", databaseFile })
    // What a stop costs at this moment, on a machine that may be busy: that of a server that nobody talks to.
    await using other = await startServerProcess({ command: "sandbox", databaseFile: folder.file("other.db") })
    const stalled = await openSlowUser(server.port, await acmeToken(server.call), "stalled")
    stalled.stall()
    const deaf = openDeafReader(server.port)
    const startMs = performance.now()
    const stops = [server, other].map(async (one) => {
      const ended = await one.kill("SIGTERM")
      return { ...ended, tookMs: performance.now() - startMs }
    })
    const [stopped, control] = await Promise.all(stops)
    const { code, stderr, tookMs } = stopped ?? { code: null, stderr: "", tookMs: Number.POSITIVE_INFINITY }
    assert.isBelow(tookMs - (control?.tookMs ?? 0), stopMaxMs)
    assert.strictEqual(code, 0)
    // The client that never reads has sent more requests at once than the request log keeps.
    assert.match(stderr, /^(?:\{[^\n]*"the request log has left out \d+ requests"\}\n)?$/)
    await stalled.closed
    deaf.drop()
    assert.notMatch(stalled.received(), /^HTTP\/1\.1 2/, "what did not arrive was not done")
    assert.deepStrictEqual(storedIn(databaseFile), [])
  })

  it.for([
    ["SIGTERM", "serve", 0, "org_seed_1"],
    ["SIGINT", "sandbox", 130, "org_acme"]
  ] as const)("by %s answers the 50 requests under way and begins none: %s ends with %i (R5)", async (row) => {
    const [signal, command, expected, organizationId] = row
    const databaseFile = command === "serve" ? seededFile : folder.file(`${command}.db`)
    await using server = await startServerProcess({ command, databaseFile })
    const tokens = await tokensFor(server, organizationId, 50)
    server.close()
    const requests = await Promise.all(
      names(50).map((name, index) => openSlowUser(server.port, tokens[index % tokens.length] ?? "", name))
    )
    const halfSent = await openHalfSent(server.port)
    const idle = await openIdle(server.port)
    assert.isFalse(await isTurnedAway(server.port), "until then there is an answer (negative control)")

    const startMs = performance.now()
    server.send(signal)
    // A server that stops ends its idle connections first; from then on the stop has begun.
    await idle.closed
    assert.isTrue(await isTurnedAway(server.port), "new connections are turned away")
    const ready = await halfSent.finish()
    assert.strictEqual(ready?.status, 503)
    assert.include(ready === undefined ? "" : textOf(ready, "message"), "stopped")

    const answers = await Promise.all(requests.map(({ finish }) => finish()))
    const answeredMs = performance.now()
    assert.deepStrictEqual(
      answers.map((all) => all.map(({ status }) => status)),
      requests.map(() => [201])
    )
    const { code, stderr, stdout } = await server.ended
    assert.deepStrictEqual({ code, stderr }, { code: expected, stderr: "" })
    assert.isBelow(performance.now() - startMs, stopMaxMs)
    assert.lengthOf(stdout.match(/"route":"\/v1\/users","status":201/g) ?? [], 50, "the access log is whole")
    assert.deepStrictEqual(storedIn(databaseFile), names(50).toSorted())
    assert.isBelow(answeredMs - startMs, lingerMaxMs, "the connections end with their answers")
  })

  it("ends at once when nothing is under way but an idle connection (R5)", async () => {
    await using server = await startServerProcess({ command: "sandbox", databaseFile: folder.file("idle.db") })
    const idle = await openIdle(server.port)
    const startMs = performance.now()
    const [{ code }] = await Promise.all([server.kill("SIGTERM"), idle.closed])
    assert.strictEqual(code, 0)
    assert.isBelow(performance.now() - startMs, lingerMaxMs)
  })

  it("by kill -9 answers none of them: the checks above would see it (negative control)", async () => {
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

describe.concurrent("kill -9 while eight writers are at work", () => {
  it("loses no user, no fee and no token that was acknowledged, in 3 trials (R1)", async () => {
    const databaseFile = folder.file("crash.db")
    const report = await runCrashTrials({ databaseFile, trials: 3 })
    assert.deepStrictEqual(report.faults, [], `killed after ${report.killedAfter.join()}`)
    assert.isAbove(report.acknowledgedUsers, 0)

    // The same oracle, given what is not so (negative control).
    const { written, found } = report
    const users = new Set([...written.users, "never_inserted"])
    assert.deepStrictEqual(faultsOf({ ...written, users }, found), ["lost: never_inserted"])
    const [first = ""] = found.users
    assert.deepStrictEqual(faultsOf(written, { ...found, users: [...found.users, first] }), [`twice: ${first}`])
    assert.deepStrictEqual(faultsOf(written, { ...found, users: [...found.users, "guest"] }), ["never sent: guest"])
    const older = new Map([...found.fees].map(([agency]) => [agency, 0] as const))
    assert.lengthOf(faultsOf(written, { ...found, fees: older }), 2)

    // And a row that somebody takes away is found missing by the service itself (negative control).
    {
      using operator = openDatabase(databaseFile)
      operator.db.prepare("DELETE FROM users WHERE id = ?").run(first)
    }
    await using server = await startServer({ databaseFile })
    const harmed = await findAll(server.call, await server.partner())
    assert.deepStrictEqual(faultsOf({ ...written, users: new Set(found.users) }, harmed), [`lost: ${first}`])
  })
})
