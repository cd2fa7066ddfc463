/**
 * Nodes that start at once: on an empty database one of them makes the schema, and on one that is up to date none waits for a reader
 * (decisions, Many nodes).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { migrationNames } from "../../src/store/Migrations.ts"
import { holdTransaction } from "../../test/nodes/HeldTransaction.ts"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { databases } from "../../test/Postgres.ts"

const rounds = 10

/** A migration without a lock gives up after twice as long; a start that waits for no lock takes a fraction of it. */
const startMaxMs = 15_000

const decodeVersions = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ version: Schema.Int })))

/** The steps that were run, in their order. */
const versionsOf = async (databaseUrl: string): Promise<ReadonlyArray<number>> =>
  decodeVersions(
    await databases().run(databaseUrl, "SELECT migration_id::int AS version FROM migrations ORDER BY migration_id")
  ).map(({ version }) => version)

/** Some numbers have no step. */
const steps = [...migrationNames.keys()].toSorted((left, right) => left - right)

describe("three nodes that start at once", () => {
  it(`make the schema of an empty database once, in ${rounds} rounds (decisions, Many nodes)`, async () => {
    const tookMs: Array<number> = []
    for (let round = 1; round <= rounds; round++) {
      const databaseUrl = await databases().create()
      const startMs = performance.now()
      await using nodes = await startNodes({ databaseUrl })
      tookMs.push(Math.round(performance.now() - startMs))
      assert.deepStrictEqual(await versionsOf(databaseUrl), steps, `round ${round}`)
      const ends = await Promise.all(nodes.all().map((node) => node.kill("SIGTERM")))
      assert.deepStrictEqual(
        ends.map(({ code, stderr }) => [code, stderr]),
        ends.map(() => [0, ""]),
        `round ${round}`
      )
    }
    console.log(JSON.stringify({ check: "first starts", tookMs }))
  })

  it("wait for nobody who reads the list of migrations of a database that is up to date", async () => {
    const databaseUrl = await databases().create()
    {
      await using first = await startNodes({ databaseUrl, count: 1 })
      assert.strictEqual((await first.call("GET", "/health/ready")).status, 200)
    }
    // As pg_dump does it, for as long as it takes.
    await using _reader = await holdTransaction(databaseUrl, "LOCK TABLE migrations IN ACCESS SHARE MODE")
    const startMs = performance.now()
    await using nodes = await startNodes({ databaseUrl })
    const tookMs = Math.round(performance.now() - startMs)
    console.log(JSON.stringify({ check: "starts beside a reader", tookMs }))
    assert.strictEqual((await nodes.call("GET", "/health/ready")).status, 200)
    assert.isBelow(tookMs, startMaxMs)
    assert.deepStrictEqual(await versionsOf(databaseUrl), steps)
  })
})
