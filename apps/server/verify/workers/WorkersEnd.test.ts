/**
 * Servers with workers that do not start, and that end because their processes do (docs/decisions, 43).
 */
import { assert, describe, it } from "@effect/vitest"
import { endsMax } from "../../src/platform/workers/RestartBudget.ts"
import { checkRefusal } from "../../test/faults/BadFiles.ts"
import { notRun } from "../../test/faults/Machine.ts"
import { runMain, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { openIdle } from "../../test/faults/SlowRequest.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { childrenOf, listing } from "../../test/workers/Processes.ts"

const folder = sharedFolder()
const settings = { WORKERS: "2" }

describe("a server with two workers", () => {
  it("does not start on a port in use, nor on a file with a server, and says so once (decisions, 43)", async () => {
    const databaseFile = folder.file("first.db")
    await using server = await startServerProcess({ command: "serve", databaseFile, settings })
    const options = { command: "serve", databaseFile: folder.file("other.db"), settings } as const
    const [taken, locked] = await Promise.all([
      runMain({ ...options, port: server.port }),
      runMain({ ...options, databaseFile })
    ])
    server.close()
    assert.deepStrictEqual([taken.code, locked.code], [1, 1])
    checkRefusal(taken, [`127.0.0.1:${server.port}`, "EADDRINUSE", "choose another PORT"])
    checkRefusal(locked, ["Another server", databaseFile])
  })

  it.skipIf(listing.missing !== undefined)(
    `ends with 1 when more than ${endsMax} of them have ended within a minute (decisions, 43)${notRun(listing)}`,
    async () => {
      await using server = await startServerProcess({
        command: "serve",
        databaseFile: folder.file("budget.db"),
        settings
      })
      server.close()
      for (let ends = 1; ends <= endsMax; ends++) {
        const [victim = 0] = childrenOf(server.pid)
        process.kill(victim, "SIGKILL")
        await server.errorMatch(new RegExp(`(?:worker \\d+ serves[^]*){${ends}}`))
      }
      const [victim = 0] = childrenOf(server.pid)
      process.kill(victim, "SIGKILL")
      const { code, stderr } = await server.ended
      assert.strictEqual(code, 1)
      assert.match(stderr, new RegExp(`More than ${endsMax} workers have ended within a minute`))
    }
  )

  it("that is killed leaves no worker behind (decisions, 43)", async () => {
    const databaseFile = folder.file("killed.db")
    const server = await startServerProcess({ command: "serve", databaseFile, settings })
    server.close()
    // Twenty connections are never all of one worker.
    const idle = await Promise.all(Array.from({ length: 20 }, () => openIdle(server.port)))
    server.send("SIGKILL")
    await Promise.all(idle.map(({ closed }) => closed))
    // The output of the server ends when nobody has it any more.
    await server.ended
    await using another = await startServerProcess({ command: "serve", databaseFile, settings, port: server.port })
    assert.strictEqual((await another.call("GET", "/health/ready")).status, 200)
    another.close()
  })
})
