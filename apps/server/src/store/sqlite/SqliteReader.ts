/**
 * Reads a database file on a connection of its own that cannot write, without a client. Does not judge the file (`SqliteFile.ts`).
 */
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { openReadingThread } from "./ReadingThread.ts"
import type { ReadRows } from "../sql/kit/Statements.ts"
import { busyTimeoutMs, unusable } from "./SqliteFile.ts"

/** Opens a file on a thread for `use`, and closes it afterwards: a statement that takes long holds up nobody. The rows of a statement are one message. */
export const readFileOnThread = <A>(
  file: string,
  use: (rows: ReadRows<OperatorError>) => Effect.Effect<A, OperatorError>
): Effect.Effect<A, OperatorError> =>
  Effect.scoped(
    Effect.flatMap(openReadingThread({ filename: file, timeout: busyTimeoutMs }, unusable(file)), (read) =>
      use((row, sql) =>
        Effect.flatMap(read(sql), (rows) =>
          Effect.mapError(Schema.decodeUnknownEffect(Schema.Array(row))(rows), unusable(file))
        )
      )
    )
  )

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
