/**
 * Every grant holds `placements:read`: who may see applications today sees what a hire becomes. The organization's audit log has an entry for each grant. Only adds:
 * the release before this one ignores permissions that it does not know, and leaves them out where it sets a grant.
 */
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { makeIdSequence, RandomBytes } from "@partner-api/service/crypto/Secrets"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"

const added = "placements:read"

/** The entries in one statement: each takes four values, and SQLite takes 32,766. */
const entriesPerStatement = 1_000

const Names = Schema.fromJsonString(Schema.Array(Schema.String))
const StoredGrant = Schema.Struct({ client_id: Schema.String, organization_id: Schema.String, permissions: Names })
const Counter = Schema.Struct({ sequence: Schema.Int })

export const placementPermissions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const nextId = makeIdSequence("aud_", yield* RandomBytes)
  const occurredAt = timestampFromMillis(yield* Clock.currentTimeMillis)
  const stored = yield* SqlSchema.findAll({
    Request: Schema.Void,
    Result: StoredGrant,
    execute: () => sql`SELECT client_id, organization_id, permissions FROM grants ORDER BY organization_id, client_id`
  })()
  const count = SqlSchema.findOne({
    Request: Schema.Struct({ organization_id: Schema.String, sequence: Schema.Int }),
    Result: Counter,
    execute: (counter) => sql`INSERT INTO journal_counters ${sql.insert(counter)} ON CONFLICT (organization_id)
      DO UPDATE SET sequence = journal_counters.sequence + excluded.sequence RETURNING sequence`
  })
  const grants = stored.filter(({ permissions }) => !permissions.includes(added))
  for (const { client_id, organization_id, permissions } of grants) {
    yield* sql`UPDATE grants SET permissions = ${JSON.stringify([...permissions, added])}
      WHERE client_id = ${client_id} AND organization_id = ${organization_id}`
  }
  for (const [organization_id, ofOrganization] of Object.entries(Arr.groupBy(grants, (one) => one.organization_id))) {
    const { sequence: last } = yield* count({ organization_id, sequence: ofOrganization.length })
    const entries = yield* Effect.forEach(ofOrganization, ({ client_id, permissions: before }, index) =>
      Effect.map(nextId, (id) => ({
        organization_id,
        sequence: last + 1 - ofOrganization.length + index,
        id,
        json: JSON.stringify({
          id,
          occurred_at: occurredAt,
          action: "grant.set",
          actor: "system",
          resource_id: client_id,
          changed: ["permissions"],
          before,
          after: [...before, added]
        })
      }))
    )
    for (const some of Arr.chunksOf(entries, entriesPerStatement)) yield* sql`INSERT INTO journal ${sql.insert(some)}`
  }
})
