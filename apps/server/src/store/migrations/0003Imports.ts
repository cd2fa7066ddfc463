/**
 * Files can be imported: what another system calls a job or an agency becomes a column, unique within the organization, and an
 * import that was stopped finds the place where it goes on.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Columns from "./Columns.ts"

export const imports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = Columns.keyType(sql)

  yield* sql`ALTER TABLE jobs ADD COLUMN external_id ${key}`
  yield* sql`UPDATE jobs SET external_id = ${Columns.jsonText(sql, "external_id")}`
  // Nothing kept two jobs from having one before. The first of them has it now.
  yield* sql`UPDATE jobs SET external_id = NULL WHERE (organization_id, id) IN (
    SELECT organization_id, id FROM (
      SELECT organization_id, id, row_number() OVER (PARTITION BY organization_id, external_id ORDER BY id) AS place
      FROM jobs WHERE external_id IS NOT NULL
    ) AS ranked WHERE place > 1
  )`
  yield* sql`CREATE UNIQUE INDEX jobs_external_id ON jobs (organization_id, external_id)`
  yield* sql`ALTER TABLE agencies ADD COLUMN external_id ${key}`
  yield* sql`CREATE UNIQUE INDEX agencies_external_id ON agencies (organization_id, external_id)`
  yield* sql`CREATE TABLE import_checkpoints (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    kind ${key} NOT NULL,
    format TEXT NOT NULL,
    byte_offset BIGINT NOT NULL,
    line BIGINT NOT NULL,
    digest TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    unchanged BIGINT NOT NULL,
    bad BIGINT NOT NULL,
    PRIMARY KEY (organization_id, kind)
  )`
})
