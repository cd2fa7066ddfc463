/**
 * How the rows of a batch are found: by their names, in an index, however many are asked for at once. A plan that reads the whole
 * organization makes an import of a million jobs quadratic (issue 4, import).
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { selectNamed } from "../../src/store/sql/NamedRows.ts"
import { sharedServer } from "../TestServer.ts"

const server = await sharedServer()

const planOf = (table: Parameters<typeof selectNamed>[1], count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const names = Array.from({ length: count }, (_, index) => `REQ-${index}`)
    const [text, params] = selectNamed(sql, table, { organizationId: "org_acme", names }).compile()
    return Effect.map(sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params), (rows) =>
      rows.map(({ detail }) => detail).filter((detail) => detail.includes("found"))
    )
  })

describe("the rows of a batch", () => {
  it.for([
    ["jobs", "external_id", "INDEX jobs_external_id"],
    ["agencies", "external_id", "INDEX agencies_external_id"],
    ["users", "id", "PRIMARY KEY"],
    ["users", "email_key", "INDEX sqlite_autoindex_users_2"]
  ] as const)("of %s are found one by one in the index of their %s (import)", async ([name, key, index]) => {
    for (const count of [1, 2, 100, 1_000]) {
      const plan = await server.run(planOf({ name, columns: ["*"], key }, count))
      assert.deepStrictEqual(plan, [`SEARCH found USING ${index} (organization_id=? AND ${key}=?)`])
    }
  })
})
