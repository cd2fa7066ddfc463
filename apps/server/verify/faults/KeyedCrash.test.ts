/**
 * `kill -9` in the middle of keyed writes, then the same requests once more: each has one effect, and what was acknowledged before the
 * crash is answered alike after it (decisions, Safe repetition).
 */
import { assert, describe, it } from "@effect/vitest"
import type { Answer } from "../../test/HttpCall.ts"
import { openDatabase, temporaryFolder } from "../../test/TestServer.ts"
import { acmeToken, startServerProcess } from "../../test/faults/ServerProcess.ts"

const people = Array.from({ length: 40 }, (_, index) => ({
  first_name: "K",
  last_name: String(index),
  email: `keyed.${index}@example.com`
}))

describe("keyed writes that a crash cut short", () => {
  it.for([1, 23])(
    "after %i acknowledgements are repeated: one row each, the same answers (decisions, Safe repetition)",
    async (killAfter) => {
      using folder = temporaryFolder()
      const start = { command: "sandbox", databaseFile: folder.file("keyed.db") } as const
      const acknowledged = new Map<string, Answer>()
      const send = (
        server: Awaited<ReturnType<typeof startServerProcess>>,
        token: string,
        person: (typeof people)[number]
      ) => server.call("POST", "/v1/users", { token, json: person, headers: { "idempotency-key": person.last_name } })

      let token = ""
      {
        await using server = await startServerProcess(start)
        token = await acmeToken(server.call)
        const answers = people.map((person) =>
          send(server, token, person).then((answer) => {
            acknowledged.set(person.email, answer)
            if (acknowledged.size === killAfter) server.send("SIGKILL")
          })
        )
        await Promise.allSettled(answers)
        assert.strictEqual((await server.ended).signal, "SIGKILL")
      }
      assert.isAtLeast(acknowledged.size, killAfter)

      await using server = await startServerProcess(start)
      for (const person of people) {
        const answer = await send(server, token, person)
        assert.strictEqual(answer.status, 201, answer.text)
        const before = acknowledged.get(person.email)
        assert.strictEqual(answer.text, before?.text ?? answer.text)
        assert.isTrue(before === undefined || answer.headers["idempotency-replayed"] === "true")
      }
      using database = openDatabase(server.databaseFile)
      const count = (sql: string) => Number(database.db.prepare(sql).get()?.["n"])
      assert.strictEqual(count("SELECT count(*) AS n FROM users WHERE email LIKE 'keyed.%'"), people.length)
      assert.strictEqual(
        count("SELECT count(*) AS n FROM journal WHERE json ->> 'action' = 'user.created'"),
        people.length
      )
    }
  )
})
