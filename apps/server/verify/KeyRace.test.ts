/**
 * Two processes on one database, and the same idempotency keys: the unique key of the store decides between them (decisions, Safe
 * repetition).
 */
import * as ChildProcess from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { databases } from "../test/Postgres.ts"
import { sharedFolder, startServer } from "../test/TestServer.ts"

const keys = 1_000
const folder = sharedFolder()

/** A racer that is ready, and what it printed in the end. */
const enter = async (databaseUrl: string, name: string) => {
  const args = [join(import.meta.dirname, "KeyRaceProgram.ts"), databaseUrl, name, String(keys)]
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

const engines: ReadonlyArray<readonly [name: string, makeUrl: () => string | Promise<string>]> = [
  ["SQLite", () => `sqlite:${folder.file("race.db")}`],
  ["PostgreSQL", () => databases().create()]
]

describe("two processes with the same keys", () => {
  it.for(engines)(
    "have one effect and one answer for each key, on %s (decisions, Safe repetition)",
    async ([, makeUrl]) => {
      const databaseUrl = await makeUrl()
      await using server = await startServer({ database: readTarget(databaseUrl) })
      // A file takes one server, and commands of the operator beside it.
      const racers = [await enter(databaseUrl, "one"), await enter(databaseUrl, "two")]
      for (const { go } of racers) go()
      const [one = "", two = ""] = await Promise.all(racers.map(({ ended }) => ended))
      const answers = answersIn(one)
      assert.lengthOf(answers, keys)
      assert.deepStrictEqual(answersIn(two), answers)
      const added = await server.run(
        Effect.flatMap(
          SqlClient,
          (sql) => sql<{ last_name: string }>`SELECT last_name FROM users WHERE first_name = 'R'
        ORDER BY CAST(substr(id, 10, length(id) - 13) AS INTEGER)`
        )
      )
      assert.deepStrictEqual(
        added.map((row) => row.last_name),
        [...answers]
      )
    }
  )
})
