/**
 * Applications. Each is stored as the JSON it is answered with; columns have what it is found by. Which application owns a person for a job
 * is decided by a unique index over those that are confirmed. And the entries of the journal about one resource have an index.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Columns from "./Columns.ts"

export const applications = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = Columns.keyType(sql)

  // An erased application has no email and no external id.
  yield* sql`CREATE TABLE applications (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    id ${key} NOT NULL,
    job_id ${key} NOT NULL,
    agency_id ${key} NOT NULL,
    email_key ${key},
    external_id ${key},
    state TEXT NOT NULL,
    rejected_from TEXT,
    written_at_ms BIGINT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${Columns.clustered(sql)}`
  yield* sql`CREATE UNIQUE INDEX applications_owner ON applications (organization_id, job_id, email_key)
    WHERE state IN ('AWAITING_SORT', 'REVIEWING', 'INTERVIEWING', 'OFFER', 'HIRED')`
  yield* sql`CREATE INDEX applications_person ON applications (organization_id, email_key, job_id, state)`
  yield* sql`CREATE INDEX applications_agency ON applications (organization_id, agency_id, id)`
  yield* sql`CREATE UNIQUE INDEX applications_external_id ON applications (organization_id, agency_id, external_id)
    WHERE external_id IS NOT NULL`
  yield* sql`CREATE INDEX journal_resource ON journal (organization_id, (${Columns.jsonText(sql, "resource_id")}), sequence)`
})
