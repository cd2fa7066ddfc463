/**
 * Applications of an organization: submission, the actions, and their history. An agency sees its own alone; another one is to it like one
 * that does not exist.
 *
 * Submissions and actions of one person for one job happen one after the other, so that the first confirmation is the only one.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { initialFees } from "@partner-api/domain/AgencyFees"
import {
  Application,
  type ApplicationPatch,
  type ApplicationTransition,
  type NewApplication,
  type StoredApplication
} from "@partner-api/domain/Application"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { type Caller, mayTake } from "@partner-api/domain/ApplicationState"
import * as Commands from "@partner-api/domain/commands/Application"
import { isOfAnother, patchApplication } from "@partner-api/domain/commands/ApplicationPatch"
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
import { isShownToAgencies, type Job } from "@partner-api/domain/Job"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import type { ProblemCode } from "@partner-api/domain/Problem"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeId } from "../crypto/Secrets.ts"
import { AgencyStore } from "../store/AgencyStore.ts"
import { type Applicant, ApplicationStore } from "../store/ApplicationStore.ts"
import { JobStore } from "../store/JobStore.ts"
import { JournalStore, type NumberedEntry } from "../store/JournalStore.ts"
import type { StoredJson } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import type { View } from "./access/View.ts"
import { record } from "./Journal.ts"
import { inPieces } from "./Pieces.ts"
import { orNotFound } from "./OrNotFound.ts"
import { requireMatch } from "./Precondition.ts"

/** An application as it is answered, byte for byte: its ETag is made from it. */
const encodeApplication = jsonTextOf(Application)

const callerOf = ({ agencyId }: View): Caller => (agencyId === undefined ? "employer" : "agency")

/** The person who applies, and the job; nobody once the person was erased. */
const applicantOf = (organizationId: OrganizationId, { candidate, job_id }: Application): Applicant | undefined =>
  candidate === undefined ? undefined : { organizationId, jobId: job_id, email: candidate.email }

/** The id of another application, as far as the view shows it. */
const ownerIn =
  ({ agencyId }: View) =>
  ({ agency_id, id }: Application): Commands.Owner => ({
    id,
    isShown: agencyId === undefined || agencyId === agency_id
  })

const wrongReference = (member: string, code: ProblemCode, message: string): UnprocessableEntity =>
  new UnprocessableEntity({
    message: "The application refers to what is not there.",
    details: [{ in: "body", path: `/${member}`, code, message }]
  })

const unknownAgency = wrongReference("agency_id", "unknown", "must be the id of an agency of this organization")
const unknownJob = wrongReference("job_id", "unknown", "must be the id of a job of this organization")
const noAgency = wrongReference("agency_id", "required", "is required: this token is not bound to an agency")

type SubmissionError = UnprocessableEntity | Conflict | DuplicateApplication | StoreError

