/**
 * Reads a database file on a connection of its own that cannot write, without a client. Does not judge the file (`SqliteFile.ts`).
 */
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { OperatorError } from "../../platform/OperatorError.ts"
import type { ReadRows } from "../sql/kit/Statements.ts"
import { busyTimeoutMs, unusable } from "./SqliteFile.ts"

/** Reads rows of the database `db`; `file` is its name in errors. */
const rowsOf =
  (file: string, db: DatabaseSync): ReadRows<OperatorError> =>
  (row, sql) =>
    Effect.try({
      try: () => Schema.decodeUnknownSync(Schema.Array(row))(db.prepare(sql).all()),
      catch: unusable(file)
    })

/** Opens a file for `use`, and closes it afterwards. */
export const readFile = <A>(
  file: string,
  use: (rows: ReadRows<OperatorError>, db: DatabaseSync) => Effect.Effect<A, OperatorError>
): Effect.Effect<A, OperatorError> =>
  Effect.acquireUseRelease(
    Effect.try({
      try: () => new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs }),
      catch: unusable(file)
    }),
    (db) => use(rowsOf(file, db), db),
    (db) => Effect.sync(() => db.close())
  )
