/**
 * The move of an application to another state, under its locks, with what follows from it: the count of a hire, and the withdrawal of the other applications
 * of a person who has confirmed. Used for tokens and for the links of persons.
 *
 * The caller judges under the lock who may move an application.
 */
import type { AgencyStatus } from "@partner-api/domain/Agency"
import { type AgencyFees, initialFees } from "@partner-api/domain/AgencyFees"
import type { Application, StoredApplication } from "@partner-api/domain/Application"
import { blocks, type Claim, goesOn } from "@partner-api/domain/Claim"
import { type ApplicationAction, isActive, type Party } from "@partner-api/domain/ApplicationState"
import * as Commands from "@partner-api/domain/commands/Application"
import { passClaim } from "@partner-api/domain/commands/PassedClaim"
import type { ConfirmationSettings } from "@partner-api/domain/commands/Confirmation"
import { countHire } from "@partner-api/domain/commands/Job"
import { placeHire } from "@partner-api/domain/commands/Placement"
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { PlacementId } from "@partner-api/domain/Placement"
import type { OrganizationSettings } from "@partner-api/domain/OrganizationSettings"
import { feesOfHire } from "@partner-api/domain/Terms"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeId } from "../crypto/Secrets.ts"
import { AgencyStore } from "../store/AgencyStore.ts"
import { type Applicant, ApplicationStore, unconfirmedPerRead } from "../store/ApplicationStore.ts"
import { AttachmentStore } from "../store/AttachmentStore.ts"
import type { Standing } from "../store/ClaimStore.ts"
import { JobStore } from "../store/JobStore.ts"
import { PlacementStore } from "../store/PlacementStore.ts"
import { inBatches } from "./Batches.ts"
import { RejectionReasonStore } from "../store/RejectionReasonStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import { applicantOf, makeClaims } from "./Claims.ts"
import { record } from "./Journal.ts"
import { inPieces } from "./Pieces.ts"

/** An application under its lock, and by what its move is judged. */
interface Judged {
  readonly stored: StoredApplication
  readonly settings: ConfirmationSettings & Pick<OrganizationSettings, "ownership_days">
  readonly command: Commands.Command
}

/** A move that is requested. */
interface Move<Looked, E, R> {
  /** The application as it was read before any lock. */
  readonly found: Application
  readonly action: ApplicationAction
  readonly party: Party
  readonly isByPerson?: boolean
  /** A look behind the lock of the application, for the judgement. */
  readonly look: Effect.Effect<Looked, StoreError>
  /** Judges the application under its lock. */
  readonly judge: (locked: Option.Option<StoredApplication>, looked: Looked) => Effect.Effect<Judged, E, R>
  /** Another application that has the claim on the person, as the refusal shows it. */
  readonly ownerOf: (claim: Pick<Claim, "agencyId" | "applicationId">) => Commands.Owner
}

/** The standing of an action that makes no claim. */
const nobody: Standing = { claim: undefined, open: [] }

