/**
 * Brings the database to the present schema, step by step, each once, all in one transaction.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Migrator from "effect/sql/Migrator"
import type { SqlClient } from "effect/sql/SqlClient"
import { StartError } from "../platform/StartError.ts"
import { initial } from "./migrations/0001Initial.ts"

const loader = Migrator.fromRecord({ "0001_initial": initial })

/** Runs what has not been run. */
export const layer: Layer.Layer<never, StartError, SqlClient> = Layer.effectDiscard(
  Migrator.make({})({ loader, table: "migrations" }).pipe(
    Effect.mapError(
      (error) =>
        new StartError({
          message: `The database cannot be brought to the present schema: ${error.message}.`,
          remedy: "Is DATABASE_URL a database of this program? Nothing was changed."
        })
    )
  )
)
