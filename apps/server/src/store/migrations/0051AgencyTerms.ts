/**
 * What is agreed with an agency beside its fees: the guarantee of a hire as JSON, and when its fee is due. Agencies from before have neither. Only adds: the
 * release before this one names the columns that it writes.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const agencyTerms = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE agencies ADD COLUMN guarantee TEXT`
  yield* sql`ALTER TABLE agencies ADD COLUMN payment_terms_days INTEGER`
})
