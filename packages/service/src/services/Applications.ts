/**
 * Applications of an organization: submission, actions, changes and history. An application that a view does not show is unknown to it
 * (`ApplicationAccess.ts`, domain).
 *
 * A submission locks its job, shared, and the assignment of its agency. Submissions and actions of one person for one job take a lock (`lockApplicant`), so
 * they run one after the other and one confirmation wins.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import {
  Application,
  type ApplicationPatch,
  type ApplicationTransition,
  type NewApplication,
  type StoredApplication
} from "@partner-api/domain/Application"
import { isApplicationShown, partyOf } from "@partner-api/domain/ApplicationAccess"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { type ApplicationAction, type Party, mayTake } from "@partner-api/domain/ApplicationState"
import { type Claim, excludes } from "@partner-api/domain/Claim"
import * as Commands from "@partner-api/domain/commands/Application"
import { isOfPerson, personActs } from "@partner-api/domain/commands/Confirmation"
import { refusedSubmission } from "@partner-api/domain/commands/JobAssignment"
import { isOfAnother, patchApplication, refusedEmail } from "@partner-api/domain/commands/ApplicationPatch"
import {
  Conflict,
  type DuplicateApplication,
  Forbidden,
  NotFound,
  type PreconditionFailed,
  UnprocessableEntity
} from "@partner-api/domain/Errors"
import { typesOf } from "@partner-api/domain/EventType"
import { type AgencyId, ApplicationId, type JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { formerSettings, type OrganizationSettings } from "@partner-api/domain/OrganizationSettings"
import { isPastClosing, type Job } from "@partner-api/domain/Job"
import type { JobAssignment } from "@partner-api/domain/JobAssignment"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { type FoundRows, mapFound, type PageRequest } from "@partner-api/domain/Pagination"
import type { RecruiterId } from "@partner-api/domain/Recruiter"
import { operatorViewer } from "@partner-api/domain/Viewer"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeId } from "../crypto/Secrets.ts"
import { type Applicant, ApplicationStore } from "../store/ApplicationStore.ts"
import type { Claimant } from "../store/ClaimStore.ts"
import { JobAssignmentStore } from "../store/JobAssignmentStore.ts"
import { JobStore } from "../store/JobStore.ts"
import { JournalStore, type NumberedEntry } from "../store/JournalStore.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import type { StoredJson, StoredText } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import type { View } from "./access/View.ts"
import { applicationOrNotFound, visible } from "./access/VisibleApplication.ts"
import { makeActivePersons } from "./ActivePersons.ts"
import { makeApplicationMoves } from "./ApplicationMoves.ts"
import { makeChangedPerson } from "./ChangedPerson.ts"
import { makeClaims } from "./Claims.ts"
import { record } from "./Journal.ts"
import { requireMatch } from "./Precondition.ts"
import { makeSubmitter, openIn, unknownJob, wrongReference } from "./Submitter.ts"

/** The JSON text of an application in answers, byte for byte. Its ETag is the digest of this text. */
const encodeApplication = jsonTextOf(Application)

/** The application that has the claim on the person, and whether the view may see its id. One with a claim is confirmed. */
const ownerIn =
  (view: View) =>
  ({ agencyId, applicationId }: Pick<Claim, "agencyId" | "applicationId">): Commands.Owner => ({
    id: applicationId,
    isShown: view.agencyId === undefined || view.agencyId === agencyId
  })

/** The refusal of an external id that another application has, with its id where the view shows it. */
const externalIdConflict = (view: View, holder: Option.Option<StoredApplication>): Conflict =>
  Commands.externalIdConflict(
    Option.map(
      Option.filter(holder, (stored) => isApplicationShown(view, stored)),
      ({ application }) => application
    )
  )

const othersAct = (action: ApplicationTransition["action"]): Forbidden =>
  new Forbidden({
    message: `The action ${action} is the agency's: it needs a token of the agency, or of the client that submitted the application.`
  })

const employerActs = (action: ApplicationTransition["action"]): Forbidden =>
  new Forbidden({ message: `The action ${action} is the employer's: this token is bound to an agency.` })

