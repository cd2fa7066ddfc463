/**
 * {@link StoredBytesStore} in a table.
 */
import { ClientId } from "@partner-api/domain/Ids"
import { StoredBytesStore } from "@partner-api/service/store/StoredBytesStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orStoreError } from "./kit/Errors.ts"
import { ReadSql } from "./kit/Statements.ts"
import { inStatements } from "./kit/Writes.ts"

export const layer = Layer.effect(
  StoredBytesStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const ofDay = SqlSchema.findAll({
      Request: Schema.Struct({ dayAtMs: Schema.Int }),
      Result: Schema.Struct({ clientId: ClientId, dayAtMs: Schema.Int, bytes: Schema.Int }),
      execute: ({ dayAtMs }) => read`
        SELECT client_id AS "clientId", day_at_ms AS "dayAtMs", bytes FROM stored_bytes WHERE day_at_ms = ${dayAtMs}`
    })

    return StoredBytesStore.of({
      add: (counted) => {
        // Sorted, so that nodes which add to the same rows do not deadlock.
        const rows = counted
          .map(({ bytes, clientId, dayAtMs }) => ({ day_at_ms: dayAtMs, client_id: clientId, bytes }))
          .toSorted((one, other) => one.day_at_ms - other.day_at_ms || (one.client_id < other.client_id ? -1 : 1))
        return orStoreError(
          sql.withTransaction(
            inStatements(
              rows,
              (batch) => sql`INSERT INTO stored_bytes ${sql.insert(batch)}
                ON CONFLICT (day_at_ms, client_id) DO UPDATE SET bytes = stored_bytes.bytes + excluded.bytes`
            )
          )
        ).pipe(Effect.asVoid)
      },
      ofDay: (dayAtMs) => orStoreError(ofDay({ dayAtMs })),
      purge: (beforeMs) => orStoreError(Effect.asVoid(sql`DELETE FROM stored_bytes WHERE day_at_ms < ${beforeMs}`))
    })
  })
)
