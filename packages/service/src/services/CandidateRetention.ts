/**
 * Erases the persons whose time is over (recruiting 9, the setting `retention_days`): looks at the ended applications of each organization that has the setting,
 * and at all applications of its closed jobs. Asks nobody whether it is time; a worker of the program does that.
 *
 * Applications that were never confirmed have times of their own (`UnconfirmedApplications.ts`).
 */
import { Application, type StoredApplication } from "@partner-api/domain/Application"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { ApplicationId, JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import { endedStates, isRetentionOver, type RetainedApplication } from "@partner-api/domain/Retention"
import { operatorViewer } from "@partner-api/domain/Viewer"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"
import { type ApplicationKey, ApplicationStore } from "../store/ApplicationStore.ts"
import { JobPages } from "../store/JobPages.ts"
import { JobStore } from "../store/JobStore.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import type { StoredJson } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Transaction } from "../store/Transaction.ts"
import { CandidateErasure } from "./administration/CandidateErasure.ts"
import { makeItemWork } from "./DueWork.ts"
import { pagesOf } from "./WholeList.ts"

/** As much of an application as its time is judged on. */
const readApplication = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct(Struct.pick(Application.fields, ["candidate", "state", "state_entered_at", "updated_at"]))
  )
)

const readJob = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct(Struct.pick(Job.fields, ["status", "updated_at"])))
)

/** Visits every row of a list. */
const visitAll = <R>(
  read: (request: PageRequest) => Effect.Effect<FoundRows<StoredJson>, StoreError>,
  visit: (row: StoredJson) => Effect.Effect<void, StoreError, R>
) => Stream.runForEach(pagesOf(read), (rows) => Effect.forEach(rows, visit, { discard: true }))

export class CandidateRetention extends Context.Service<
  CandidateRetention,
  {
    /** Erases every person whose time is over, each application in a transaction of its own, so that requests come between. */
    readonly erase: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/CandidateRetention") {
  static readonly layer = Layer.effect(
    CandidateRetention,
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      const applications = yield* ApplicationStore
      const jobs = yield* JobStore
      const jobPages = yield* JobPages
      const erasure = yield* CandidateErasure
      const workOn = yield* makeItemWork
      const inOne = yield* Transaction

      /** The found application, where its time is over by what is stored now: somebody may have restored it meanwhile, or changed the setting. */
      const findOver = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        found: Effect.Effect<Option.Option<StoredApplication>, StoreError>
      ) {
        const stored = Option.getOrUndefined(yield* found)
        if (stored === undefined) return undefined
        const { application } = stored
        const job = Option.getOrUndefined(yield* jobs.find(organizationId, application.job_id))
        const { retention_days } = yield* organizations.settings(organizationId)
        const nowMs = yield* Clock.currentTimeMillis
        return isRetentionOver(retention_days, { application, job, nowMs }) ? stored : undefined
      })

      const clearOver = Effect.fnUntraced(function* ({ id, organizationId }: ApplicationKey) {
        const stored = yield* findOver(organizationId, applications.find(organizationId, id))
        if (stored !== undefined) yield* erasure.clear(organizationId, id)
      })

      const eraseOver = Effect.fnUntraced(function* ({ id, organizationId }: ApplicationKey) {
        const stored = yield* findOver(organizationId, applications.lock(organizationId, id))
        if (stored !== undefined) yield* erasure.eraseOne(organizationId, stored, "retention")
      })

      const eraseIfOver = workOn({ before: clearOver, work: eraseOver })

      /** Erases those of a list of applications whose time is over. */
      const eraseOf = (
        organizationId: OrganizationId,
        filter: ApplicationFilter,
        isOver: (application: RetainedApplication) => boolean
      ) =>
        visitAll(
          (request) => applications.page(organizationId, operatorViewer, filter, request),
          ({ id, json }) =>
            // The write reads the application anew, so it reports one that cannot be read.
            Option.match(readApplication(json), { onNone: () => true, onSome: isOver })
              ? eraseIfOver({ organizationId, id: ApplicationId.make(id) })
              : Effect.void
        )

      const daysOf = (organizationId: OrganizationId) =>
        Effect.map(organizations.own(organizationId), ({ settings }) => settings.retention_days)

      const eraseIn = Effect.fnUntraced(function* (organizationId: OrganizationId) {
        const days = yield* daysOf(organizationId)
        if (days === 0) return
        const nowMs = yield* Clock.currentTimeMillis
        yield* eraseOf(organizationId, { state: endedStates }, (application) =>
          isRetentionOver(days, { application, job: undefined, nowMs })
        )
        yield* visitAll(
          (request) => jobPages.filtered(organizationId, { status: ["CLOSED"] }, undefined, request),
          ({ id, json }) => {
            const job = Option.getOrUndefined(readJob(json))
            return eraseOf(organizationId, { job_id: JobId.make(id) }, (application) =>
              isRetentionOver(days, { application, job, nowMs })
            )
          }
        )
        // Somebody may have ended the setting meanwhile.
        yield* inOne(
          Effect.flatMap(organizations.settings(organizationId), ({ retention_days }) =>
            retention_days === 0 ? Effect.void : organizations.retained(organizationId, nowMs)
          )
        )
      })

      return CandidateRetention.of({
        erase: organizations.all.pipe(
          Effect.flatMap(Effect.forEach(({ id }) => eraseIn(id), { discard: true })),
          Effect.withSpan("CandidateRetention.erase")
        )
      })
    })
  ).pipe(Layer.provide(CandidateErasure.layer))
}
