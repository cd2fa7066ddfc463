/**
 * Applications have the client that submitted them, the only client of the employer that sees them, and the moment of their confirmation; events have the only
 * client of the employer that sees them. Everything stored before is seen by all clients of the employer. Only adds: the release before this one names the
 * columns that it writes.
 *
 * The moment is that of the first confirmation in the journal. Without one, an application was imported as confirmed, and has entered its state with it.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Columns from "./Columns.ts"

export const applicationAccess = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = Columns.keyType(sql)
  yield* sql`ALTER TABLE events ADD COLUMN only_client_id ${key}`
  yield* sql`ALTER TABLE applications ADD COLUMN submitted_by ${key}`
  yield* sql`ALTER TABLE applications ADD COLUMN only_client_id ${key}`
  // What every client of the employer sees, and what one client alone sees: a page reads both, and passes no application that it does not show.
  yield* sql`CREATE INDEX applications_shown ON applications (organization_id, id) WHERE only_client_id IS NULL`
  yield* sql`CREATE INDEX applications_shown_state ON applications (organization_id, state, id) WHERE only_client_id IS NULL`
  yield* sql`CREATE INDEX applications_own ON applications (organization_id, only_client_id, id) WHERE only_client_id IS NOT NULL`
  yield* sql`CREATE INDEX applications_own_state ON applications (organization_id, only_client_id, state, id)
    WHERE only_client_id IS NOT NULL`

  const member = (name: string) => Columns.jsonText(sql, name)
  const confirmedAt = sql`(SELECT min(${member("occurred_at")}) FROM journal
    WHERE journal.organization_id = applications.organization_id AND ${member("resource_id")} = applications.id
      AND ${member("action")} = 'application.confirmed')`
  const enteredAt = member("state_entered_at")
  // A text in JSON has its quotes escaped, so the member is found in its place alone. It is written as an answer writes it: its digest is the ETag.
  const withMoment = sql`replace(json, '"state_entered_at":"' || (${enteredAt}) || '"',
    '"state_entered_at":"' || (${enteredAt}) || '","confirmed_at":"' || moment || '"')`
  const after = sql`CASE WHEN state IN ('WITHDRAWN', 'DECLINED', 'UNCONFIRMED') THEN NULL ELSE ${enteredAt} END`
  yield* sql`UPDATE applications SET json = ${withMoment}
    FROM (SELECT organization_id AS of_organization, id AS of_id, COALESCE(${confirmedAt}, ${after}) AS moment FROM applications) AS found
    WHERE organization_id = of_organization AND id = of_id AND moment IS NOT NULL`
})
