/**
 * The first start is killed at every call that makes something last, and at every few writes: the next start finds its way, and the
 * sandbox is whole (issue 3, kill -9 at any moment). `CrashFirstStart.test.ts` runs it here and in `long`.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { notRun, tracing } from "../test/faults/Machine.ts"
import { acmeToken, runMain, startServerProcess } from "../test/faults/ServerProcess.ts"
import { sharedFolder } from "../test/TestServer.ts"
import { pageOf, walk } from "../test/Walk.ts"

const folder = sharedFolder()
/** The maximum number of calls; a start that makes fewer is not killed, and that ends the search. */
const callsMax: Readonly<Record<string, number>> = { fsync: 40, unlink: 10, ftruncate: 10, pwrite64: 400 }
const acmeJobs = 250

/** Starts a sandbox that is killed at the nth call, and returns the outcome of a second start; undefined if none came so far. */
const killAt = async (call: string, nth: number): Promise<string | undefined> => {
  const databaseFile = folder.file(`${call}-${nth}.db`)
  const trace = `${databaseFile}.trace`
  const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:signal=SIGKILL:when=${nth}`]
  const wrappedIn = ["strace", "-D", "-f", "-qq", "-o", trace, ...inject]
  const first = startServerProcess({ command: "sandbox", databaseFile, wrappedIn })
  // A server that listens was not killed.
  const lived = await first.then(
    async (server) => {
      await server.kill("SIGKILL")
      return true
    },
    () => false
  )
  if (lived) return undefined
  const second = await startServerProcess({ command: "sandbox", databaseFile }).catch((error: unknown) => String(error))
  if (typeof second === "string") return second
  await using server = second
  const pages = await walk(server.call, await acmeToken(server.call), "/v1/jobs")
  const jobs = pages.reduce((sum, page) => sum + pageOf(page).count, 0)
  return jobs === acmeJobs ? "" : `${jobs} jobs`
}

/** Kills the first start at each of the other calls, and at every nth write. */
export const firstStartSurvives = (writesStep: number): void => {
  describe("a first start that is killed", () => {
    it.skipIf(tracing.missing !== undefined).for(Object.entries(callsMax))(
      `at any %s leaves a file that the next start can use${notRun(tracing)}`,
      async ([call, most]) => {
        const faults: Array<string> = []
        let kills = 0
        for (let nth = 1; nth <= most; nth += call === "pwrite64" ? writesStep : 1) {
          const result = await killAt(call, nth)
          if (result === undefined) break
          kills++
          if (result !== "") faults.push(`${call} ${nth}: ${result}`)
        }
        console.log(JSON.stringify({ check: "first start killed", call, kills, faults: faults.length }))
        assert.isAbove(kills, 0)
        assert.deepStrictEqual(faults, [])
      }
    )

    it("is judged by a start that can fail: a file that is none (negative control)", async () => {
      Fs.writeFileSync(folder.file("none.db"), "x".repeat(9_000))
      assert.strictEqual((await runMain({ command: "sandbox", databaseFile: folder.file("none.db") })).code, 1)
    })
  })
}
