/**
 * Claims: the right of an agency to the fee for a person on a job (recruiting 7).
 *
 * A claim is held while its application is worked on, or while the hire has its start or its guarantee ahead. It lasts beyond that until
 * `confirmed_at + ownership_days`. Decides alone: the service has the row of a claim and its digest.
 */
import type { Application } from "./Application.ts"
import { isActive } from "./ApplicationState.ts"
import type { AgencyId, ApplicationId } from "./Ids.ts"
import { dayMs } from "./StorageQuota.ts"
import type { Ownership } from "./Ownership.ts"
import { isHeldPlacement, type PlacementStatus } from "./PlacementStatus.ts"
import { timestampFromMillis, timestampToMillis } from "./Timestamp.ts"

/** A claim on a person for a job, as it is stored. */
export interface Claim {
  /** The application by which the claim was made. */
  readonly applicationId: ApplicationId
  /** The agency whose claim it is; none once the person was known to the employer, whose claim it is then. */
  readonly agencyId: AgencyId | undefined
  readonly sinceMs: number
  /** Until when the claim lasts without being held; {@link never} where it does not. */
  readonly expiresAtMs: number
  /** Whether the application holds the claim ({@link holdsClaim}). */
  readonly isHeld: boolean
}

/** The end of a claim that ends with its application. */
const never = 0

/** The term of a claim. */
export type ClaimTerm = Pick<Claim, "sinceMs" | "expiresAtMs">

/**
 * Whether an application holds its claim, however old it is (recruiting 7): while it is worked on, and once its person is hired while a placement of the
 * hire is `AWAITING_START` or `IN_GUARANTEE`. Once the person was erased, a hire alone holds it.
 */
export const holdsClaim = (
  { erased_at, state }: Pick<Application, "state" | "erased_at">,
  placements: ReadonlyArray<PlacementStatus>
): boolean => (state === "HIRED" ? placements.some(isHeldPlacement) : erased_at === undefined && isActive(state))

/** Whether a claim is in force: it is held, or lasts. */
export const isInForce = ({ expiresAtMs, isHeld }: Pick<Claim, "expiresAtMs" | "isHeld">, nowMs: number): boolean =>
  isHeld || expiresAtMs > nowMs

/** Whether a claim keeps an agency from the person: it is another agency's, or the employer's, and in force. */
export const excludes = (claim: Claim, agencyId: AgencyId, nowMs: number): boolean =>
  claim.agencyId !== agencyId && isInForce(claim, nowMs)

/** Whether a claim keeps an application from becoming the owner: it is not its agency's to use, or another application holds it. */
export const blocks = (
  claim: Claim,
  { agency_id, id }: Pick<Application, "agency_id" | "id">,
  nowMs: number
): boolean => excludes(claim, agency_id, nowMs) || (claim.isHeld && claim.applicationId !== id)

/** The terms of a claim: an agency at a moment, and the end of the claim where it is a new one. */
interface NewTerm extends Pick<Claim, "expiresAtMs"> {
  readonly agencyId: AgencyId
  readonly nowMs: number
}

/** Whether a claim goes on with another application of its agency: it is in force. */
export const goesOn = (before: Claim | undefined, { agencyId, nowMs }: Omit<NewTerm, "expiresAtMs">): before is Claim =>
  before !== undefined && before.agencyId === agencyId && isInForce(before, nowMs)

/** The term of a claim. One of the same agency that is in force goes on: another confirmation does not make it longer. */
export const claimTerm = (before: Claim | undefined, { agencyId, expiresAtMs, nowMs }: NewTerm): ClaimTerm =>
  goesOn(before, { agencyId, nowMs })
    ? { sinceMs: before.sinceMs, expiresAtMs: before.expiresAtMs }
    : { sinceMs: nowMs, expiresAtMs }

/** The end of a claim that begins with a confirmation. */
export const claimEnd = (confirmedAtMs: number, ownershipDays: number): number =>
  ownershipDays === 0 ? never : confirmedAtMs + ownershipDays * dayMs

/** The term of a claim that an application shows. */
export const termOf = ({ expires_at, since }: Ownership): ClaimTerm => ({
  sinceMs: timestampToMillis(since),
  expiresAtMs: expires_at === undefined ? never : timestampToMillis(expires_at)
})

/**
 * The end of a claim that is made anew by a restored application: the one it had, else the one that its confirmation has under the present setting.
 */
export const restoredEnd = (
  { confirmed_at, ownership, updated_at }: Pick<Application, "confirmed_at" | "ownership" | "updated_at">,
  ownershipDays: number
): number =>
  ownership === undefined
    ? claimEnd(timestampToMillis(confirmed_at ?? updated_at), ownershipDays)
    : termOf(ownership).expiresAtMs

/** Whether an application shows a claim with an end ahead, as far as nobody has given it up; whether that end has come, it does not look at. */
export const mayHaveClaim = ({
  ownership
}: {
  readonly ownership?: Partial<Record<keyof Ownership, string>>
}): boolean => ownership?.expires_at !== undefined && ownership.ended_at === undefined

/** Whether an application shows a claim that lasts although the application has ended: nobody has given it up. */
export const hasLastingClaim = ({ ownership }: Pick<Application, "ownership">, nowMs: number): boolean =>
  ownership !== undefined && mayHaveClaim({ ownership }) && termOf(ownership).expiresAtMs > nowMs

/** The claim of an application with a term, in answers. */
export const ownershipOf = ({ expiresAtMs, sinceMs }: ClaimTerm): Ownership => ({
  since: timestampFromMillis(sinceMs),
  ...(expiresAtMs > sinceMs ? { expires_at: timestampFromMillis(expiresAtMs) } : {})
})

/** The claim of an application that holds its person and was stored before claims: it ends with the application. */
export const ownedBefore = (applicationId: ApplicationId, agencyId: AgencyId): Claim => ({
  applicationId,
  agencyId,
  sinceMs: 0,
  expiresAtMs: never,
  isHeld: true
})

/** The claim that decides among the rows of a person, which several keys may have made: one that is held, else the one that lasts longest. */
export const strongestClaim = (claims: ReadonlyArray<Claim>): Claim | undefined =>
  claims.find(({ isHeld }) => isHeld) ?? claims.toSorted((left, right) => right.expiresAtMs - left.expiresAtMs)[0]
