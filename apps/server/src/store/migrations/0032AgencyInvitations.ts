/**
 * Invitations of agencies, with the digests of their links. Only adds: the release before this one knows no invitations.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const agencyInvitations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  // Erasure takes the names and the email away: nothing else of the row is about a person.
  yield* sql`CREATE TABLE agency_invitations (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    id ${key} NOT NULL,
    company_name TEXT NOT NULL,
    first_name TEXT,
    last_name TEXT,
    email TEXT,
    optimized_fee INTEGER,
    agency_id ${key},
    state ${key} NOT NULL,
    digest ${key},
    created_at_ms BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    ends_at_ms BIGINT NOT NULL,
    secret_digest ${key},
    link_day_ms BIGINT NOT NULL,
    links_of_day INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${clustered(sql)}`
  yield* sql`CREATE UNIQUE INDEX agency_invitations_digest ON agency_invitations (digest) WHERE digest IS NOT NULL`
  // The lists by state, and what is pending.
  yield* sql`CREATE INDEX agency_invitations_state ON agency_invitations (organization_id, state, id)`
  yield* sql`CREATE INDEX agency_invitations_day ON agency_invitations (organization_id, link_day_ms)`
  // The persons who are still to be erased.
  yield* sql`CREATE INDEX agency_invitations_persons ON agency_invitations (ends_at_ms) WHERE email IS NOT NULL`
})
