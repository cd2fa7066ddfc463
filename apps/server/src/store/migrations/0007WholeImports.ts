/**
 * An import begins at the first line of its file: no place where an earlier one was stopped is kept.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const wholeImports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP TABLE import_checkpoints`
})
