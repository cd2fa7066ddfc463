/**
 * The port to answers stored under the keys of their requests (decisions, Safe repetition).
 */
import type { IdempotencyInProgress } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { OperatorId } from "@partner-api/domain/operator/OperatorId"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** What a key is good for: the same text elsewhere is another key. */
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

/** The name of a key among all: different scopes have different names. */
export const nameOf = ({ organizationId, callerId, method, path, key }: KeyScope): string =>
  [organizationId ?? "", callerId, method, path, key].join("\n")

/** An answer as it is stored, and the fingerprint of the request that it answered. */
export interface StoredAnswer {
  readonly fingerprint: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The number of expired answers removed at once; a larger batch would delay requests. */
export const answersPerPurge = 1_000

export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** The answer stored under a key, unless it has expired. */
    readonly find: (scope: KeyScope, nowMs: number) => Effect.Effect<Option.Option<StoredAnswer>, StoreError>
    /**
     * Reserves a key for the transaction under way, and tells whether it did. A key whose answer has expired is free. Where another
     * transaction has reserved it, this waits for that one to end, and fails when that takes too long.
     */
    readonly reserve: (
      scope: KeyScope,
      reservation: { readonly fingerprint: string; readonly nowMs: number; readonly expiresAtMs: number }
    ) => Effect.Effect<boolean, IdempotencyInProgress | StoreError>
    /** Stores the answer under a key that this transaction has reserved. `resourceId` is what the answer is about. */
    readonly complete: (
      scope: KeyScope,
      answer: Omit<StoredAnswer, "fingerprint">,
      resourceId: string | undefined
    ) => Effect.Effect<void, StoreError>
    /**
     * The same for an answer whose body is in the event of the first entry about its resource that this transaction will append to the journal of its
     * organization. Nobody else appends one about that resource before the transaction ends.
     */
    readonly completeFromEvent: (
      scope: ScopeInOrganization,
      answer: Omit<StoredAnswer, "fingerprint">,
      resourceId: string
    ) => Effect.Effect<void, StoreError>
    /** Forgets every answer about a resource. */
    readonly forget: (organizationId: OrganizationId, resourceId: string) => Effect.Effect<void, StoreError>
    /** Removes one batch of answers that are too old, and tells how many it removed. */
    readonly purge: (nowMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/IdempotencyStore") {}
