/**
 * The confirmations that were used, and their answers: one confirmation allows one write.
 *
 * A repeated call, whose client lost the answer, gets the answer of the first call or waits for it. The answer is marked as replayed,
 * because what is stored may have changed since. A retryable failure is forgotten, so the repeated call writes again under the
 * same nonce, which is the platform's idempotency key. When a limit is reached new writes are refused, because a forgotten nonce would
 * allow a second write.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { notSent, ToolFailure } from "../tool/ToolFailure.ts"
import type { ToolAnswer } from "../tool/Tool.ts"

/** The number of confirmations that are remembered until they expire: 33 writes a second for five minutes. */
export const noncesMax = 10_000

/** The number of them that may belong to one principal: three a second, more than a human confirms. Other principals are not affected. */
export const shareMax = 1_000

/** The number of answers that are kept, the latest first: at 24,000 characters each this is 5 MB at most. */
export const answersMax = 200

/** The record of a nonce: its write with its answer, or only that it was used. */
type Known =
  | { readonly _tag: "Answer"; readonly answer: Effect.Effect<ToolAnswer, ToolFailure> }
  | { readonly _tag: "Used" }

/** A confirmation that is used now. */
export interface Used {
  readonly nonce: string
  readonly principalId: string
  readonly expiresAtMs: number
}

/** An answer as a repeated call gets it. */
const asReplayed = (answer: ToolAnswer): ToolAnswer =>
  answer._tag === "Result" ? { ...answer, isReplayed: true } : answer

interface Entry {
  readonly principalId: string
  readonly expiresAtMs: number
  answer: Deferred.Deferred<ToolAnswer, ToolFailure> | undefined
}

const full = notSent(
  "too_many_writes",
  "Too many writes were confirmed in the last minutes. Wait a few minutes and ask again.",
  {
    retryable: true
  }
)

export interface ConfirmationLedgerApi {
  /** The record of a nonce, its answer as a repeated call gets it; undefined for one that was never used. */
  readonly known: (nonce: string) => Known | undefined
  /** Uses a nonce without a write: the human declined. */
  readonly spend: (used: Used, nowMs: number) => Effect.Effect<void, ToolFailure>
  /** Runs the write of a nonce once, to its end even if its caller goes away, and answers with its result. */
  readonly run: (
    used: Used,
    nowMs: number,
    write: Effect.Effect<ToolAnswer, ToolFailure>
  ) => Effect.Effect<ToolAnswer, ToolFailure>
}

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const entries = new Map<string, Entry>()
  const answered: Array<string> = []

  const known = (nonce: string): Known | undefined => {
    const entry = entries.get(nonce)
    if (entry === undefined) return undefined
    return entry.answer === undefined
      ? { _tag: "Used" }
      : { _tag: "Answer", answer: Effect.map(Deferred.await(entry.answer), asReplayed) }
  }

  const forgetExpired = (nowMs: number) => {
    for (const [nonce, { expiresAtMs }] of entries) if (nowMs >= expiresAtMs) entries.delete(nonce)
  }

  const isFull = (principalId: string): boolean => {
    if (entries.size >= noncesMax) return true
    let share = 0
    for (const entry of entries.values()) if (entry.principalId === principalId) share++
    return share >= shareMax
  }

  const keep = (
    { nonce, principalId, expiresAtMs }: Used,
    answer: Entry["answer"],
    nowMs: number
  ): Effect.Effect<void, ToolFailure> => {
    if (isFull(principalId)) forgetExpired(nowMs)
    if (isFull(principalId)) return Effect.fail(full)
    entries.set(nonce, { principalId, expiresAtMs, answer })
    return Effect.void
  }

  const remember = (nonce: string) => {
    answered.push(nonce)
    while (answered.length > answersMax) {
      const oldest = entries.get(answered.shift() ?? "")
      if (oldest !== undefined) oldest.answer = undefined
    }
  }

  return ConfirmationLedger.of({
    known,
    spend: (used, nowMs) => keep(used, undefined, nowMs),
    run: (used, nowMs, write) =>
      // Between the look and the entry nothing else runs: no step of this waits.
      Effect.suspend(() => {
        const { nonce } = used
        const before = known(nonce)
        if (before?._tag === "Answer") return before.answer
        if (before?._tag === "Used") return Effect.fail(usedElsewhere)
        const answer = Deferred.makeUnsafe<ToolAnswer, ToolFailure>()
        const settle = (exit: Exit.Exit<ToolAnswer, ToolFailure>) =>
          Effect.suspend(() => {
            if (Exit.isFailure(exit) && isRetryable(exit.cause)) entries.delete(nonce)
            else remember(nonce)
            return Deferred.done(answer, exit)
          })
        return keep(used, answer, nowMs).pipe(
          Effect.andThen(Effect.forkIn(Effect.onExit(write, settle), scope, { startImmediately: true })),
          Effect.andThen(Deferred.await(answer))
        )
      })
  })
})

const usedElsewhere = notSent(
  "confirmation_replayed",
  "The confirmation was used before and is good for one time only."
)

/** The failure decides whether it is retryable; a defect never is. */
const isRetryable = (cause: Cause.Cause<ToolFailure>): boolean =>
  cause.reasons.every((reason) => Cause.isFailReason(reason) && reason.error.retryable)

export class ConfirmationLedger extends Context.Service<ConfirmationLedger, ConfirmationLedgerApi>()(
  "@partner-api/mcp/ConfirmationLedger"
) {
  static readonly layer: Layer.Layer<ConfirmationLedger> = Layer.effect(ConfirmationLedger, make)
}
