/**
 * What `doctor` wants to know of webhook endpoints, on either engine.
 */
import type { EndpointStanding } from "@partner-api/service/store/DeliveryStore"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Schema from "effect/Schema"
import type { ReadRows } from "./ReadRows.ts"
import { inSlices, smallRowsMax } from "./Slices.ts"
import { allStandings, olderStandingsSql, StandingRow, standingsSql } from "./WebhookStandings.ts"

/** A sealed secret, without what is sealed. */
const SecretRow = Schema.Struct({
  endpointId: Schema.String,
  keyId: Schema.String,
  expiresAtMs: Schema.NullOr(Schema.Int)
})
export type SealedSecret = typeof SecretRow.Type

/** What there is to know. */
export interface WebhookContents {
  readonly standings: ReadonlyArray<EndpointStanding>
  readonly secrets: ReadonlyArray<SealedSecret>
}

/** The schema from which on positions have `failed_from`. */
const failedFromSince = 25

/** Reads it from a database with the schema `version`. */
export const readWebhookContents = Effect.fnUntraced(function* <E>(rows: ReadRows<E>, version: number) {
  const sql = version < failedFromSince ? olderStandingsSql : standingsSql
  const contents: WebhookContents = {
    standings: yield* allStandings((condition) => rows(StandingRow, `${sql} ${condition}`)),
    secrets: yield* inSlices(
      (slice) =>
        rows(
          SecretRow,
          `SELECT endpoint_id AS "endpointId", key_id AS "keyId", expires_at_ms AS "expiresAtMs" FROM webhook_secrets
          ORDER BY endpoint_id, version ${slice}`
        ),
      identity,
      smallRowsMax
    )
  }
  return contents
})