export const makeApplicationMoves = Effect.gen(function* () {
  const store = yield* ApplicationStore
  const jobs = yield* JobStore
  const agencies = yield* AgencyStore
  const attachments = yield* AttachmentStore
  const reasons = yield* RejectionReasonStore
  const placements = yield* PlacementStore
  const claims = yield* makeClaims
  const together = yield* Together

  /** The status of an agency. One that a grant is bound to is there. */
  const statusOf = (organizationId: OrganizationId, id: Application["agency_id"]) =>
    Effect.map(
      agencies.status(organizationId, id),
      Option.getOrElse((): AgencyStatus => "ACTIVE")
    )

  /** Locks the job of an action that depends on it: a hire changes it, and a confirmation needs its status. */
  const lockJob = (organizationId: OrganizationId, action: ApplicationAction, id: Application["job_id"]) => {
    if (action === "hire") return jobs.lock(organizationId, id)
    return action === "confirm" ? jobs.lockShown(organizationId, undefined, id) : Effect.succeedNone
  }

  /** Whether a confirmation names a consent of its application. */
  const namesConsentFile = (organizationId: OrganizationId, id: ApplicationId, command: Commands.Command) => {
    const named = command.action === "confirm" ? command.consent?.attachment_id : undefined
    return named === undefined
      ? Effect.succeed(false)
      : Effect.map(
          attachments.find({ organizationId, applicationId: id, id: named }),
          Option.exists(({ type }) => type === "CONSENT")
        )
  }

  /** The reason that an action names, locked: it stays as it is until the action has named it. */
  const reasonOf = (organizationId: OrganizationId, command: Commands.Command) => {
    const id = Commands.namedReason(command)
    return id === undefined
      ? Effect.succeed(undefined)
      : Effect.map(reasons.lockShared(organizationId, id), Option.getOrUndefined)
  }

  /** Withdraws the other unconfirmed applications of a person whose application was confirmed. */
  const withdrawOthers = Effect.fnUntraced(function* (applicant: Applicant, nowMs: number) {
    const withdraw = Effect.fnUntraced(function* (other: StoredApplication) {
      const { entries, next } = Commands.ownershipTaken(applicant.organizationId, other, nowMs)
      yield* store.save(applicant.organizationId, next)
      yield* record(entries)
    })
    const some = Effect.tap(store.unconfirmed(applicant), (others) => inPieces(others, withdraw))
    yield* inBatches(
      Effect.map(some, ({ length }) => length),
      unconfirmedPerRead
    )
  })

  /** Makes the placement of a hire. */
  const place = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    before: Application,
    { application }: StoredApplication,
    fees: AgencyFees,
    nowMs: number
  ) {
    if (application.hire === undefined || !isActive(before.state)) return
    const origin = { id: PlacementId.make(yield* makeId("plc_")), application, hire: application.hire, nowMs }
    const { entries, next } = placeHire(organizationId, origin, fees, before.state)
    yield* placements.insertAll(organizationId, [next])
    yield* record(entries)
  })

  /** Takes the claim off the application that showed it. */
  const takeFrom = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ApplicationId, nowMs: number) {
    const former = Option.getOrUndefined(yield* store.lock(organizationId, id))
    if (former === undefined) return
    const { entries, next } = passClaim(organizationId, former, nowMs)
    if (entries.length > 0) yield* store.save(organizationId, next)
    yield* record(entries)
  })

  /** Moves an application. The job is locked first, then its person, then the application, which keeps its job. */
  const move = Effect.fnUntraced(function* <Looked, E, R>(
    organizationId: OrganizationId,
    { action, found, isByPerson = false, judge, look, ownerOf, party }: Move<Looked, E, R>
  ) {
    const before = applicantOf(organizationId, found)
    const lockPerson = before === undefined ? Effect.void : store.lockApplicant(before)
    const [job, [locked, looked]] = yield* together(
      lockJob(organizationId, action, found.job_id),
      together(Effect.andThen(lockPerson, store.lock(organizationId, found.id, found)), look)
    )
    const { command, settings, stored } = yield* judge(locked, looked)
    const { agency_id, id } = stored.application
    // A patch may have changed the person before the lock. The unique key of the claim decides then.
    const applicant = applicantOf(organizationId, stored.application)
    const claiming = action === "confirm" || action === "restore" ? action : undefined
    const claimant = applicant !== undefined && claiming !== undefined ? claims.claimantOf(applicant) : undefined
    const [{ claim, open }, agency] = yield* together(
      claimant === undefined ? Effect.succeed(nobody) : claims.standing(claimant, agency_id),
      // A confirmation copies the fees, and a hire chooses one of them.
      action === "confirm" || action === "hire" ? agencies.standing(organizationId, agency_id) : Effect.succeedNone
    )
    // A hire keeps its agency from a second application, whether its claim is held or not.
    const hire = open.find(({ isHired }) => isHired)
    const nowMs = yield* Clock.currentTimeMillis
    const fees = Option.match(agency, { onNone: () => initialFees, onSome: (found) => found.fees })
    const owner = claim !== undefined && blocks(claim, stored.application, nowMs) ? claim : undefined
    const term =
      claimant === undefined || claiming === undefined
        ? undefined
        : yield* claims.termOf(
            { action: claiming, application: stored.application, before: claim },
            settings.ownership_days,
            nowMs
          )
    const { entries, next } = yield* Effect.fromResult(
      Commands.transition(stored, command, {
        organizationId,
        party,
        isByPerson,
        agencyStatus: Option.match(agency, { onNone: () => "ACTIVE", onSome: ({ status }) => status }),
        jobStatus: Option.getOrUndefined(job)?.status,
        employmentType: Option.getOrUndefined(job)?.employment_type,
        settings,
        isConsentFile: yield* namesConsentFile(organizationId, id, command),
        owner: owner === undefined ? undefined : ownerOf(owner),
        hired: hire === undefined ? undefined : ownerOf({ applicationId: hire.id, agencyId: agency_id }),
        term,
        hasClaim: action === "release" && (yield* claims.isOf(organizationId, id)),
        fees,
        reason: yield* reasonOf(organizationId, command),
        nowMs
      })
    )
    // Before the application is saved: its state would hold the claim that is to be made.
    if (
      claimant !== undefined &&
      term !== undefined &&
      !(yield* claims.take(claimant, next.application, term, nowMs))
    ) {
      return yield* Commands.ownedMeanwhile
    }
    // The claim of an earlier application of the agency goes on with this one.
    if (term !== undefined && goesOn(claim, { agencyId: agency_id, nowMs }) && claim.applicationId !== id) {
      yield* takeFrom(organizationId, claim.applicationId, nowMs)
    }
    if (action === "release") yield* claims.release(organizationId, id)
    if (next.application.rejection?.known_since !== undefined) yield* claims.giveToEmployer(organizationId, id)
    yield* store.save(organizationId, next)
    yield* record(entries)
    if (action === "hire") {
      const agreed = feesOfHire(stored.application.terms, fees)
      yield* place(organizationId, stored.application, next, agreed, nowMs)
    }
    if (action === "hire" && Option.isSome(job)) {
      const hired = countHire(organizationId, job.value, nowMs)
      yield* jobs.saveAll(organizationId, [hired.next])
      yield* record(hired.entries)
    }
    if (action === "confirm" && applicant !== undefined) yield* withdrawOthers(applicant, nowMs)
    return next
  })

  return { move, statusOf, withdrawOthers }
})
