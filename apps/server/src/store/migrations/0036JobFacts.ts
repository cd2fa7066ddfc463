/**
 * Lists of jobs are filtered by facts that a job may have. Jobs from before have none of them, so nothing is filled in; an index has the jobs that have the fact.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const jobFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const column of ["workplace_type", "country_code", "department"]) {
    const [name, index] = [sql.literal(column), sql.literal(`jobs_${column}`)]
    yield* sql`ALTER TABLE jobs ADD COLUMN ${name} TEXT`
    yield* sql`CREATE INDEX ${index} ON jobs (organization_id, ${name}, id) WHERE ${name} IS NOT NULL`
  }
})
