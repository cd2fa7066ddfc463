/**
 * {@link CursorKeys} in a table of the database.
 */
import { makeCursorKey } from "@partner-api/service/crypto/Secrets"
import { CursorKeys, cursorKeysAccepted } from "@partner-api/service/store/CursorKeys"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orStoreError } from "./kit/Errors.ts"
import { ReadSql } from "./kit/Statements.ts"
import { limitClause } from "./kit/Lists.ts"

export const layer = Layer.effect(
  CursorKeys,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const stored = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ secret: Schema.String }),
      execute: () => read`SELECT secret FROM cursor_keys ORDER BY id DESC ${limitClause(read, cursorKeysAccepted)}`
    })
    const addFirst = Effect.gen(function* () {
      const secret = yield* makeCursorKey
      // Nodes that start at once agree on the first key that was written.
      yield* sql`INSERT INTO cursor_keys (id, secret) SELECT 1, ${secret}
      WHERE NOT EXISTS (SELECT 1 FROM cursor_keys) ON CONFLICT DO NOTHING`
      return yield* stored()
    })
    const all = Effect.flatMap(stored(), (rows) => (rows.length === 0 ? addFirst : Effect.succeed(rows)))
    return CursorKeys.of({ all: orStoreError(Effect.map(all, (rows) => rows.map(({ secret }) => secret))) })
  })
)
