/**
 * A write, its row in the audit log and its kept answer are all there or none of them (decisions, Safe repetition; docs/decisions, 16
 * and 17). The database is made to refuse one of the three, and nothing is left of the others.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import type { Call } from "./HttpCall.ts"
import { openDatabase, sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server

/** Makes the database refuse every new row of a table, until it is disposed of. */
const refusing = (table: string) => {
  const { db } = openDatabase(server.databaseFile)
  db.exec(`CREATE TRIGGER refused BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`)
  return {
    [Symbol.dispose]: () => {
      db.exec("DROP TRIGGER refused")
      db.close()
    }
  }
}

/** Everything that a write leaves behind. */
const state = () => {
  using database = openDatabase(server.databaseFile)
  const rowsOf = (table: string) => JSON.stringify(database.db.prepare(`SELECT * FROM ${table}`).all())
  return ["organizations", "grants", "users", "agencies", "journal", "idempotency_keys"].map(rowsOf)
}

const writes: ReadonlyArray<readonly [what: string, path: string, write: Call]> = [
  ["a new organization", "/v1/organizations", { token: tokens.primary, json: { name: "Whole" } }],
  [
    "a new user",
    "/v1/users",
    { token: tokens.acme, json: { first_name: "W", last_name: "H", email: "whole@example.com" } }
  ],
  [
    "fees",
    "/v1/agencies/agy_hirewell/fees",
    { token: tokens.acme, json: { customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1_234 }] } }
  ]
]

describe("a write whose answer cannot be kept", () => {
  it.for(writes)(
    "has no effect, and has one when it is repeated: %s (decisions, Safe repetition)",
    async ([, path, write]) => {
      const keyed = { ...write, headers: { "idempotency-key": "whole" } }
      const before = state()
      {
        using _refusing = refusing("idempotency_keys")
        assert.strictEqual(errorOf(await call("POST", path, keyed)), named(500))
        assert.deepStrictEqual(state(), before)
      }
      const again = await call("POST", path, keyed)
      assert.include([200, 201], again.status, again.text)
      assert.notProperty(again.headers, "idempotency-replayed")
      assert.notDeepEqual(state(), before)
    }
  )
})

describe("a write that cannot be audited", () => {
  it.for(writes)("has no effect: %s (docs/decisions, 16)", async ([what, path, write]) => {
    const before = state()
    using _refusing = refusing("journal")
    // What is there already would change nothing, which has no row.
    const others: Readonly<Record<string, Call>> = {
      "a new user": { json: { first_name: "W", last_name: "H", email: "other@example.com" } },
      fees: { json: { customFees: [] } }
    }
    assert.strictEqual(errorOf(await call("POST", path, { ...write, ...others[what] })), named(500))
    assert.deepStrictEqual(state(), before)
  })
})
