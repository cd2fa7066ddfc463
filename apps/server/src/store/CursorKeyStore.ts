/**
 * The keys that sign cursors: made on the first start and kept in the database, so that every node has the same.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { makeCursorKey } from "../platform/Secrets.ts"
import { orStoreError, type StoreError } from "./sql/StoreError.ts"

/** Cursors signed with the present key or the one before it are accepted. */
const cursorKeysAccepted = 2

/** The keys, the present one first. There is always one. */
export const cursorKeys: Effect.Effect<ReadonlyArray<string>, StoreError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const secret = yield* makeCursorKey
    // Nodes that start at once agree on the first key that was written.
    yield* sql`INSERT INTO cursor_keys (id, secret) SELECT 1, ${secret}
    WHERE NOT EXISTS (SELECT 1 FROM cursor_keys) ON CONFLICT DO NOTHING`
    const keys = yield* SqlSchema.findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ secret: Schema.String }),
      execute: () => sql`SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT ${cursorKeysAccepted}`
    })()
    return keys.map((row) => row.secret)
  }
).pipe(orStoreError)
