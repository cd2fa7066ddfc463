/**
 * Repeats answers instead of effects (decisions, Safe repetition). A key is reserved in the transaction of the effect, before the effect,
 * and its answer is stored there after it. So there is never one without the other, whenever the process dies, and of two processes the
 * unique key lets one through.
 *
 * A second request under a key waits for the first, without a connection where both are in this process. Only answers that tell of an
 * effect are stored: a failure had none, and takes the reservation back with it.
 */
import { CurrentWrite } from "@partner-api/contract/Middleware"
import { type IdempotencyInProgress, IdempotencyKeyReused } from "@partner-api/domain/Errors"
import { type Actor, auditEntryOf, type JournalEntry } from "@partner-api/domain/Journal"
import type { OrganizationId } from "@partner-api/domain/Ids"
import {
  answerInProgress,
  idempotencyLifetimeMs,
  idempotencyWaitMs,
  wholeAnswerLengthMax
} from "@partner-api/domain/IdempotencyKey"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { hasBody } from "../store/AnswerInEvent.ts"
import { IdempotencyStore, type KeyScope, nameOf, type StoredAnswer } from "../store/IdempotencyStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { outsideTurn } from "./access/RequestShare.ts"
import { Journal } from "./Journal.ts"

export type { KeyScope, StoredAnswer } from "../store/IdempotencyStore.ts"

const reused = new IdempotencyKeyReused({
  message: "This Idempotency-Key was used for another request; make a new key for each request."
})

/** What an effect answered, and what it was about. */
export interface Outcome<Answer> {
  readonly answer: Answer
  readonly stored: Omit<StoredAnswer, "fingerprint">
  readonly resourceId: string | undefined
}

/** A request under a key, and who sends it. */
interface KeyedRequest {
  readonly actor: Actor
  readonly scope: KeyScope
  readonly fingerprint: string
}

/** The answer of an effect, or the one that was stored under its key. */
export type Answered<Answer> = { readonly answer: Answer } | { readonly stored: StoredAnswer }

/** What a write has recorded. */
interface RecordedWrite {
  readonly actor: Actor
  readonly nowMs: number
  readonly organizationId: OrganizationId
  readonly recorded: ReadonlyArray<JournalEntry>
}

/** An id for an entry that is not appended yet. */
const entryId = `aud_${"0".repeat(26)}`

/** Whether the body of an answer is long, and the event of the first entry about its resource has it. */
const isInEvent = (
  { actor, nowMs, organizationId, recorded }: RecordedWrite,
  { resourceId, stored: { body } }: Outcome<unknown>
): boolean => {
  if (body.length <= wholeAnswerLengthMax) return false
  const first = recorded.find((entry) => entry.resource_id === resourceId && entry.organizationId === organizationId)
  if (first?.event === undefined) return false
  return hasBody(
    { organizationId, entry: auditEntryOf(first, { id: entryId, actor, nowMs }), event: first.event },
    body
  )
}

/** Waits for the request that is running, for as long as a caller waits. */
const waitFor = (other: Deferred.Deferred<void>) =>
  Effect.timeoutOrElse(Deferred.await(other), {
    duration: Duration.millis(idempotencyWaitMs),
    orElse: () => Effect.fail(answerInProgress)
  })

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /** The answer stored for a request; fails when its key was used for another one. */
    readonly find: (
      request: KeyedRequest
    ) => Effect.Effect<Option.Option<StoredAnswer>, IdempotencyKeyReused | StoreError>
    /** Runs `effect` as one write and stores its answer, or gives the answer that another request has stored meanwhile. */
    readonly once: <Answer, E, R>(
      request: KeyedRequest,
      effect: Effect.Effect<Outcome<Answer>, E, R>
    ) => Effect.Effect<
      Answered<Answer>,
      E | IdempotencyInProgress | IdempotencyKeyReused | StoreError,
      Exclude<R, CurrentWrite>
    >
  }
>()("@partner-api/service/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const journal = yield* Journal
      /** Requests that are running, by their keys: what to wait for. At most one for each connection. */
      const running = new Map<string, Deferred.Deferred<void>>()

      const find = Effect.fnUntraced(function* ({ fingerprint, scope }: KeyedRequest) {
        const stored = yield* store.find(scope, yield* Clock.currentTimeMillis)
        if (Option.isSome(stored) && stored.value.fingerprint !== fingerprint) return yield* reused
        return stored
      })

      /** Reserves the key, runs the effect and stores its answer; none when another process has the key. */
      const reserveAndRun = <Answer, E, R>(
        { actor, scope, fingerprint }: KeyedRequest,
        effect: Effect.Effect<Outcome<Answer>, E, R>
      ) =>
        journal.write(
          actor,
          Effect.gen(function* () {
            const nowMs = yield* Clock.currentTimeMillis
            const expiresAtMs = nowMs + idempotencyLifetimeMs
            if (!(yield* store.reserve(scope, { fingerprint, nowMs, expiresAtMs })))
              return Option.none<Answered<Answer>>()
            const write = yield* CurrentWrite
            const recorded: Array<JournalEntry> = []
            const record: CurrentWrite["Service"]["record"] = (entries) => {
              recorded.push(...entries)
              return write.record(entries)
            }
            const outcome = yield* Effect.provideService(effect, CurrentWrite, { record })
            const { answer, resourceId, stored } = outcome
            const { organizationId } = scope
            if (
              organizationId !== undefined &&
              resourceId !== undefined &&
              isInEvent({ actor, organizationId, nowMs, recorded }, outcome)
            ) {
              yield* store.completeFromEvent({ ...scope, organizationId }, stored, resourceId)
            } else {
              yield* store.complete(scope, stored, resourceId)
            }
            return Option.some({ answer })
          })
        )

      const once = <Answer, E, R>(request: KeyedRequest, effect: Effect.Effect<Outcome<Answer>, E, R>) => {
        const name = nameOf(request.scope)
        const run = Effect.suspend(() => {
          const done = Deferred.makeUnsafe<void>()
          running.set(name, done)
          return Effect.ensuring(
            reserveAndRun(request, effect),
            Effect.suspend(() => {
              running.delete(name)
              return Deferred.succeed(done, undefined)
            })
          )
        })
        const stored = Effect.map(
          find(request),
          Option.map((answer): Answered<Answer> => ({ stored: answer }))
        )
        const orStored = Effect.flatMap(run, (answered) =>
          Option.isSome(answered)
            ? Effect.succeed(answered.value)
            : // The other process has committed: its answer is there, unless what it tells of was erased at once.
              Effect.flatMap(stored, (found) =>
                Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(answerInProgress)
              )
        )
        const attempt: Effect.Effect<
          Answered<Answer>,
          E | IdempotencyInProgress | IdempotencyKeyReused | StoreError,
          Exclude<R, CurrentWrite>
        > = Effect.suspend(() => {
          const other = running.get(name)
          if (other === undefined) return orStored
          return Effect.flatMap(Effect.andThen(outsideTurn(waitFor(other)), stored), (found) =>
            Option.isSome(found) ? Effect.succeed(found.value) : attempt
          )
        })
        return attempt
      }

      return Idempotency.of({ find, once })
    })
  )
}
