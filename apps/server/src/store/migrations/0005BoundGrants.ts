/**
 * A grant that is bound to an agency is that agency's view: jobs have their status in a column, with an index of all but drafts, and
 * a bound grant that was stored with more permissions than such a grant can hold is cut to those, which the audit log tells.
 */
import { boundPermissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import * as Columns from "./Columns.ts"
import { makeIdSequence, RandomBytes } from "@partner-api/service/crypto/Secrets"

const Names = Schema.fromJsonString(Schema.Array(Schema.String))
const BoundGrant = Schema.Struct({ client_id: Schema.String, organization_id: Schema.String, permissions: Names })

const isHeld = (name: string): boolean => boundPermissions.some((permission) => permission === name)

const cutGrants = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const nextId = makeIdSequence("aud_", yield* RandomBytes)
  const occurredAt = timestampFromMillis(yield* Clock.currentTimeMillis)
  const bound = yield* SqlSchema.findAll({
    Request: Schema.Void,
    Result: BoundGrant,
    execute: () => sql`SELECT client_id, organization_id, permissions FROM grants WHERE agency_id IS NOT NULL
      ORDER BY client_id, organization_id`
  })()
  for (const { client_id, organization_id, permissions: before } of bound) {
    const after = before.filter(isHeld)
    if (after.length === before.length) continue
    yield* sql`UPDATE grants SET permissions = ${JSON.stringify(after)}
      WHERE client_id = ${client_id} AND organization_id = ${organization_id}`
    const id = yield* nextId
    const entry = { id, occurred_at: occurredAt, action: "grant.set", resource_id: client_id, changed: ["permissions"] }
    yield* sql`INSERT INTO audit_log ${sql.insert({ organization_id, id, json: JSON.stringify({ ...entry, before, after }) })}`
  }
})

export const boundGrants = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN status TEXT`
  yield* sql`UPDATE jobs SET status = ${Columns.jsonText(sql, "status")}`
  // Drafts are in no entry of the index: a page of what agencies see passes none, however many there are.
  yield* sql`CREATE INDEX jobs_shown_to_agencies ON jobs (organization_id, id) WHERE status IS DISTINCT FROM 'DRAFT'`
  yield* cutGrants
})
