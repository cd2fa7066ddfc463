/**
 * The unique key of the owners of persons after its migration, on both engines: a hire that is over keeps out nobody, and two applications that are worked on stay
 * one too many (recruiting 7).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { runUpTo } from "../src/store/Migrations.ts"
import { emptyDatabases, versionOf } from "./EmptyDatabases.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()
const version = versionOf("claim_holders")
const engines = emptyDatabases(folder.file("holders.db"))

/** Adds an application of one person for one job; false where the key refuses it. */
const add = (id: string, state: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const row = {
      organization_id: "org_1",
      id,
      job_id: "job_1",
      agency_id: `agy_${id}`,
      email_key: "ada@example.com",
      state,
      written_at_ms: 1,
      json: "{}"
    }
    return yield* sql`INSERT INTO applications ${sql.insert(row)} ON CONFLICT DO NOTHING RETURNING id`
  }).pipe(Effect.map((rows) => rows.length > 0))

describe("a hire of a database from before (recruiting 7)", () => {
  it.for(Object.entries(engines))("keeps out no other application by the key of owners, on %s", async ([, open]) => {
    const layer = await open()
    const added = await Effect.runPromise(
      Effect.gen(function* () {
        yield* runUpTo(version - 1)
        const sql = yield* SqlClient
        yield* sql`INSERT INTO organizations ${sql.insert({ id: "org_1", name: "One", created_at: "2026" })}`
        const before = [yield* add("hired", "HIRED"), yield* add("second", "OFFER")]
        yield* runUpTo(version)
        const after = [yield* add("second", "OFFER"), yield* add("third", "REVIEWING"), yield* add("fourth", "HIRED")]
        return { before, after }
      }).pipe(Effect.provide(layer))
    )
    assert.deepStrictEqual(added, { before: [true, false], after: [true, false, true] })
  })
})
