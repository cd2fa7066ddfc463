/**
 * Assignments of jobs to agencies: shows, sets and removes them, and activates those whose moment has come. An agency sees its own that are active.
 *
 * A write locks the job, on which every decision about its assignments depends.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import * as Commands from "@partner-api/domain/commands/JobAssignment"
import type { Conflict, NotFound, PreconditionFailed } from "@partner-api/domain/Errors"
import type { AgencyId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import { isPublished } from "@partner-api/domain/Job"
import { JobAssignment, type NewJobAssignment } from "@partner-api/domain/JobAssignment"
import type { JournalEntry } from "@partner-api/domain/Journal"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { foundById, type FoundRows, type PageRequest } from "@partner-api/domain/Pagination"
import { operatorViewer } from "@partner-api/domain/Viewer"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgencyStore } from "../store/AgencyStore.ts"
import { type AssignmentKey, assignmentsPerLook, JobAssignmentStore } from "../store/JobAssignmentStore.ts"
import { JobStore } from "../store/JobStore.ts"
import type { StoredJson } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import type { View } from "./access/View.ts"
import { requireHiding } from "./AssignedAccess.ts"
import { makeDueWork } from "./DueWork.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { requireMatch } from "./Precondition.ts"

/** The JSON text of an assignment in answers, byte for byte. Its ETag is the digest of this text. */
const encodeAssignment = jsonTextOf(JobAssignment)

const jobOrNotFound = orNotFound("job")
const agencyOrNotFound = orNotFound("agency")
const assignmentOrNotFound = orNotFound("assignment")

/** A job and an agency. */
type OfJob = Pick<AssignmentKey, "jobId" | "agencyId">

type FoundAssignments = Effect.Effect<FoundRows<StoredJson>, NotFound | StoreError>

