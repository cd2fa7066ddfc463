/**
 * {@link WebhookUseStore} in a table: a row for each use. Those of a client that are not counted any more are removed by its next use.
 */
import { useWindowMs, type WebhookUse, type WebhookUseBound } from "@partner-api/domain/WebhookUse"
import { makeId } from "@partner-api/service/crypto/Secrets"
import { type ReachedBound, WebhookUseStore } from "@partner-api/service/store/WebhookUseStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { makeLocks } from "./Locks.ts"
import { orStoreError } from "./StoreError.ts"

export const layer = Layer.effect(
  WebhookUseStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const locks = makeLocks(sql)

    /** The rows that a bound counts. */
    const same = ({ by }: WebhookUseBound, { clientId, endpointId, host, kind }: WebhookUse): Fragment => {
      if (by === "host") return sql`kind = ${kind} AND host = ${host}`
      const ofClient = sql`client_id = ${clientId} AND kind = ${kind}`
      return by === "client" ? ofClient : sql`${ofClient} AND endpoint_id = ${endpointId}`
    }

    /** The use with which a bound is reached; none where it is not. */
    const reaching = (use: WebhookUse, bound: WebhookUseBound) =>
      SqlSchema.findOneOption({
        Request: Schema.Void,
        Result: Schema.Struct({ atMs: Schema.Int }),
        execute: () => sql`SELECT at_ms AS "atMs" FROM webhook_uses
          WHERE ${same(bound, use)} AND at_ms > ${use.atMs - useWindowMs}
          ORDER BY at_ms DESC LIMIT 1 OFFSET ${bound.usesMax - 1}`
      })()

    /** Two that use the last place would both find it free. The lock of a host comes after those of clients, so nobody waits in a circle. */
    const lock = Effect.fnUntraced(function* (
      { clientId, host, kind }: WebhookUse,
      bounds: ReadonlyArray<WebhookUseBound>
    ) {
      yield* locks.named("webhook uses", kind, clientId)
      if (bounds.some(({ by }) => by === "host")) yield* locks.named("webhook uses of a host", kind, host)
    })

    const take = Effect.fnUntraced(function* (use: WebhookUse, bounds: ReadonlyArray<WebhookUseBound>) {
      yield* lock(use, bounds)
      let longest: ReachedBound | undefined
      for (const bound of bounds) {
        const found = yield* reaching(use, bound)
        const untilMs = Option.match(found, { onNone: () => 0, onSome: ({ atMs }) => atMs + useWindowMs })
        if (untilMs > (longest?.untilMs ?? 0)) longest = { bound, untilMs }
      }
      if (longest !== undefined) return Option.some(longest)
      const { atMs, clientId, endpointId, host, kind } = use
      yield* sql`DELETE FROM webhook_uses
        WHERE client_id = ${clientId} AND kind = ${kind} AND at_ms <= ${atMs - useWindowMs}`
      yield* sql`INSERT INTO webhook_uses (client_id, kind, at_ms, id, endpoint_id, host)
        VALUES (${clientId}, ${kind}, ${atMs}, ${yield* makeId("use_")}, ${endpointId}, ${host})`
      return Option.none<ReachedBound>()
    })

    return WebhookUseStore.of({ take: (use, bounds) => orStoreError(take(use, bounds)) })
  })
)
