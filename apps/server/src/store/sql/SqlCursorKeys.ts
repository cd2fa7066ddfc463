/**
 * {@link CursorKeys} in a table of the database.
 */
import { cursorKeysAccepted, CursorKeys } from "@partner-api/service/store/CursorKeys"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { makeCursorKey } from "@partner-api/service/crypto/Secrets"
import { orStoreError } from "./StoreError.ts"

export const layer = Layer.effect(
  CursorKeys,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const stored = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ secret: Schema.String }),
      execute: () => sql`SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT ${cursorKeysAccepted}`
    })
    const all = Effect.gen(function* () {
      const secret = yield* makeCursorKey
      // Nodes that start at once agree on the first key that was written.
      yield* sql`INSERT INTO cursor_keys (id, secret) SELECT 1, ${secret}
      WHERE NOT EXISTS (SELECT 1 FROM cursor_keys) ON CONFLICT DO NOTHING`
      return (yield* stored()).map((row) => row.secret)
    })
    return CursorKeys.of({ all: orStoreError(all) })
  })
)
