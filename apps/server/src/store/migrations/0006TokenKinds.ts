/**
 * The tokens of a client by kind and age, so that counting them and finding the oldest reads nothing else; and the descendants of a
 * token with their client, so that ending a token reads them alone.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const tokenKinds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX tokens_kind ON tokens (client_id, is_primary, organization_id, expires_at_ms)`
  // The new index begins like the old one.
  yield* sql`DROP INDEX tokens_client`
  yield* sql`CREATE INDEX tokens_descendants ON tokens (parent_digest, client_id)`
  yield* sql`DROP INDEX tokens_parent`
})
