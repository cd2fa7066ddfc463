/**
 * Runs a write once for each idempotency key, and repeats its stored answer (decisions, Safe repetition). One transaction reserves the key, runs the write
 * and stores the answer, so a crash leaves all or nothing. Of two processes with one key, the unique key of the store lets one run.
 *
 * A second request with a key waits for the first; in the same process it waits without a connection. A failed write stores no answer: the rollback frees
 * the key.
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
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { hasBody } from "../store/AnswerInEvent.ts"
import { IdempotencyStore, type KeyScope, nameOf, type StoredAnswer } from "../store/IdempotencyStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { outsideTurn } from "./access/RequestUsage.ts"
import { Journal } from "./Journal.ts"

export type { KeyScope, StoredAnswer } from "../store/IdempotencyStore.ts"

const reused = new IdempotencyKeyReused({
  message: "This Idempotency-Key was used for another request; make a new key for each request."
})

/** The result of a write: its answer, the stored form of the answer, and the id of its resource. */
export interface Outcome<Answer> {
  readonly answer: Answer
  readonly stored: Omit<StoredAnswer, "fingerprint">
  readonly resourceId: string | undefined
}

/** A request with an idempotency key, and its actor. */
interface KeyedRequest {
  readonly actor: Actor
  readonly scope: KeyScope
  readonly fingerprint: string
}

/** The answer of the write, or the stored answer of its key. */
export type Answered<Answer> = { readonly answer: Answer } | { readonly stored: StoredAnswer }

/** A write with the journal entries that it has recorded. */
interface RecordedWrite {
  readonly actor: Actor
  readonly nowMs: number
  readonly organizationId: OrganizationId
  readonly recorded: ReadonlyArray<JournalEntry>
}

/** A placeholder for the id of an entry that is not appended yet. */
const entryId = `aud_${"0".repeat(26)}`

/** Whether the body of an answer is long and equals the record in the event of the write, so that the store need not keep it twice (`AnswerInEvent.ts`). */
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

/** Rolls back a write whose key another process has. */
class KeyTaken extends Data.TaggedError("KeyTaken") {}

/** Waits for the running request of the same key. Fails after {@link idempotencyWaitMs}. */
const waitFor = (other: Deferred.Deferred<void>) =>
  Effect.timeoutOrElse(Deferred.await(other), {
    duration: Duration.millis(idempotencyWaitMs),
    orElse: () => Effect.fail(answerInProgress)
  })

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /** The stored answer of a request. Fails where its key belongs to another request. */
    readonly find: (
      request: Omit<KeyedRequest, "actor">
    ) => Effect.Effect<Option.Option<StoredAnswer>, IdempotencyKeyReused | StoreError>
    /** Runs `effect` as one write and stores its answer, or returns the answer that another request has stored meanwhile. */
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
      /** The running requests of this process, by their keys. Each is done once its transaction has ended. */
      const running = new Map<string, Deferred.Deferred<void>>()

      const find = Effect.fnUntraced(function* ({ fingerprint, scope }: Omit<KeyedRequest, "actor">) {
        const stored = yield* store.find(scope, yield* Clock.currentTimeMillis)
        if (Option.isSome(stored) && stored.value.fingerprint !== fingerprint) return yield* reused
        return stored
      })

      /** Reserves the key, runs the effect and stores its answer; none where another process has the key. */
      const reserveAndRun = <Answer, E, R>(
        { actor, scope, fingerprint }: KeyedRequest,
        effect: Effect.Effect<Outcome<Answer>, E, R>
      ) => {
        const written = journal.write(
          actor,
          Effect.gen(function* () {
            const nowMs = yield* Clock.currentTimeMillis
            const expiresAtMs = nowMs + idempotencyLifetimeMs
            const isReserved = yield* store.reserve(scope, { fingerprint, nowMs, expiresAtMs })
            const write = yield* CurrentWrite
            const recorded: Array<JournalEntry> = []
            const record: CurrentWrite["Service"]["record"] = (entries) => {
              recorded.push(...entries)
              return write.record(entries)
            }
            const exit = yield* Effect.exit(Effect.provideService(effect, CurrentWrite, { record }))
            // The write may have run on what the other process has committed: what became of it counts only where the key is this one's.
            if (!(yield* isReserved)) return yield* new KeyTaken()
            const outcome = yield* exit
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
            return Option.some<Answered<Answer>>({ answer })
          })
        )
        return Effect.catch(written, (error) => (error instanceof KeyTaken ? Effect.succeedNone : Effect.fail(error)))
      }

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
            : // The other process has committed, so its answer is stored, unless the resource was erased at once.
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
