/**
 * How many rows are looked at for a page of a filtered list (decisions, Filters).
 */
import { assert, describe, it } from "@effect/vitest"
import { textOf } from "./HttpCall.ts"
import { openDatabase, startServer } from "./TestServer.ts"
import { pageOf, walk } from "./Walk.ts"

describe("a page of which many rows were looked at", () => {
  it("may be empty and still have a next one (decisions, Filters)", async () => {
    await using own = await startServer()
    using database = openDatabase(own.databaseFile)
    database.db.exec(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10050)
      INSERT INTO jobs (organization_id, id, json, status, external_id, written_at_ms)
      SELECT 'org_globex', printf('job_many_%06d', n), json_object('id', printf('job_many_%06d', n), 'title', 'T', 'description', 'D',
        'external_id', printf('E-%d', n)), 'OPEN', printf('E-%d', n), 4000000000000 + n FROM numbers`)
    const scoped = textOf(
      await own.call("POST", "/v1/organizations/org_globex/token", { token: await own.primary() }),
      "access_token"
    )
    const pages = await walk(own.call, scoped, "/v1/jobs?updated_since=2096-01-01T00:00:00Z&external_id=E-10040")
    assert.deepStrictEqual(
      pages.map((answer) => pageOf(answer).content.map(({ id }) => id)),
      [[], ["job_many_010040"]]
    )
  })
})
