/**
 * Whether the service can take requests: its database answers, in both directions.
 */
import { Unavailable } from "@partner-api/domain/Errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { ReadSql } from "../store/ReadSql.ts"

const notReady = new Unavailable({ message: "Not ready: the database does not answer." })

export class Readiness extends Context.Service<Readiness, { readonly check: Effect.Effect<void, Unavailable> }>()(
  "@partner-api/server/Readiness"
) {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = yield* ReadSql
      return Readiness.of({
        check: Effect.andThen(read`SELECT id FROM cursor_keys LIMIT 1`, sql`SELECT 1`).pipe(
          Effect.tapError((error) => Effect.logError("not ready", error.message)),
          Effect.mapError(() => notReady),
          Effect.asVoid
        )
      })
    })
  )
}
