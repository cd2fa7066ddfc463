/**
 * The port to idempotency keys and their stored answers (decisions, Safe repetition).
 */
import type { IdempotencyInProgress } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { OperatorId } from "@partner-api/domain/operator/OperatorId"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** A key with its scope: the same text in another scope is another key. */
export interface KeyScope {
  /** Absent for writes at developer level. */
  readonly organizationId: OrganizationId | undefined
  readonly callerId: ClientId | OperatorId
  readonly method: string
  readonly path: string
  readonly key: string
}

/** The scope of a key in an organization. */
export interface ScopeInOrganization extends KeyScope {
  readonly organizationId: OrganizationId
}

/** A text that is unique to a key and its scope. */
export const nameOf = ({ organizationId, callerId, method, path, key }: KeyScope): string =>
  [organizationId ?? "", callerId, method, path, key].join("\n")

/** A stored answer, and the fingerprint of its request. */
export interface StoredAnswer {
  readonly fingerprint: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The number of expired answers that one statement removes; a larger batch would delay requests. */
export const answersPerPurge = 1_000

/**
 * The most stored answers of a resource that one batch removes: each may have 125 KB, and a statement is one piece of the event loop.
 */
export const answersPerForgetting = 4

/** The bytes that end a batch of removed answers: the answer about an agency with a thousand recruiters has a megabyte, and goes alone. */
export const answerBytesPerForgetting = 512 * 1024

/** The number of marks that one look finds. */
export const marksPerLook = 100

/** The stored answers that count as removed: those of a resource, but for those that were stored under this mark. */
export interface ForgottenAnswers {
  readonly organizationId: OrganizationId
  readonly resourceId: string
  readonly mark: string
}

export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** The stored answer of a key, unless it has expired or a mark forgets it. */
    readonly find: (scope: KeyScope, nowMs: number) => Effect.Effect<Option.Option<StoredAnswer>, StoreError>
    /**
     * Reserves a key for the transaction under way, and gives the effect that answers whether it is reserved: false where the key has an answer, and the
     * transaction must not commit. A key whose answer has expired or is forgotten is free. Where another transaction has reserved the key, this one waits for the end of
     * that one, here or in its next statement, and the answer fails after the lock timeout. A transaction
     * that a failure of its write has ended gets true: that failure counts.
     */
    readonly reserve: (
      scope: KeyScope,
      reservation: { readonly fingerprint: string; readonly nowMs: number; readonly expiresAtMs: number }
    ) => Effect.Effect<Effect.Effect<boolean, IdempotencyInProgress | StoreError>, StoreError>
    /** Stores the answer of a key that this transaction has reserved. `resourceId` is the resource of the answer. */
    readonly complete: (
      scope: KeyScope,
      answer: Omit<StoredAnswer, "fingerprint">,
      resourceId: string | undefined
    ) => Effect.Effect<void, StoreError>
    /**
     * Stores an answer without its body, which is in the event of the resource that this transaction will append to the journal (`AnswerInEvent.ts`). It is
     * the event of the first journal entry of the resource after this moment. No other transaction appends one before this transaction ends.
     */
    readonly completeFromEvent: (
      scope: ScopeInOrganization,
      answer: Omit<StoredAnswer, "fingerprint">,
      resourceId: string
    ) => Effect.Effect<void, StoreError>
    /**
     * Has every stored answer of a resource count as removed once the transaction under way commits, but for those that it stores after this. It writes the mark
     * alone, however many they are (docs/decisions, 154). `mark` is new. The transaction has locked the resource: nobody else stores an answer about it meanwhile.
     */
    readonly forgetLater: (forgotten: ForgottenAnswers) => Effect.Effect<void, StoreError>
    /** At most {@link marksPerLook} marks. */
    readonly forgotten: Effect.Effect<ReadonlyArray<ForgottenAnswers>, StoreError>
    /** Removes one batch of the answers of a resource that its mark forgets by now, and returns their number; none where none is left. */
    readonly removeForgotten: (organizationId: OrganizationId, resourceId: string) => Effect.Effect<number, StoreError>
    /** Removes a mark that has no answers left; a later mark of its resource stays. */
    readonly removeMark: (forgotten: ForgottenAnswers) => Effect.Effect<void, StoreError>
    /** Removes one batch of the stored answers of a resource, and returns their number; none where none is left. */
    readonly forgetSome: (organizationId: OrganizationId, resourceId: string) => Effect.Effect<number, StoreError>
    /** Removes every stored answer of a resource. */
    readonly forget: (organizationId: OrganizationId, resourceId: string) => Effect.Effect<void, StoreError>
    /** Removes one batch of expired answers, and returns their number. */
    readonly purge: (nowMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/IdempotencyStore") {}
