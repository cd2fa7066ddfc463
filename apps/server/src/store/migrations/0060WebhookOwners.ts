/**
 * The endpoints of a client in all organizations: the operator replaces its secret, and a client has a number of endpoints at most. The index of before begins with the
 * organization, so both read every endpoint. Only adds.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const webhookOwners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX webhook_endpoints_client ON webhook_endpoints (client_id, organization_id, id)`
})
