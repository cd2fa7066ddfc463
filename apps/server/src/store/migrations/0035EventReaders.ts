/**
 * The agencies that read an event of a job which is not open to all agencies: those that see the job when the event is written. Only adds.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Columns from "./Columns.ts"

export const eventReaders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = Columns.keyType(sql)
  yield* sql`CREATE TABLE event_readers (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    sequence BIGINT NOT NULL,
    agency_id ${key} NOT NULL,
    PRIMARY KEY (organization_id, sequence, agency_id)
  ) ${Columns.clustered(sql)}`
})
