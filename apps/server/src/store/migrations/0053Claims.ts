/**
 * Claims on persons, and the index by which the applications of a person for a job are found, whatever tag an email has. Only adds: the release before this one
 * knows no claims. An application of before that owns its person has no row: it holds its person by its state, and its claim ends with it.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { applicantText, clustered, keyType } from "./Columns.ts"

export const claims = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE claims (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    scope ${key} NOT NULL,
    person_key ${key} NOT NULL,
    key_id ${key} NOT NULL,
    agency_id ${key},
    application_id ${key} NOT NULL,
    since_ms BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    delete_at_ms BIGINT,
    PRIMARY KEY (organization_id, scope, person_key)
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX claims_application ON claims (organization_id, application_id)`
  yield* sql`CREATE INDEX claims_erased ON claims (delete_at_ms) WHERE delete_at_ms IS NOT NULL`
  yield* sql`CREATE INDEX applications_applicant ON applications (organization_id, job_id, (${applicantText(sql)}), state, agency_id)`
})
