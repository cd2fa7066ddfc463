/**
 * {@link StoreHealth} of the database, in both directions: a disk that is full can still be read.
 */
import { StoreHealth } from "@partner-api/service/store/StoreHealth"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { ReadSql } from "./ReadSql.ts"

const succeeds = <A, E>(query: Effect.Effect<A, E>) =>
  Effect.match(query, { onFailure: () => false, onSuccess: () => true })

export const layer = Layer.effect(
  StoreHealth,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    return StoreHealth.of({
      canRead: succeeds(read`SELECT id FROM cursor_keys LIMIT 1`),
      // A row that another node is writing, or that one has left locked, is passed over.
      canWrite: succeeds(
        sql.onDialectOrElse({
          sqlite: () => sql`UPDATE write_probes SET count = count + 1`,
          orElse: () => sql`UPDATE write_probes SET count = count + 1
            WHERE ctid IN (SELECT ctid FROM write_probes FOR UPDATE SKIP LOCKED)`
        })
      )
    })
  })
)
