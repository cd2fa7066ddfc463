/**
 * Placements of an organization: list, actions and history. An agency sees its own.
 *
 * A cancellation and a fall-off lock the job of the placement, whose hires they count down; a cancellation locks the person and the application too. What the
 * service does unasked stands in `PlacementWork.ts`.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { StoredApplication } from "@partner-api/domain/Application"
import { blocks } from "@partner-api/domain/Claim"
import { takenMeanwhile, undoHire } from "@partner-api/domain/commands/HireCancellation"
import { uncountHire } from "@partner-api/domain/commands/Job"
import { movePlacement, type PlacementError, releasePlacement } from "@partner-api/domain/commands/Placement"
import type { NotFound, PreconditionFailed } from "@partner-api/domain/Errors"
import { typesOf } from "@partner-api/domain/EventType"
import type { ApplicationId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { Job } from "@partner-api/domain/Job"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import {
  Placement,
  type PlacementId,
  type PlacementTransition,
  type StoredPlacement
} from "@partner-api/domain/Placement"
import type { SettlementStatus } from "@partner-api/domain/Settlement"
import type { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ApplicationStore } from "../store/ApplicationStore.ts"
import { JobStore } from "../store/JobStore.ts"
import { JournalStore, type NumberedEntry } from "../store/JournalStore.ts"
import { PlacementStore } from "../store/PlacementStore.ts"
import type { StoredJson, StoredText } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import type { View } from "./access/View.ts"
import { applicantOf, makeClaims } from "./Claims.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { requireMatch } from "./Precondition.ts"

const placementOrNotFound = orNotFound("placement")

/** The JSON text of a placement in answers, byte for byte. Its ETag is the digest of this text. */
const encodePlacement = jsonTextOf(Placement)

/** The found placement, where the view shows it: an agency sees its own. */
const visible = ({ agencyId }: View, found: Effect.Effect<Option.Option<StoredPlacement>, StoreError>) =>
  placementOrNotFound(
    Effect.map(
      found,
      Option.filter(({ placement }) => agencyId === undefined || placement.agency_id === agencyId)
    )
  )

/** Whether an action takes back that somebody was hired. */
const endsHire = ({ action }: PlacementTransition): boolean => action === "cancel" || action === "fall_off"

export class Placements extends Context.Service<
  Placements,
  {
    /** A page of the placements that match a filter and that the view shows, as stored JSON. */
    readonly page: (
      view: View,
      filter: PlacementFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    readonly get: (view: View, id: PlacementId) => Effect.Effect<StoredText, NotFound | StoreError>
    /** Takes an action. `ifMatch` is the ETag that the caller knows. */
    readonly transition: (
      view: View,
      id: PlacementId,
      command: PlacementTransition,
      ifMatch: string | undefined
    ) => Effect.Effect<Placement, PlacementError | NotFound | PreconditionFailed | StoreError, CurrentWrite>
    /** The journal entries of a placement after a sequence, the oldest first. */
    readonly history: (
      view: View,
      id: PlacementId,
      request: { readonly after: number; readonly limit: number }
    ) => Effect.Effect<FoundRows<NumberedEntry>, NotFound | StoreError>
  }
>()("@partner-api/service/Placements") {
  static readonly layer = Layer.effect(
    Placements,
    Effect.gen(function* () {
      const store = yield* PlacementStore
      const applications = yield* ApplicationStore
      const jobs = yield* JobStore
      const journal = yield* JournalStore
      const together = yield* Together
      const claims = yield* makeClaims

      /** Locks the application of a cancellation, its person first. */
      const lockApplication = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        id: ApplicationId,
        jobId: JobId
      ) {
        const found = Option.getOrUndefined(yield* applications.find(organizationId, id))
        const email = found?.application.candidate?.email
        if (email !== undefined) yield* applications.lockApplicant({ organizationId, jobId, email })
        return yield* applications.lock(organizationId, id)
      })

      /** Counts a hire down that the job has counted: one that was imported was never counted. */
      const countDown = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        job: Option.Option<Job>,
        { hiredFrom }: StoredPlacement,
        nowMs: number
      ) {
        if (Option.isNone(job) || hiredFrom === undefined) return
        const { entries, next } = uncountHire(organizationId, job.value, nowMs)
        yield* jobs.saveAll(organizationId, [next])
        yield* record(entries)
      })

      /** Makes the claim of an application that is to return, unless another application has the claim on the person meanwhile. */
      const claimAgain = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        { application }: StoredApplication,
        settlement: SettlementStatus | undefined,
        nowMs: number
      ) {
        const applicant = applicantOf(organizationId, application)
        if (applicant === undefined) return
        const claimant = claims.claimantOf(applicant)
        const { claim } = yield* claims.standing(claimant, application.agency_id)
        if (claim !== undefined && blocks(claim, application, nowMs))
          return yield* takenMeanwhile({ claim, settlement })
        if (claim?.applicationId === application.id) return
        if (!(yield* claims.takeAgain(claimant, application, nowMs)))
          return yield* takenMeanwhile({ claim: undefined, settlement })
      })

      /** Returns the application of a cancelled hire to where it was. Its claim is made before it is saved: its state would hold it. */
      const returnApplication = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        stored: StoredApplication,
        { hiredFrom, placement }: StoredPlacement,
        nowMs: number
      ) {
        yield* claimAgain(organizationId, stored, placement.settlement?.status, nowMs)
        const { entries, next } = undoHire(organizationId, stored, { hiredFrom, nowMs })
        if (entries.length > 0) yield* applications.save(organizationId, next)
        yield* record(entries)
      })

      const transition = Effect.fn("Placements.transition")(function* (
        view: View,
        id: PlacementId,
        command: PlacementTransition,
        ifMatch: string | undefined
      ) {
        const { organizationId } = view
        const { placement: found } = yield* visible(view, store.find(organizationId, id))
        const job = endsHire(command) ? yield* jobs.lock(organizationId, found.job_id) : Option.none<Job>()
        const application =
          command.action === "cancel"
            ? yield* lockApplication(organizationId, found.application_id, found.job_id)
            : Option.none<StoredApplication>()
        const stored = yield* visible(view, store.lock(organizationId, id))
        yield* requireMatch(ifMatch, () => encodePlacement(stored.placement))
        const nowMs = yield* Clock.currentTimeMillis
        const moved = yield* Effect.fromResult(movePlacement(organizationId, stored, command, nowMs))
        const next = releasePlacement(moved.next, nowMs)
        yield* store.save(organizationId, next)
        yield* record(moved.entries)
        if (Option.isSome(application)) yield* returnApplication(organizationId, application.value, stored, nowMs)
        yield* countDown(organizationId, job, stored, nowMs)
        return next.placement
      })

      return Placements.of({
        // An agency that filters by another agency gets an empty page.
        page: ({ agencyId, organizationId }, filter, request) =>
          agencyId === undefined || filter.agency_id === undefined || filter.agency_id === agencyId
            ? store.page(organizationId, agencyId, filter, request)
            : Effect.succeed({ rows: [], lookedTo: undefined }),
        get: ({ agencyId, organizationId }, id) => placementOrNotFound(store.shown(organizationId, agencyId, id)),
        transition,
        history: (view, id, request) =>
          Effect.map(
            together(
              visible(view, store.find(view.organizationId, id)),
              journal.pageAbout(view.organizationId, id, typesOf("placement"), request)
            ),
            ([, found]) => found
          )
      })
    })
  )
}
