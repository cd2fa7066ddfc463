/**
 * Hires of a database from before placements, on both engines: each has a placement that is over, without guarantee and settlement (recruiting 8).
 */
import { assert, describe, it } from "@effect/vitest"
import { Placement } from "@partner-api/domain/Placement"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { runUpTo } from "../src/store/Migrations.ts"
import { emptyDatabases, versionOf } from "./EmptyDatabases.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()
const at = "2026-01-01T00:00:00.000Z"
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Placement))

const version = versionOf("placements")
const engines = emptyDatabases(folder.file("hires.db"))

const hire = {
  start_date: "2027-01-01",
  base_salary_cents: 7_200_000,
  currency: "EUR",
  fee: { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000, note: "Senior roles" },
  fee_amount_cents: 1_440_000
}
const candidate = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }

/** More hires than one statement reads, one of an erased person, and an application that is none. */
const applications = [
  ...Array.from({ length: 501 }, (_, index) => ({ id: `app_${1_000 + index}`, state: "HIRED", candidate, hire })),
  { id: "app_erased", state: "HIRED", hire, erased_at: at },
  { id: "app_offer", state: "OFFER", candidate }
].map((one) => ({
  ...one,
  job_id: "job_1",
  agency_id: "agy_1",
  state_entered_at: at,
  version: 2,
  created_at: at,
  updated_at: at
}))

const begin = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`INSERT INTO organizations ${sql.insert({ id: "org_1", name: "One", created_at: at })}`
  const rows = applications.map((application) => {
    const { agency_id, id, job_id, state } = application
    return {
      organization_id: "org_1",
      id,
      job_id,
      agency_id,
      state,
      written_at_ms: 1,
      json: JSON.stringify(application)
    }
  })
  for (const some of Arr.chunksOf(rows, 500)) yield* sql`INSERT INTO applications ${sql.insert(some)}`
})

describe("hires from before placements (recruiting 8)", () => {
  it.for(Object.entries(engines))("have a placement that is over, on %s", async ([, open]) => {
    const layer = await open()
    const found = await Effect.runPromise(
      Effect.gen(function* () {
        yield* runUpTo(version - 1)
        yield* begin
        yield* runUpTo(version)
        const rows = yield* (yield* SqlClient)`SELECT json FROM placements ORDER BY application_id`
        return yield* Effect.forEach(rows, ({ json }) => decode(json))
      }).pipe(Effect.provide(layer))
    )
    assert.lengthOf(found, 502)
    const [first, last] = [found[0], found.at(-1)]
    assert.deepInclude(Object(first), {
      application_id: "app_1000",
      candidate_name: "Grace Hopper",
      status: "COMPLETED",
      ...hire,
      fee_base_cents: 7_200_000,
      created_at: at
    })
    assert.notProperty(first, "settlement")
    assert.notProperty(first, "guarantee")
    assert.strictEqual(last?.application_id, "app_erased")
    assert.notProperty(last, "candidate_name")
    assert.strictEqual(new Set(found.map(({ id }) => id)).size, 502)
  })
})
