/**
 * Inserts requests into the log, in the transaction under way, and gives the numbers that they got. It is done for every request that is answered, so
 * each engine does it in its cheapest way.
 */
import type { NewLoggedRequest } from "@partner-api/domain/operator/LoggedRequest"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

/** The first and the last number of what was inserted. */
export interface InsertedIds {
  readonly first: number
  readonly last: number
}

export class RequestInsert extends Context.Service<
  RequestInsert,
  /** Takes at least one request. */
  (requests: ReadonlyArray<NewLoggedRequest>) => Effect.Effect<InsertedIds, SqlError>
>()("@partner-api/server/RequestInsert") {}
