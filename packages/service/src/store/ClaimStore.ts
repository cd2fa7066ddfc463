/**
 * The port to claims (recruiting 7): one row for an organization, a job and a person. Its unique key decides which of two confirmations makes the claim.
 *
 * A person is in a row by a keyed digest alone. The row does not store whether a claim is held: its application does.
 */
import type { Claim } from "@partner-api/domain/Claim"
import type { ApplicationAudience } from "@partner-api/domain/ApplicationAccess"
import type { AgencyId, ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Applicant } from "./ApplicationStore.ts"
import type { StoreError } from "./StoreError.ts"

/** The digest of a person, and the name of the key that it was made with. */
export interface PersonKey {
  readonly keyId: string
  readonly digest: string
}

/** A person for a job, by the digests under all keys of the service. */
export interface Claimant extends Applicant {
  /** The digest under the key with which claims are made. */
  readonly key: PersonKey
  /** The digests under keys from before. */
  readonly formerDigests: ReadonlyArray<string>
}

/** A claim that an application makes. */
export interface NewClaim extends Applicant, Pick<Claimant, "key"> {
  readonly agencyId: AgencyId
  readonly applicationId: ApplicationId
  readonly sinceMs: number
  readonly expiresAtMs: number
}

/** A claim under another key than the present one, and the email of its application; none where the person was erased. */
export interface ForeignClaim {
  readonly organizationId: OrganizationId
  readonly applicationId: ApplicationId
  readonly email: string | undefined
}

/** An open application of a person for a job. */
export interface OpenApplication extends ApplicationAudience {
  readonly id: ApplicationId
  readonly isHired: boolean
}

/** The claim and the open applications that an agency meets with a person for a job. */
export interface Standing {
  /** The claim, in force or not. An application that owns the person and was stored before claims has one too. */
  readonly claim: Claim | undefined
  /** The open applications of the agency. A hire is one, whether it holds the claim or not. */
  readonly open: ReadonlyArray<OpenApplication>
}

/** The most rows that one purge removes, and one look gives, so that requests come between. */
export const claimsPerBatch = 250

export class ClaimStore extends Context.Service<
  ClaimStore,
  {
    /** Whether claims may outlast their applications: no server of a release before runs, which would confirm beside them. */
    readonly mayLast: Effect.Effect<boolean, StoreError>
    /** Reads the standing of an agency with a person for a job, in one look. */
    readonly standing: (claimant: Claimant, agencyId: AgencyId) => Effect.Effect<Standing, StoreError>
    /** Whether the claim on its person is an application's. */
    readonly isOf: (organizationId: OrganizationId, id: ApplicationId) => Effect.Effect<boolean, StoreError>
    /** Makes a claim, in one statement; false where another one is in force that is not of its agency. */
    readonly take: (claim: NewClaim, nowMs: number) => Effect.Effect<boolean, StoreError>
    /** Ends the claim of an application. */
    readonly release: (organizationId: OrganizationId, id: ApplicationId) => Effect.Effect<void, StoreError>
    /** Makes the claim of an application the employer's, until its end. */
    readonly giveToEmployer: (organizationId: OrganizationId, id: ApplicationId) => Effect.Effect<void, StoreError>
    /** Removes the claim of an application whose person was erased: at once where it is not in force, else when it is not any more. */
    readonly forget: (
      organizationId: OrganizationId,
      id: ApplicationId,
      nowMs: number
    ) => Effect.Effect<void, StoreError>
    /** Removes the claims of erased persons that are not in force; {@link claimsPerBatch} at most. Returns their number. */
    readonly purge: (nowMs: number) => Effect.Effect<number, StoreError>
    /** Claims under another key, after one; {@link claimsPerBatch} at most. */
    readonly underOtherKey: (
      keyId: string,
      after: Pick<ForeignClaim, "organizationId" | "applicationId"> | undefined
    ) => Effect.Effect<ReadonlyArray<ForeignClaim>, StoreError>
    /** Puts the claim of an application under another key, unless that has one of the person already. */
    readonly rekey: (
      organizationId: OrganizationId,
      id: ApplicationId,
      key: PersonKey
    ) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/ClaimStore") {}
