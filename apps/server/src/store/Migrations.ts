/**
 * Brings the database to the present schema, step by step, each once, all in one transaction.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { StartError } from "../platform/StartError.ts"
import { initial } from "./migrations/0001Initial.ts"

const migrations = { "0001_initial": initial }

const table = "migrations"
const latest = Object.keys(migrations).length

/** A database that a newer program has changed is left alone: this one would misread it. */
const refuseNewer = Effect.fnUntraced(function* (databaseFile: string) {
  const sql = yield* SqlClient
  const [row] = yield* SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ version: Schema.NullOr(Schema.Int) }),
    execute: () => sql`SELECT max(migration_id) AS version FROM ${sql(table)}`
  })()
  if ((row?.version ?? 0) > latest) {
    return yield* new StartError({
      message: `The database ${databaseFile} has schema ${row?.version}, this program knows ${latest}: a newer program has changed it.`,
      remedy: "Run the newer program, or restore a backup from before the upgrade."
    })
  }
})

/** Runs what has not been run. The file is named in what goes wrong. */
export const layer = (databaseFile: string): Layer.Layer<never, StartError, SqlClient> =>
  Layer.effectDiscard(
    Migrator.make({})({ loader: Migrator.fromRecord(migrations), table }).pipe(
      Effect.andThen(refuseNewer(databaseFile)),
      Effect.mapError((error) =>
        error._tag === "StartError"
          ? error
          : new StartError({
              message: `The database ${databaseFile} cannot be brought to the present schema: ${error.message}.`,
              remedy: "Nothing was changed. Is the disk full, or another program using the file?"
            })
      )
    )
  )