export class Applications extends Context.Service<
  Applications,
  {
    /** A page of the applications that meet a filter and that the view shows, as they are answered. */
    readonly page: (
      view: View,
      filter: ApplicationFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    readonly get: (view: View, id: ApplicationId) => Effect.Effect<Application, NotFound | StoreError>
    /** Submits an application. Fails when it refers to what is not there, or when another one owns the person. */
    readonly submit: (view: View, input: NewApplication) => Effect.Effect<Application, SubmissionError, CurrentWrite>
    /** Takes an action. `ifMatch` names the state that the caller knows. */
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
    /** Changes candidate, note and external id: what the patch does not say stays as it is. `ifMatch` names the state that the caller knows. */
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
    /** The entries of the journal about an application after a number, the oldest first. */
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
      const agencies = yield* AgencyStore
      const journal = yield* JournalStore

      /** An application that the view shows. */
      const shown = (view: View, found: Effect.Effect<Option.Option<StoredApplication>, StoreError>) =>
        orNotFound("application")(
          Effect.map(
            found,
            Option.filter(({ application }) => view.agencyId === undefined || view.agencyId === application.agency_id)
          )
        )

      /** The agency that submits: the one of the view, or the one that is named. */
      const submitter = Effect.fnUntraced(function* (view: View, named: AgencyId | undefined) {
        if (view.agencyId !== undefined) {
          return named === undefined || named === view.agencyId ? view.agencyId : yield* unknownAgency
        }
        if (named === undefined) return yield* noAgency
        return Option.isSome(yield* agencies.fees(view.organizationId, named)) ? named : yield* unknownAgency
      })

      /** The job of a submission, which must be open. To an agency, a draft is no job. */
      const openJob = Effect.fnUntraced(function* (view: View, id: JobId) {
        const found: Option.Option<Job> = yield* jobs.find(view.organizationId, id)
        const job = Option.filter(found, (one) => view.agencyId === undefined || isShownToAgencies(one))
        if (Option.isNone(job)) return yield* unknownJob
        if (job.value.status !== "OPEN") {
          return yield* new Conflict({ message: "The job is not open. Choose a job with the status OPEN." })
        }
      })

      const submit = Effect.fn("Applications.submit")(function* (view: View, input: NewApplication) {
        const { organizationId } = view
        const agencyId = yield* submitter(view, input.agency_id)
        yield* openJob(view, input.job_id)
        const applicant: Applicant = { organizationId, jobId: input.job_id, email: input.candidate.email }
        yield* store.lockApplicant(applicant)
        const owner = Option.getOrUndefined(Option.map(yield* store.owner(applicant), ownerIn(view)))
        const unconfirmed = yield* store.countUnconfirmed(applicant, view.agencyId)
        const made = { id: ApplicationId.make(yield* makeId("app_")), nowMs: yield* Clock.currentTimeMillis }
        const { entries, next } = yield* Effect.fromResult(
          Commands.submitApplication(input, {
            organizationId,
            agencyId,
            caller: callerOf(view),
            owner,
            unconfirmed,
            made
          })
        )
        if (!(yield* store.insert(organizationId, next))) {
          return yield* Commands.externalIdConflict(
            yield* store.byExternalId(organizationId, agencyId, input.external_id ?? "")
          )
        }
        yield* record(entries)
        return next.application
      })

      /** Withdraws the others of a person whose application was confirmed. */
      const withdrawOthers = Effect.fnUntraced(function* (applicant: Applicant, nowMs: number) {
        const withdraw = Effect.fnUntraced(function* (other: StoredApplication) {
          const { entries, next } = Commands.ownershipTaken(applicant.organizationId, other, nowMs)
          yield* store.save(applicant.organizationId, next)
          yield* record(entries)
        })
        yield* inPieces(yield* store.unconfirmed(applicant), withdraw)
      })

      const transition = Effect.fn("Applications.transition")(function* (
        view: View,
        id: ApplicationId,
        command: ApplicationTransition,
        ifMatch: string | undefined
      ) {
        const { organizationId } = view
        const caller = callerOf(view)
        if (!mayTake(caller, command.action)) {
          return yield* new Forbidden({
            message: `The action ${command.action} is the employer's: this token is bound to an agency.`
          })
        }
        const seen = applicantOf(organizationId, (yield* shown(view, store.find(organizationId, id))).application)
        if (seen !== undefined) yield* store.lockApplicant(seen)
        const stored = yield* shown(view, store.lock(organizationId, id))
        // A patch may have made it another person's meanwhile; the unique key of the store still decides who owns that one.
        const applicant = applicantOf(organizationId, stored.application)
        yield* requireMatch(ifMatch, encodeApplication(stored.application))
        const owning = applicant === undefined ? Option.none() : yield* store.owner(applicant)
        const owner = Option.filter(owning, (other) => other.id !== id)
        const fees =
          command.action === "hire" ? yield* agencies.fees(organizationId, stored.application.agency_id) : Option.none()
        const nowMs = yield* Clock.currentTimeMillis
        const { entries, next } = yield* Effect.fromResult(
          Commands.transition(stored, command, {
            organizationId,
            caller,
            owner: Option.getOrUndefined(Option.map(owner, ownerIn(view))),
            fees: Option.getOrElse(fees, () => initialFees),
            nowMs
          })
        )
        yield* store.save(organizationId, next)
        yield* record(entries)
        if (command.action === "confirm" && applicant !== undefined) yield* withdrawOthers(applicant, nowMs)
        return next.application
      })

      /** A person who comes to an application by a patch counts as one who is submitted. */
      const checkPerson = Effect.fnUntraced(function* (view: View, applicant: Applicant) {
        yield* store.lockApplicant(applicant)
        if (Option.isSome(yield* store.owner(applicant))) return yield* Commands.ownedByAnother
        const unconfirmed = yield* store.countUnconfirmed(applicant, view.agencyId)
        const crowded = Commands.tooManyUnconfirmed(callerOf(view), unconfirmed)
        if (crowded !== undefined) return yield* crowded
      })

      const update = Effect.fn("Applications.update")(function* (
        view: View,
        id: ApplicationId,
        patch: ApplicationPatch,
        ifMatch: string | undefined
      ) {
        const { organizationId } = view
        const stored = yield* shown(view, store.lock(organizationId, id))
        const { application } = stored
        yield* requireMatch(ifMatch, encodeApplication(application))
        const nowMs = yield* Clock.currentTimeMillis
        const { entries, next } = yield* Effect.fromResult(patchApplication(organizationId, stored, patch, nowMs))
        const { agency_id, candidate, external_id, job_id } = next.application
        if (candidate !== undefined && isOfAnother(application, next.application)) {
          yield* checkPerson(view, { organizationId, jobId: job_id, email: candidate.email })
        }
        if (external_id !== undefined && external_id !== application.external_id) {
          const holder = yield* store.byExternalId(organizationId, agency_id, external_id)
          if (Option.isSome(holder)) return yield* Commands.externalIdConflict(holder)
        }
        if (entries.length > 0) yield* store.save(organizationId, next)
        yield* record(entries)
        return next.application
      })

      return Applications.of({
        // To an agency, another one has no applications.
        page: ({ agencyId, organizationId }, filter, request) =>
          agencyId === undefined || filter.agency_id === undefined || filter.agency_id === agencyId
            ? store.page(organizationId, agencyId === undefined ? filter : { ...filter, agency_id: agencyId }, request)
            : Effect.succeed({ rows: [], lookedTo: undefined }),
        get: (view, id) =>
          Effect.map(shown(view, store.find(view.organizationId, id)), ({ application }) => application),
        submit,
        transition,
        update,
        history: (view, id, request) =>
          Effect.andThen(
            shown(view, store.find(view.organizationId, id)),
            journal.pageAbout(view.organizationId, id, typesOf("application"), request)
          )
      })
    })
  )
}
