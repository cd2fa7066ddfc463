/**
 * Two processes on one database, and the same idempotency keys: the unique key of the store decides between them (decisions, Safe
 * repetition).
 */
import * as ChildProcess from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { openDatabase, sharedFolder, startServer } from "./TestServer.ts"

const keys = 1_000
const folder = sharedFolder()

/** A racer that is ready, and what it printed in the end. */
const enter = async (databaseFile: string, name: string) => {
  const args = [join(import.meta.dirname, "KeyRaceProgram.ts"), databaseFile, name, String(keys)]
  const child = ChildProcess.spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] })
  let printed = ""
  const isReady = Promise.withResolvers<void>()
  const ended = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk
      if (printed.includes("ready\n")) isReady.resolve()
    })
    child.on("error", reject)
    child.on("close", (code) => {
      isReady.reject(new Error(`${name} ended before it began`))
      if (code === 0) resolve(printed)
      else reject(new Error(`${name} ended with ${code}`))
    })
  })
  await isReady.promise
  return { go: () => child.stdin.write("go\n"), ended }
}

const answersIn = (printed: string): ReadonlyArray<string> => /answers (.*)/.exec(printed)?.[1]?.split(" ") ?? []

describe("two processes with the same keys", () => {
  it("have one effect and one answer for each key (decisions, Safe repetition)", async () => {
    const databaseFile = folder.file("race.db")
    await (await startServer({ databaseFile })).stop()
    const racers = [await enter(databaseFile, "one"), await enter(databaseFile, "two")]
    for (const { go } of racers) go()
    const [one = "", two = ""] = await Promise.all(racers.map(({ ended }) => ended))
    const answers = answersIn(one)
    assert.lengthOf(answers, keys)
    assert.deepStrictEqual(answersIn(two), answers)
    using database = openDatabase(databaseFile)
    const added = database.db
      .prepare("SELECT last_name FROM users WHERE first_name = 'R' ORDER BY CAST(substr(id, 10) AS INTEGER)")
      .all()
    assert.deepStrictEqual(
      added.map((row) => String(row["last_name"])),
      [...answers]
    )
  })
})
