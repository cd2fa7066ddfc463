/**
 * Whether the service can take requests: it is not being stopped, and its database answers, in both directions.
 */
import { Unavailable } from "@partner-api/domain/Errors"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Drain } from "../platform/listener/Drain.ts"
import { ReadSql } from "../store/sql/ReadSql.ts"

const stopping = new Unavailable({ message: "Not ready: the service is being stopped." })
const unreadable = new Unavailable({ message: "Not ready: the database cannot be read." })
const unwritable = new Unavailable({
  message: "Not ready: the database cannot be written, for instance because its disk is full."
})

/** Whether the database can be written is found out at most once in this time. */
const writeProbeMs = 1_000

export class Readiness extends Context.Service<Readiness, { readonly check: Effect.Effect<void, Unavailable> }>()(
  "@partner-api/server/Readiness"
) {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const drain = yield* Drain
      const sql = yield* SqlClient.SqlClient
      const read = yield* ReadSql
      const reads = Effect.mapError(read`SELECT id FROM cursor_keys LIMIT 1`, () => unreadable)
      // A write that changes nothing that matters, and shows that the disk takes it; however often it is asked for.
      const writes = yield* Effect.cachedWithTTL(
        Effect.mapError(sql`UPDATE write_probes SET count = count + 1`, () => unwritable),
        Duration.millis(writeProbeMs)
      )
      return Readiness.of({
        check: Effect.suspend(() =>
          drain.hasBegun() ? Effect.fail(stopping) : Effect.asVoid(Effect.andThen(reads, writes))
        )
      })
    })
  )
}
