/**
 * Jobs are hidden from agencies, and applications from the employer, only while no server runs that would show them: one of the release before, on the same
 * database (recruiting 3 and 6, docs/nodes.md).
 */
import { assert, describe, it } from "@effect/vitest"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { errorOf, named } from "../ErrorAnswer.ts"
import { textOf } from "../HttpCall.ts"
import { databases, migratedDatabase } from "../Postgres.ts"
import { startServer } from "../TestServer.ts"

/** A session as a server of the release before opens it. */
const olderSession = async (url: string, applicationName = "partner-api 0.0.9 other") => {
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url), applicationName, maxConnections: 1 }))
  await runtime.runPromise(Effect.flatMap(SqlClient, (sql) => sql`SELECT 1`))
  const end = async () => {
    await runtime.dispose()
    // The database lists a session for a moment after its client has closed it. This waits until it does not.
    await databases().run(
      url,
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = '${applicationName}'`
    )
  }
  return { [Symbol.asyncDispose]: end }
}

describe("while a server of the release before runs (recruiting 3)", () => {
  it("no job, setting or assignment hides anything, and all else is written; after it, none starts", async () => {
    const url = await migratedDatabase()
    await using server = await startServer({ database: readTarget(url) })
    const { call } = server
    const primary = await server.primary()
    const token = await server.scoped(primary)
    const json = { title: "A", description: "B", agency_access: "ASSIGNED" }
    const path = "/v1/jobs/job_00000001/assignments/agy_hirewell"
    const hiding = async () => [
      await call("POST", "/v1/jobs", { token, json }),
      await call("PATCH", "/v1/jobs/job_00000001", { token, json: { agency_access: "ASSIGNED" } }),
      await call("PATCH", "/v1/organization", { token, json: { settings: { agency_access: "ASSIGNED" } } }),
      await call("PUT", path, { token, json: {} })
    ]
    const floor = async () => (await server.query("SELECT version FROM schema_floor"))[0]?.["version"]
    await server.query("UPDATE schema_floor SET version = 10")
    {
      await using _older = await olderSession(url)
      for (const answer of await hiding()) assert.strictEqual(errorOf(answer), named(409), answer.text)
      assert.strictEqual(
        (await call("POST", "/v1/jobs", { token, json: { title: "A", description: "B" } })).status,
        201
      )
      const created = await call("POST", "/v1/organizations", { token: primary, json: { name: "Hooli" } })
      assert.strictEqual(created.status, 201, created.text)
      assert.strictEqual(await floor(), 10)
    }
    for (const { status, text } of await hiding()) assert.include([200, 201], status, text)
    assert.strictEqual(await floor(), 35)
  })

  it("applications are written as those from before, which the whole employer sees; after it, none starts (recruiting 6)", async () => {
    const url = await migratedDatabase()
    await using server = await startServer({ database: readTarget(url) })
    const { call, query } = server
    const token = await server.scoped(await server.primary())
    const submit = async (name: string) => {
      const json = {
        job_id: "job_00000001",
        agency_id: "agy_hirewell",
        candidate: { first_name: name, last_name: "King", email: `${name}@example.com` }
      }
      const id = textOf(await call("POST", "/v1/applications", { token, json }), "id")
      const [row] = await query("SELECT submitted_by, only_client_id FROM applications WHERE id = ?", id)
      return [row?.["submitted_by"], row?.["only_client_id"]]
    }
    const floor = async () => (await query("SELECT version FROM schema_floor"))[0]?.["version"]
    await query("UPDATE schema_floor SET version = 35")
    {
      await using _older = await olderSession(url, "partner-api 0.0.9 other access")
      assert.deepStrictEqual(await submit("Ada"), [null, null])
      assert.strictEqual(await floor(), 35)
    }
    assert.deepStrictEqual(await submit("Eve"), ["sandbox-client", "sandbox-client"])
    assert.strictEqual(await floor(), 40)
  })
})
