/**
 * The port to invitations of agencies and the digests of their links. Tokens themselves are never here.
 */
import type {
  AgencyInvitationFilter,
  AgencyInvitationId,
  StoredAgencyInvitation
} from "@partner-api/domain/AgencyInvitation"
import type { InvitationUse } from "@partner-api/domain/commands/AgencyInvitation"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** The number of invitations whose person is erased at once; a larger batch would delay requests. */
export const invitationsPerErasure = 1_000

export class AgencyInvitationStore extends Context.Service<
  AgencyInvitationStore,
  {
    /** A page of the invitations that meet a filter at a moment, ordered by id. */
    readonly page: (
      organizationId: OrganizationId,
      list: { readonly filter: AgencyInvitationFilter; readonly nowMs: number },
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredAgencyInvitation>, StoreError>
    readonly find: (
      organizationId: OrganizationId,
      id: AgencyInvitationId
    ) => Effect.Effect<Option.Option<StoredAgencyInvitation>, StoreError>
    /** An invitation that the transaction under way is about to change: nobody else changes it before it ends. */
    readonly lock: (
      organizationId: OrganizationId,
      id: AgencyInvitationId
    ) => Effect.Effect<Option.Option<StoredAgencyInvitation>, StoreError>
    /** The invitation of a link, by the digest of its token, whether or not it has ended. */
    readonly ofLink: (digest: string) => Effect.Effect<Option.Option<StoredAgencyInvitation>, StoreError>
    /** The same, locked for the transaction under way. */
    readonly lockOfLink: (digest: string) => Effect.Effect<Option.Option<StoredAgencyInvitation>, StoreError>
    /** Locks and counts the invitations and links of an organization at a moment. Until the transaction under way ends, nobody else adds an invitation or a link to it. */
    readonly lockUse: (organizationId: OrganizationId, nowMs: number) => Effect.Effect<InvitationUse, StoreError>
    readonly insert: (invitation: StoredAgencyInvitation) => Effect.Effect<void, StoreError>
    /** Writes an invitation that is there. */
    readonly save: (invitation: StoredAgencyInvitation) => Effect.Effect<void, StoreError>
    /** Erases the persons of one batch of invitations that have ended before a moment, and returns the number of invitations. */
    readonly erasePersons: (endedBeforeMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/AgencyInvitationStore") {}
