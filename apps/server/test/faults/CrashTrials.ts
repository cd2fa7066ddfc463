/**
 * `kill -9` at some moment while eight writers are at work, again and again on one file: each restart is the proof of the trial
 * before it and the beginning of the next.
 */
import { openDatabase } from "../TestServer.ts"
import { type Found, faultsOf, findAll, makeWritten, writeAll, type Written } from "./Acknowledged.ts"
import { acmeToken, startServerProcess } from "./ServerProcess.ts"

/** The maximum number of acknowledged writes of a trial before the server is killed. */
const killAfterMax = 250

/** What a series of trials has shown. */
export interface CrashReport {
  readonly trials: number
  readonly acknowledgedUsers: number
  /** Written, but killed before the answer was read. */
  readonly inDoubt: number
  readonly killedAfter: ReadonlyArray<number>
  readonly faults: ReadonlyArray<string>
  readonly written: Written
  readonly found: Found
}

const integrityOf = (file: string): string => {
  using operator = openDatabase(file)
  return String(operator.db.prepare("PRAGMA integrity_check").get()?.["integrity_check"])
}

/** Runs the trials on the file of a sandbox. */
export const runCrashTrials = async (options: {
  readonly databaseFile: string
  readonly trials: number
}): Promise<CrashReport> => {
  const { databaseFile, trials } = options
  const start = { command: "sandbox", databaseFile } as const
  const written = makeWritten()
  const faults: Array<string> = []
  const killedAfter: Array<number> = []
  let found: Found = { users: [], fees: new Map() }
  // The one token of all trials: it too was acknowledged, so it has to outlive every crash.
  let token = ""
  for (let trial = 0; trial <= trials; trial++) {
    await using server = await startServerProcess(start)
    if (trial === 0) token = await acmeToken(server.call)
    else {
      found = await findAll(server.call, token)
      const integrity = integrityOf(databaseFile)
      faults.push(
        ...faultsOf(written, found).map((fault) => `trial ${trial}: ${fault}`),
        ...(integrity === "ok" ? [] : [`trial ${trial}: integrity ${integrity}`])
      )
    }
    if (trial < trials) {
      const killAfter = 1 + Math.floor(Math.random() * killAfterMax)
      killedAfter.push(killAfter)
      await writeAll(server.call, token, {
        name: `trial${trial}`,
        written,
        onAcknowledged: (count) => (count === killAfter ? void server.send("SIGKILL") : undefined)
      })
      await server.ended
    }
    server.close()
  }
  const inDoubt = found.users.filter((id) => !written.users.has(id)).length
  return { trials, acknowledgedUsers: written.users.size, inDoubt, killedAfter, faults, written, found }
}
