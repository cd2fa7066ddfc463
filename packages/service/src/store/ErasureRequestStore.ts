/**
 * The port to erasure requests, and to the applications that each has still to erase. No row has an email.
 */
import type { ErasureRequestId, StoredErasureRequest } from "@partner-api/domain/ErasureRequest"
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import type { Viewer } from "@partner-api/domain/Viewer"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** An application that a request erases. */
export interface ErasureSubject {
  readonly organizationId: OrganizationId
  readonly requestId: ErasureRequestId
  readonly applicationId: ApplicationId
}

/** The most applications that one look gives: each is erased in a transaction of its own. */
export const subjectsPerLook = 100

/** The number of applications, requests or old requests that are ended or removed at once; a larger batch would delay requests. */
export const erasuresPerBatch = 1_000

export class ErasureRequestStore extends Context.Service<
  ErasureRequestStore,
  {
    /** A page of the requests of an organization, by id. */
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredErasureRequest>, StoreError>
    readonly find: (
      organizationId: OrganizationId,
      id: ErasureRequestId
    ) => Effect.Effect<Option.Option<StoredErasureRequest>, StoreError>
    /** The number of requests of an organization since a moment. Until the transaction under way ends, nobody else adds one to it. */
    readonly lockUse: (organizationId: OrganizationId, sinceMs: number) => Effect.Effect<number, StoreError>
    readonly insert: (request: StoredErasureRequest) => Effect.Effect<void, StoreError>
    /** Gives a request the applications of a person, and counts those that a viewer sees. The email is in any case: the store normalizes it. */
    readonly addSubjects: (
      request: Omit<ErasureSubject, "applicationId">,
      email: string,
      viewer: Viewer
    ) => Effect.Effect<number, StoreError>
    /** Applications that are still to be erased; {@link subjectsPerLook} at most. */
    readonly subjects: Effect.Effect<ReadonlyArray<ErasureSubject>, StoreError>
    /** Keeps that the person of an application is erased. Its files may still have bytes. */
    readonly erased: (subject: ErasureSubject) => Effect.Effect<void, StoreError>
    /** Takes an application out of every request that has not erased it: its person became another one. */
    readonly release: (organizationId: OrganizationId, applicationId: ApplicationId) => Effect.Effect<void, StoreError>
    /** Ends one batch of the erased applications whose files have no bytes left, and returns their number. */
    readonly settle: Effect.Effect<number, StoreError>
    /** Ends one batch of the requests that have no application left, and returns their number. */
    readonly end: (nowMs: number) => Effect.Effect<number, StoreError>
    /** Removes one batch of the requests that ended before a moment, and returns their number. */
    readonly purge: (endedBeforeMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/ErasureRequestStore") {}
