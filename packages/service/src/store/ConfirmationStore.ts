/**
 * The port to the links by which persons confirm: the last one of each application, by the digest of its token. Tokens themselves are never here.
 */
import type { ConfirmationLink } from "@partner-api/domain/Confirmation"
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** The number of ended links that are removed at once; a larger batch would delay requests. */
export const linksPerPurge = 1_000

export class ConfirmationStore extends Context.Service<
  ConfirmationStore,
  {
    /** The link of a digest, whether or not it works. */
    readonly ofLink: (digest: string) => Effect.Effect<Option.Option<ConfirmationLink>, StoreError>
    /** The link of an application, whether or not it works. */
    readonly find: (
      organizationId: OrganizationId,
      applicationId: ApplicationId
    ) => Effect.Effect<Option.Option<ConfirmationLink>, StoreError>
    /** The link of an application, which the transaction under way is about to change: nobody else changes it before it ends. */
    readonly lock: (
      organizationId: OrganizationId,
      applicationId: ApplicationId
    ) => Effect.Effect<Option.Option<ConfirmationLink>, StoreError>
    /** Writes the link of an application, in the place of the one before. */
    readonly save: (link: ConfirmationLink) => Effect.Effect<void, StoreError>
    /** Ends the link of an application. How many links it got today stays. */
    readonly end: (organizationId: OrganizationId, applicationId: ApplicationId) => Effect.Effect<void, StoreError>
    /** Removes the link of an application. */
    readonly remove: (organizationId: OrganizationId, applicationId: ApplicationId) => Effect.Effect<void, StoreError>
    /** Removes one batch of the links that ended before a moment and confirmed nobody, and returns their number. */
    readonly purge: (endedBeforeMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/ConfirmationStore") {}
