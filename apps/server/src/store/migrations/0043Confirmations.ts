/**
 * The links by which persons confirm, and since when an application that was never confirmed stands as it does. What waits already begins to wait now, so that
 * an upgrade withdraws and erases nobody at once.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const confirmations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE confirmation_links (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    application_id ${key} NOT NULL,
    digest ${key},
    delivered_by ${key} NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    decision ${key},
    decided_at_ms BIGINT,
    day_at_ms BIGINT NOT NULL,
    links_of_day INTEGER NOT NULL,
    PRIMARY KEY (organization_id, application_id)
  ) ${clustered(sql)}`
  yield* sql`CREATE UNIQUE INDEX confirmation_links_digest ON confirmation_links (digest) WHERE digest IS NOT NULL`
  yield* sql`CREATE INDEX confirmation_links_ended ON confirmation_links (expires_at_ms)
    WHERE decision IS DISTINCT FROM 'CONFIRM'`

  yield* sql`ALTER TABLE applications ADD COLUMN unconfirmed_since_ms BIGINT`
  // A text in JSON has its quotes escaped, so the member is found in its place alone.
  yield* sql`UPDATE applications SET unconfirmed_since_ms = ${yield* Clock.currentTimeMillis}
    WHERE state IN ('UNCONFIRMED', 'DECLINED', 'WITHDRAWN') AND email_key IS NOT NULL
      AND json NOT LIKE '%"confirmed_at":"%'`
  yield* sql`CREATE INDEX applications_unconfirmed ON applications (state, unconfirmed_since_ms, organization_id, id)
    WHERE unconfirmed_since_ms IS NOT NULL`
})
