/**
 * {@link WebhookUseStore} in memory.
 */
import { useWindowMs, type WebhookUse, type WebhookUseBound } from "@partner-api/domain/WebhookUse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type ReachedBound, WebhookUseStore } from "../WebhookUseStore.ts"
import { Memory } from "./Memory.ts"

const isSame = ({ by }: WebhookUseBound, left: WebhookUse, right: WebhookUse): boolean => {
  if (by === "host") return left.host === right.host
  return left.clientId === right.clientId && (by === "client" || left.endpointId === right.endpointId)
}

export const layer = Layer.effect(
  WebhookUseStore,
  Effect.map(Memory, ({ write }) =>
    WebhookUseStore.of({
      take: (use, bounds) =>
        write((state) => {
          const lately = state.webhookUses.filter(({ atMs }) => atMs > use.atMs - useWindowMs)
          const reached = bounds.flatMap((bound): ReadonlyArray<ReachedBound> => {
            const same = lately.filter((other) => other.kind === use.kind && isSame(bound, other, use))
            const first = same.toSorted((left, right) => right.atMs - left.atMs)[bound.usesMax - 1]
            return first === undefined ? [] : [{ bound, untilMs: first.atMs + useWindowMs }]
          })
          const [longest] = reached.toSorted((left, right) => right.untilMs - left.untilMs)
          return longest === undefined
            ? [{ ...state, webhookUses: [...lately, use] }, Option.none()]
            : [state, Option.some(longest)]
        })
    })
  )
)
