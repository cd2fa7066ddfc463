/**
 * Erasure requests, and the applications that each has still to erase. No row has an email. Only adds: the release before this one knows none.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const erasureRequests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE erasure_requests (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    id ${key} NOT NULL,
    applications INTEGER NOT NULL,
    email_digest ${key},
    created_at_ms BIGINT NOT NULL,
    done_at_ms BIGINT,
    PRIMARY KEY (organization_id, id)
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX erasure_requests_created ON erasure_requests (organization_id, created_at_ms)`
  yield* sql`CREATE INDEX erasure_requests_pending ON erasure_requests (organization_id, id) WHERE done_at_ms IS NULL`
  yield* sql`CREATE INDEX erasure_requests_done ON erasure_requests (done_at_ms) WHERE done_at_ms IS NOT NULL`
  yield* sql`CREATE TABLE erasure_subjects (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    request_id ${key} NOT NULL,
    application_id ${key} NOT NULL,
    is_erased INTEGER NOT NULL,
    PRIMARY KEY (organization_id, request_id, application_id)
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX erasure_subjects_application ON erasure_subjects (organization_id, application_id)`
  yield* sql`CREATE INDEX erasure_subjects_erased ON erasure_subjects (is_erased, organization_id, request_id, application_id)`
})
