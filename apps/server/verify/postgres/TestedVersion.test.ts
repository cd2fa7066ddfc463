/** docs/postgres.md states the PostgreSQL that the tests run on. */
import { assert, it } from "@effect/vitest"
import { databases } from "../../test/Postgres.ts"
import { page } from "../../test/PostgresPage.ts"

it("docs/postgres.md states the PostgreSQL that tests run on", async () => {
  const [, tested] = /The tests run on PostgreSQL ([\d.]+)\./.exec(page) ?? []
  const rows = await databases().run(databases().url("postgres"), "SHOW server_version")
  assert.deepStrictEqual(rows, [{ server_version: tested }])
})
