/**
 * Events of the journal, as partners get them, and how far they are not kept any more. Entries from before have no event. Only adds: the
 * release before this one writes entries without events.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const events = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE events (
    organization_id ${key} NOT NULL,
    sequence BIGINT NOT NULL,
    type ${key} NOT NULL,
    agency_id ${key},
    is_for_agencies INTEGER NOT NULL,
    person_id ${key},
    occurred_at_ms BIGINT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, sequence)
  ) ${clustered(sql)}`
  // Erasure finds the events of a person.
  yield* sql`CREATE INDEX events_person ON events (organization_id, person_id) WHERE person_id IS NOT NULL`
  yield* sql`ALTER TABLE journal_counters ADD COLUMN events_purged_to BIGINT NOT NULL DEFAULT 0`
})
