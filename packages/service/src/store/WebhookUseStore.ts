/**
 * The port to the recent use of webhook endpoints by clients. The counts stay when endpoints are deleted, and are common to all nodes. `WebhookUse.ts` of
 * the domain has the bounds.
 */
import type { WebhookUse, WebhookUseBound } from "@partner-api/domain/WebhookUse"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** A bound that is reached, and the moment from which it takes another use. */
export interface ReachedBound {
  readonly bound: WebhookUseBound
  readonly untilMs: number
}

export class WebhookUseStore extends Context.Service<
  WebhookUseStore,
  {
    /**
     * Counts a use in the transaction under way, unless one of these bounds is reached: then gives the one that holds longest, and counts nothing.
     * Without bounds it counts in any case.
     */
    readonly take: (
      use: WebhookUse,
      bounds: ReadonlyArray<WebhookUseBound>
    ) => Effect.Effect<Option.Option<ReachedBound>, StoreError>
  }
>()("@partner-api/service/WebhookUseStore") {}
