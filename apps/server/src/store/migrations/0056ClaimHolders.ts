/**
 * The unique key of the owners of persons, without hires: the claim of a hire ends with its guarantee, and another application may own the person then. What a hire
 * keeps out while its claim is held, the claim decides under the lock of the person. The release before this one refuses whom it refused, and needs no other key.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const claimHolders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX applications_owner`
  yield* sql`CREATE UNIQUE INDEX applications_owner ON applications (organization_id, job_id, email_key)
    WHERE state IN ('AWAITING_SORT', 'REVIEWING', 'INTERVIEWING', 'OFFER')`
})
