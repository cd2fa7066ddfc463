/**
 * How the rows of a batch are found: by their names, in an index, however many are requested at once. A plan that reads the whole
 * organization makes an import of a million jobs quadratic (issue 4, import).
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { selectKeyed } from "../../src/store/sql/kit/Writes.ts"
import { sharedServer } from "../TestServer.ts"

const server = await sharedServer()

const planOf = (table: Parameters<typeof selectKeyed>[1], count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const values = Array.from({ length: count }, (_, index) => table.keys.map((key) => `${key}-${index}`))
    const [text, params] = selectKeyed(sql, table, { organizationId: "org_acme", values }).compile()
    return Effect.map(sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params), (rows) =>
      rows.map(({ detail }) => detail).filter((detail) => detail.includes("found"))
    )
  })

describe("the rows of a batch", () => {
  it.for<readonly [name: string, keys: ReadonlyArray<string>, index: string, columns?: ReadonlyArray<string>]>([
    ["jobs", ["external_id"], "INDEX jobs_external_id"],
    ["jobs", ["id"], "PRIMARY KEY"],
    ["agencies", ["external_id"], "INDEX agencies_external_id"],
    ["users", ["id"], "PRIMARY KEY"],
    ["users", ["email_key"], "INDEX sqlite_autoindex_users_2"],
    ["applications", ["agency_id", "external_id"], "INDEX applications_external_id"],
    // The index has all that is requested; read row by row, SQLite would take the primary key.
    ["applications", ["email_key", "job_id"], "COVERING INDEX applications_person", ["job_id", "email_key", "state"]]
  ])("of %s are found one by one in the index of their %s (import)", async ([name, keys, index, columns = ["*"]]) => {
    for (const count of [1, 2, 100, 1_000]) {
      const plan = await server.run(planOf({ name, columns, keys }, count))
      const places = ["organization_id", ...keys].map((key) => `${key}=?`).join(" AND ")
      assert.deepStrictEqual(plan, [`SEARCH found USING ${index} (${places})`])
    }
  })
})
