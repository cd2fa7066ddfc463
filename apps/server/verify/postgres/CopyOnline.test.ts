/**
 * A copy while the service works: servers are refused unless the operator says so, and what they write meanwhile is in no table of the
 * copy (README).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { databases } from "../../test/Postgres.ts"
import { startProgram } from "../../test/Program.ts"
import { startServer } from "../../test/TestServer.ts"
import { addAgencies, copied, copy, decodeCopy, endSessions, inFile, makeGate, places } from "./Copies.ts"

describe("partner-api copy beside a server", () => {
  it("refuses a file that one is running on, as the source and as the target (docs/decisions, 35)", async () => {
    using made = await places()
    const free = made.folder.file("free.db")
    await using server = await startServer({ databaseFile: made.file })
    const from = await copy(made.sqlite, `sqlite:${free}`)
    assert.deepStrictEqual([from.code, from.stdout], [1, ""])
    assert.match(from.stderr, /A server is running on the database .*source\.db.*Stop it first\. With --online/)
    assert.isFalse(Fs.existsSync(free))
    const to = await copy(made.postgres, made.sqlite)
    assert.strictEqual(to.code, 1)
    assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
  })

  it("refuses a PostgreSQL database that one is connected to, as the source and as the target (docs/decisions, 35)", async () => {
    using made = await places()
    await copied(made.sqlite, made.postgres)
    await using server = await startServer({ database: readTarget(made.postgres), sandbox: false })
    const from = await copy(made.postgres, `sqlite:${made.folder.file("free.db")}`)
    assert.match(from.stderr, /A server is running on the database postgres:.*Stop it first\. With --online/)
    const to = await copy(made.sqlite, made.postgres, "--online")
    assert.match(
      to.stderr,
      /A server is running on the database postgres:.*it must not serve a database that is not whole/
    )
    assert.deepStrictEqual([from.code, to.code], [1, 1])
    assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
  })

  it("copies one moment with --online, says so, and finds later what was written after (docs/decisions, 35)", async () => {
    using made = await places()
    await using server = await startServer({ databaseFile: made.file, startMs: made.held.startMs })
    const first = await copy(made.sqlite, made.postgres, "--online")
    assert.strictEqual(first.code, 0, first.stderr)
    assert.match(first.stderr, /^partner-api: what is written to .*source\.db from now on is not in the copy\.$/m)
    await endSessions(made.postgres)
    const { token, add } = made.held
    await server.call("POST", "/v1/users", { token, json: { ...add.json, email: "after@example.com" } })
    const second = await copy(made.sqlite, made.postgres, "--online")
    assert.strictEqual(second.code, 1)
    assert.match(second.stdout, /^users: 0 changed, 1 only in the source, 0 only in the target\.$/m)
    assert.match(second.stdout, /^journal_counters: 1 changed,/m)
    assert.match(second.stderr, /copy it to an empty database\. After it, the target has newer rows: keep it\.$/)
  })
})

describe("what is written to the source during a copy", () => {
  const write = `INSERT INTO users (organization_id, id, email_key, created_at, updated_at, first_name, last_name, email)
    VALUES ('org_acme', 'usr_during', 'd@example.com', '2020', '2020', 'D', 'D', 'd@example.com')`

  it.for(["sqlite", "postgres"] as const)("is in no table of it: %s (docs/decisions, 35)", async (engine) => {
    using made = await places()
    addAgencies(made.file, 4_000)
    const from = made[engine]
    if (engine === "postgres") await copied(made.sqlite, from)
    const to = await databases().create()
    await using gate = await makeGate(to, "agy_102000")
    await using program = startProgram(["copy", "--from", from, "--to", to, "--online", "--json"], {})
    await program.errorLine(/rows copied .* 1,\d\d\d of 4,/)
    if (engine === "sqlite") inFile(made.file, write)
    else await databases().run(from, write)
    await gate.open()
    const { code } = await program.ended
    assert.strictEqual(code, 0, program.text().stderr)
    assert.strictEqual(decodeCopy(program.text().stdout).differences, 0)
    assert.deepStrictEqual(await databases().run(to, "SELECT id FROM users WHERE id = 'usr_during'"), [])
  })
})