/** Refuses an action that a party may take in no state. */
const requireParty = (party: Party, action: ApplicationTransition["action"]): Effect.Effect<void, Forbidden> => {
  if (mayTake(party, action)) return Effect.void
  return Effect.fail(party === "agency" ? employerActs(action) : othersAct(action))
}

const unknownRecruiter = wrongReference(
  "recruiter_id",
  "unknown",
  "must be the id of an ACTIVE recruiter of the agency; get the agency for its recruiters"
)
type SubmissionError = UnprocessableEntity | Conflict | DuplicateApplication | StoreError

export class Applications extends Context.Service<
  Applications,
  {
    /** A page of the applications that match a filter and that the view may see, as stored JSON. */
    readonly page: (
      view: View,
      filter: ApplicationFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    /** A page of all applications that match a filter, for operators: `OperatorApplication` as JSON. */
    readonly marked: (
      organizationId: OrganizationId,
      filter: ApplicationFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    readonly get: (view: View, id: ApplicationId) => Effect.Effect<StoredText, NotFound | StoreError>
    /** Submits an application. Fails where its job or its agency is unknown, or where another application owns the person. */
    readonly submit: (view: View, input: NewApplication) => Effect.Effect<Application, SubmissionError, CurrentWrite>
    /** Takes an action. `ifMatch` is the ETag that the caller knows. */
    readonly transition: (
      view: View,
      id: ApplicationId,
      command: ApplicationTransition,
      ifMatch: string | undefined
    ) => Effect.Effect<
      Application,
      Commands.TransitionError | Forbidden | NotFound | PreconditionFailed | StoreError,
      CurrentWrite
    >
    /** Changes the members of an application that the patch has: candidate, note, external id. `ifMatch` is the ETag that the caller knows. */
    readonly update: (
      view: View,
      id: ApplicationId,
      patch: ApplicationPatch,
      ifMatch: string | undefined
    ) => Effect.Effect<
      Application,
      NotFound | PreconditionFailed | UnprocessableEntity | Conflict | StoreError,
      CurrentWrite
    >
    /** The journal entries of an application after a sequence, the oldest first. */
    readonly history: (
      view: View,
      id: ApplicationId,
      request: { readonly after: number; readonly limit: number }
    ) => Effect.Effect<FoundRows<NumberedEntry>, NotFound | StoreError>
  }
>()("@partner-api/service/Applications") {
  static readonly layer = Layer.effect(
    Applications,
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const jobs = yield* JobStore
      const assignments = yield* JobAssignmentStore
      const endFormerPerson = yield* makeChangedPerson
      const moves = yield* makeApplicationMoves
      const claims = yield* makeClaims
      const submitter = yield* makeSubmitter
      const persons = yield* makeActivePersons
      const organizations = yield* OrganizationStore
      const journal = yield* JournalStore
      const together = yield* Together

      /** Checks that the recruiter of a submission is an active one of its agency. */
      const checkRecruiter = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        agencyId: AgencyId,
        recruiterId: RecruiterId | undefined
      ) {
        if (recruiterId !== undefined && !(yield* persons.isRecruiter(organizationId, agencyId, recruiterId))) {
          return yield* unknownRecruiter
        }
      })

      /** Locks the job of a submission, and checks that the view shows it and that it is open. */
      const lockOpenJob = Effect.fnUntraced(function* ({ agencyId, organizationId }: View, id: JobId) {
        const found = yield* jobs.lockShown(organizationId, agencyId, id)
        if (Option.isNone(found)) return yield* unknownJob
        const job = found.value
        if (job.status !== "OPEN") {
          return yield* new Conflict({ message: "The job is not open. Choose a job with the status OPEN." })
        }
        if (isPastClosing(job, yield* Clock.currentTimeMillis)) {
          return yield* new Conflict({
            message: `The job has taken no submissions since ${job.closes_on}. Choose another job.`
          })
        }
        return job
      })

      /** Checks that an agency may submit for a job. */
      const checkAssignment = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        agencyId: AgencyId,
        job: Job,
        assignment: JobAssignment | undefined
      ) {
        const submissions =
          assignment?.submission_limit === undefined
            ? 0
            : yield* store.countSubmissions(organizationId, job.id, agencyId)
        const refusal = refusedSubmission({ job, assignment, submissions })
        if (refusal !== undefined) return yield* refusal
      })

      const submit = Effect.fn("Applications.submit")(function* (view: View, input: NewApplication) {
        const { organizationId } = view
        const { candidate, job_id: jobId, recruiter_id } = input
        const agencyId = yield* submitter.agencyOf(view, input.agency_id)
        const applicant: Applicant = { organizationId, jobId, email: candidate.email }
        const standing = Effect.andThen(
          store.lockApplicant(applicant),
          Effect.suspend(() => claims.standing(claims.claimantOf(applicant), agencyId))
        )
        const [status, [, [job, [assignment, { claim, open }]]]] = yield* together(
          submitter.statusOf(view, agencyId),
          together(
            checkRecruiter(organizationId, agencyId, recruiter_id),
            together(
              lockOpenJob(view, jobId),
              together(assignments.lock({ organizationId, jobId, agencyId }), standing)
            )
          )
        )
        yield* checkAssignment(organizationId, agencyId, job, Option.getOrUndefined(assignment))
        const made = { id: ApplicationId.make(yield* makeId("app_")), nowMs: yield* Clock.currentTimeMillis }
        const { entries, next } = yield* Effect.fromResult(
          Commands.submitApplication(input, {
            organizationId,
            agencyId,
            agencyStatus: status ?? (yield* moves.statusOf(organizationId, agencyId)),
            // A server of the release before shows every application to the employer: it is then as one from before.
            submittedBy: (yield* store.mayHide) ? view.clientId : undefined,
            owner: claim !== undefined && excludes(claim, agencyId, made.nowMs) ? ownerIn(view)(claim) : undefined,
            open: openIn(view, open),
            questions: job.questions,
            made
          })
        )
        if (!(yield* store.insert(organizationId, next))) {
          return yield* externalIdConflict(
            view,
            yield* store.byExternalId(organizationId, agencyId, input.external_id ?? "")
          )
        }
        yield* record(entries)
        return next.application
      })

      /** Whether an action is judged by settings. Those of an application that nobody waits for do not matter. */
      const hasSettings = ({ state }: Application, action: ApplicationAction) =>
        state === "UNCONFIRMED" || action === "confirm" || action === "decline" || action === "restore"

      /** Judges an action under the lock of its application. */
      const judge = Effect.fnUntraced(function* (
        view: View,
        locked: Option.Option<StoredApplication>,
        looked: Option.Option<OrganizationSettings>,
        command: ApplicationTransition,
        ifMatch: string | undefined
      ) {
        const stored = yield* visible(view, Effect.succeed(locked))
        const settings = !hasSettings(stored.application, command.action)
          ? formerSettings
          : Option.isSome(looked)
            ? looked.value
            : // Somebody has put it back meanwhile.
              yield* organizations.settings(view.organizationId)
        if (isOfPerson(command.action, settings)) return yield* personActs(command.action)
        yield* requireMatch(ifMatch, () => encodeApplication(stored.application))
        return { stored, settings, command }
      })

      const transition = Effect.fn("Applications.transition")(function* (
        view: View,
        id: ApplicationId,
        command: ApplicationTransition,
        ifMatch: string | undefined
      ) {
        const { organizationId } = view
        if (view.agencyId !== undefined) yield* requireParty("agency", command.action)
        const access = yield* visible(view, store.find(organizationId, id))
        const { application: found } = access
        // Who submitted it stays.
        const party = partyOf(view, access)
        yield* requireParty(party, command.action)
        const next = yield* moves.move(organizationId, {
          found,
          action: command.action,
          party,
          look: hasSettings(found, command.action)
            ? Effect.asSome(organizations.settings(organizationId))
            : Effect.succeedNone,
          judge: (locked, looked) => judge(view, locked, looked, command, ifMatch),
          ownerOf: ownerIn(view)
        })
        return next.application
      })

      /** Checks the new person of a patch as a submission does. */
      const checkPerson = Effect.fnUntraced(function* (
        claimant: Claimant,
        { agency_id, id }: Application,
        nowMs: number
      ) {
        yield* store.lockApplicant(claimant)
        const { claim, open } = yield* claims.standing(claimant, agency_id)
        if (claim !== undefined && claim.applicationId !== id && excludes(claim, agency_id, nowMs)) {
          return yield* Commands.ownedByAnother
        }
        if (open.some((one) => one.id !== id)) return yield* Commands.openConflict
      })

      /** Moves the claim of a confirmed application to its corrected person. */
      const moveClaim = Effect.fnUntraced(function* (claimant: Claimant, application: Application, nowMs: number) {
        if (application.ownership === undefined) return
        yield* claims.release(claimant.organizationId, application.id)
        return (yield* claims.takeAgain(claimant, application, nowMs)) ? undefined : yield* Commands.ownedByAnother
      })

      const update = Effect.fn("Applications.update")(function* (
        view: View,
        id: ApplicationId,
        patch: ApplicationPatch,
        ifMatch: string | undefined
      ) {
        const { organizationId } = view
        const stored = yield* visible(view, store.lock(organizationId, id))
        const { application } = stored
        yield* requireMatch(ifMatch, () => encodeApplication(application))
        const nowMs = yield* Clock.currentTimeMillis
        const { entries, next } = yield* Effect.fromResult(patchApplication(organizationId, stored, patch, nowMs))
        const { agency_id, candidate, external_id, job_id } = next.application
        const isOther = candidate !== undefined && isOfAnother(application, next.application)
        const claimant = isOther
          ? claims.claimantOf({ organizationId, jobId: job_id, email: candidate.email })
          : undefined
        if (claimant !== undefined) {
          const refused = refusedEmail(application, partyOf(view, stored))
          if (refused !== undefined) return yield* refused
          yield* checkPerson(claimant, application, nowMs)
          yield* endFormerPerson(organizationId, id)
        }
        if (external_id !== undefined && external_id !== application.external_id) {
          const holder = yield* store.byExternalId(organizationId, agency_id, external_id)
          if (Option.isSome(holder)) return yield* externalIdConflict(view, holder)
        }
        if (claimant !== undefined) yield* moveClaim(claimant, next.application, nowMs)
        if (entries.length > 0) yield* store.save(organizationId, next)
        yield* record(entries)
        if (claimant !== undefined && next.application.state !== "UNCONFIRMED") {
          yield* moves.withdrawOthers(claimant, nowMs)
        }
        return next.application
      })

      return Applications.of({
        // An agency that filters by another agency gets an empty page.
        page: (view, filter, request) => {
          const { agencyId, organizationId } = view
          return agencyId === undefined || filter.agency_id === undefined || filter.agency_id === agencyId
            ? store.page(
                organizationId,
                view,
                agencyId === undefined ? filter : { ...filter, agency_id: agencyId },
                request
              )
            : Effect.succeed({ rows: [], lookedTo: undefined })
        },
        marked: Effect.fnUntraced(function* (organizationId, filter, request) {
          const found = yield* store.page(organizationId, operatorViewer, filter, request)
          const onlyClients = yield* store.onlyClients(
            organizationId,
            found.rows.map(({ row }) => row.id)
          )
          return mapFound(found, (row) => {
            const only = onlyClients.get(row.id)
            return only === undefined
              ? row
              : { ...row, json: `{"only_client_id":${JSON.stringify(only)},${row.json.slice(1)}` }
          })
        }),
        get: (view, id) => applicationOrNotFound(store.shown(view.organizationId, view, id)),
        submit,
        transition,
        update,
        history: (view, id, request) =>
          Effect.map(
            together(
              visible(view, store.find(view.organizationId, id)),
              journal.pageAbout(view.organizationId, id, typesOf("application"), request)
            ),
            ([, found]) => found
          )
      })
    })
  )
}
