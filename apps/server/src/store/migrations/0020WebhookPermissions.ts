/**
 * A webhook endpoint keeps the permissions of the token that made it. One from before has permissions and agency of its client's grant, and none where the grant is
 * gone. Only adds: the release before this one names the columns that it writes.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const webhookPermissions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE webhook_endpoints ADD COLUMN permissions TEXT`
  yield* sql`UPDATE webhook_endpoints SET permissions = g.permissions, agency_id = g.agency_id FROM grants g
    WHERE g.client_id = webhook_endpoints.client_id AND g.organization_id = webhook_endpoints.organization_id`
  yield* sql`UPDATE webhook_endpoints SET permissions = '[]' WHERE permissions IS NULL`
})