export class JobAssignments extends Context.Service<
  JobAssignments,
  {
    /** A page of the assignments of a job that the view shows. */
    readonly ofJob: (view: View, jobId: JobId, request: PageRequest) => FoundAssignments
    /** A page of the assignments of an agency that the view shows. */
    readonly ofAgency: (view: View, agencyId: AgencyId, request: PageRequest) => FoundAssignments
    readonly get: (view: View, of: OfJob) => Effect.Effect<JobAssignment, NotFound | StoreError>
    /** Sets the assignment of a job to an agency, and returns whether it is new. `ifMatch` is the ETag that the caller knows. */
    readonly put: (
      organizationId: OrganizationId,
      of: OfJob,
      input: NewJobAssignment,
      ifMatch: string | undefined
    ) => Effect.Effect<
      { readonly assignment: JobAssignment; readonly isNew: boolean },
      NotFound | Conflict | PreconditionFailed | StoreError,
      CurrentWrite
    >
    readonly remove: (
      organizationId: OrganizationId,
      of: OfJob
    ) => Effect.Effect<void, NotFound | StoreError, CurrentWrite>
    /** Activates every pending assignment whose moment has come, each in a transaction of its own, so that requests come between. */
    readonly activateDue: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/JobAssignments") {
  static readonly layer = Layer.effect(
    JobAssignments,
    Effect.gen(function* () {
      const store = yield* JobAssignmentStore
      const jobs = yield* JobStore
      const agencies = yield* AgencyStore
      const together = yield* Together
      const workOff = yield* makeDueWork

      /** The job of a path, in a view. */
      const shownJob = ({ agencyId, organizationId }: View, jobId: JobId) =>
        jobOrNotFound(jobs.findShown(organizationId, agencyId, jobId))

      /** An agency of a path, in a view: another agency is unknown to an agency. */
      const knownAgency = ({ agencyId: viewer, organizationId }: View, agencyId: AgencyId) =>
        agencyOrNotFound(
          viewer === undefined || viewer === agencyId ? agencies.fees(organizationId, agencyId) : Effect.succeedNone
        )

      const find = Effect.fnUntraced(function* (view: View, { agencyId, jobId }: OfJob) {
        const isEmployer = view.agencyId === undefined
        const [job, stored] = yield* together(
          shownJob(view, jobId),
          isEmployer || view.agencyId === agencyId
            ? store.find({ organizationId: view.organizationId, jobId, agencyId })
            : Effect.succeedNone
        )
        return Option.filter(stored, ({ status }) => isEmployer || (status === "ACTIVE" && isPublished(job)))
      })

      const ofJob = Effect.fnUntraced(function* (view: View, jobId: JobId, request: PageRequest) {
        const { agencyId } = view
        if (agencyId === undefined) {
          const [, found] = yield* together(shownJob(view, jobId), store.pageOfJob(view.organizationId, jobId, request))
          return found
        }
        const own = Option.toArray(yield* find(view, { jobId, agencyId }))
        const shown = request.after === undefined ? own : []
        return foundById(shown.map((row) => ({ id: row.agency_id, json: encodeAssignment(row) })))
      })

      const ofAgency = Effect.fnUntraced(function* (view: View, agencyId: AgencyId, request: PageRequest) {
        const page = view.agencyId === undefined ? store.pageOfAgency : store.pageShown
        const [, found] = yield* together(knownAgency(view, agencyId), page(view.organizationId, agencyId, request))
        return found
      })

      /** Saves an assignment, and records its entries. A copy by `updated_since` finds a job that an agency begins to see. */
      const save = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        next: JobAssignment,
        entries: ReadonlyArray<JournalEntry>
      ) {
        if (entries.length === 0) return
        yield* store.save(organizationId, next)
        if (entries.some(({ action }) => action === "job.assigned")) yield* jobs.touch(organizationId, next.job_id)
        yield* record(entries)
      })

      const put = Effect.fn("JobAssignments.put")(function* (
        organizationId: OrganizationId,
        { agencyId, jobId }: OfJob,
        input: NewJobAssignment,
        ifMatch: string | undefined
      ) {
        yield* requireHiding(store)
        const [job, [, assignments]] = yield* together(
          jobOrNotFound(jobs.lock(organizationId, jobId)),
          together(knownAgency({ organizationId, ...operatorViewer }, agencyId), store.ofJob(organizationId, jobId))
        )
        const stored = Commands.assignmentOf(assignments, agencyId)
        yield* requireMatch(ifMatch, () => (stored === undefined ? "" : encodeAssignment(stored)))
        const nowMs = yield* Clock.currentTimeMillis
        const { entries, next } = yield* Effect.fromResult(
          Commands.putAssignment(input, { organizationId, agencyId, job, assignments, nowMs })
        )
        yield* save(organizationId, next, entries)
        return { assignment: next, isNew: stored === undefined }
      })

      const remove = Effect.fn("JobAssignments.remove")(function* (
        organizationId: OrganizationId,
        { agencyId, jobId }: OfJob
      ) {
        const key = { organizationId, jobId, agencyId }
        const [job, stored] = yield* together(
          jobOrNotFound(jobs.lock(organizationId, jobId)),
          assignmentOrNotFound(store.lock(key))
        )
        yield* store.remove(key)
        yield* record([Commands.assignmentRemoved({ organizationId, job }, stored)])
      })

      /** Activates a pending assignment. One that was changed meanwhile is judged as it is. */
      const activate = Effect.fnUntraced(function* (key: AssignmentKey) {
        const { jobId, organizationId } = key
        const job = yield* jobs.lock(organizationId, jobId)
        const stored = yield* store.lock(key)
        if (Option.isNone(job) || Option.isNone(stored)) return
        const nowMs = yield* Clock.currentTimeMillis
        const facts = { organizationId, job: job.value, nowMs }
        const { entries, next } = Commands.activateAssignment(facts, stored.value)
        yield* save(organizationId, next, entries)
      })

      return JobAssignments.of({
        ofJob,
        ofAgency,
        get: (view, of) => assignmentOrNotFound(find(view, of)),
        put,
        remove,
        activateDue: workOff({
          find: Effect.flatMap(Clock.currentTimeMillis, store.due),
          perLook: assignmentsPerLook,
          work: activate
        }).pipe(Effect.withSpan("JobAssignments.activateDue"))
      })
    })
  )
}
