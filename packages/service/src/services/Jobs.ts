/**
 * Jobs of an organization: finds, adds and changes them. An agency sees no drafts and writes nothing. The list gives stored JSON.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { createJob, jobConflict, patchJob } from "@partner-api/domain/commands/Job"
import type {
  Conflict,
  InvalidTransition,
  NotFound,
  PreconditionFailed,
  UnprocessableEntity
} from "@partner-api/domain/Errors"
import { JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { isShownToAgencies, Job } from "@partner-api/domain/Job"
import { isFiltered } from "@partner-api/domain/Filter"
import { type JobFilter, searchedInJob } from "@partner-api/domain/JobFilter"
import type { JobPatch, NewJob } from "@partner-api/domain/JobWrites"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeId } from "../crypto/Secrets.ts"
import { JobPages } from "../store/JobPages.ts"
import { JobStore } from "../store/JobStore.ts"
import type { StoredJson } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { requireMatch } from "./Precondition.ts"
import { countIndexed, countSearch } from "./access/RequestShare.ts"
import type { View } from "./access/View.ts"

/** A job as it is answered, byte for byte: its ETag is made from it. */
const encodeJob = jsonTextOf(Job)

const jobOrNotFound = orNotFound("job")

export class Jobs extends Context.Service<
  Jobs,
  {
    readonly get: (view: View, id: JobId) => Effect.Effect<Job, NotFound | StoreError>
    /** A page of the jobs that meet a filter and that the view shows. */
    readonly page: (
      view: View,
      filter: JobFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    /** Adds a job; fails when it contradicts itself, or when another job has its `external_id`. */
    readonly create: (
      organizationId: OrganizationId,
      input: NewJob
    ) => Effect.Effect<Job, UnprocessableEntity | Conflict | StoreError, CurrentWrite>
    /** Changes a job: what the patch does not say stays as it is. `ifMatch` names the state that the caller knows. */
    readonly update: (
      organizationId: OrganizationId,
      id: JobId,
      patch: JobPatch,
      ifMatch: string | undefined
    ) => Effect.Effect<
      Job,
      NotFound | PreconditionFailed | UnprocessableEntity | InvalidTransition | Conflict | StoreError,
      CurrentWrite
    >
  }
>()("@partner-api/service/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const store = yield* JobStore
      const pages = yield* JobPages

      /** The job that another system calls so. */
      const named = (organizationId: OrganizationId, name: string) =>
        Effect.map(store.byExternalId(organizationId, [name]), (found) => found.get(name))

      const create = Effect.fn("Jobs.create")(function* (organizationId: OrganizationId, input: NewJob) {
        const made = { id: JobId.make(yield* makeId("job_")), nowMs: yield* Clock.currentTimeMillis }
        const { entries, next } = yield* Effect.fromResult(createJob(organizationId, input, made))
        // The name is a unique key of the store, so that two writes at once cannot both take it.
        if (!(yield* store.insert(organizationId, next))) {
          return yield* jobConflict((yield* named(organizationId, next.external_id ?? ""))?.id)
        }
        yield* countIndexed(searchedInJob(next))
        yield* record(entries)
        return next
      })

      const update = Effect.fn("Jobs.update")(function* (
        organizationId: OrganizationId,
        id: JobId,
        patch: JobPatch,
        ifMatch: string | undefined
      ) {
        const stored = yield* jobOrNotFound(store.lock(organizationId, id))
        yield* requireMatch(ifMatch, encodeJob(stored))
        const nowMs = yield* Clock.currentTimeMillis
        const { entries, next } = yield* Effect.fromResult(patchJob(organizationId, stored, patch, nowMs))
        if (next.external_id !== undefined && next.external_id !== stored.external_id) {
          const holder = yield* named(organizationId, next.external_id)
          if (holder !== undefined) return yield* jobConflict(holder.id)
        }
        if (entries.length > 0) {
          yield* store.saveAll(organizationId, [next])
          yield* countIndexed(searchedInJob(next))
        }
        yield* record(entries)
        return next
      })

      return Jobs.of({
        create,
        update,
        get: ({ organizationId, agencyId }, id) =>
          jobOrNotFound(
            Effect.map(
              store.find(organizationId, id),
              Option.filter((job) => agencyId === undefined || isShownToAgencies(job))
            )
          ),
        page: ({ organizationId, agencyId }, filter, request) => {
          if (isFiltered(filter)) {
            return Effect.andThen(
              countSearch(filter.q),
              pages.filtered(organizationId, filter, agencyId !== undefined, request)
            )
          }
          return (agencyId === undefined ? pages.after : pages.shownToAgenciesAfter)(organizationId, request)
        }
      })
    })
  )
}
