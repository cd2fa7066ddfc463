/**
 * Jobs of an organization: finds, adds and changes them. An agency sees some of them and writes nothing. What is read is stored JSON.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { duplicateExternalId } from "@partner-api/domain/commands/ExternalId"
import { createJob, patchJob } from "@partner-api/domain/commands/Job"
import type {
  Conflict,
  InvalidTransition,
  NotFound,
  PreconditionFailed,
  UnprocessableEntity
} from "@partner-api/domain/Errors"
import { JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { Job, usersNamedIn } from "@partner-api/domain/Job"
import { isFiltered } from "@partner-api/domain/Filter"
import { type JobFilter, searchedInJob } from "@partner-api/domain/JobFilter"
import type { JobPatch, NewJob } from "@partner-api/domain/JobWrites"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeId } from "../crypto/Secrets.ts"
import { JobAssignmentStore } from "../store/JobAssignmentStore.ts"
import { JobPages } from "../store/JobPages.ts"
import { JobStore } from "../store/JobStore.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import type { StoredJson, StoredText } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import { UserStore } from "../store/UserStore.ts"
import { requireHidingOf } from "./AssignedAccess.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { requireMatch } from "./Precondition.ts"
import { countIndexed, countSearch } from "./access/RequestUsage.ts"
import type { View } from "./access/View.ts"

/** The JSON text of a job in answers, byte for byte. Its ETag is the digest of this text. */
const encodeJob = jsonTextOf(Job)

const jobOrNotFound = orNotFound("job")

export class Jobs extends Context.Service<
  Jobs,
  {
    readonly get: (view: View, id: JobId) => Effect.Effect<StoredText, NotFound | StoreError>
    /** A page of the jobs that match a filter and that the view shows. */
    readonly page: (
      view: View,
      filter: JobFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    /** Adds a job. Fails where its members contradict each other, or where another job has its `external_id`. */
    readonly create: (
      organizationId: OrganizationId,
      input: NewJob
    ) => Effect.Effect<Job, UnprocessableEntity | Conflict | StoreError, CurrentWrite>
    /** Changes the members of a job that the patch has. `ifMatch` is the ETag that the caller knows. */
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
      const users = yield* UserStore
      const organizations = yield* OrganizationStore
      const assignments = yield* JobAssignmentStore

      /** The job with an `external_id`. */
      const byExternalId = (organizationId: OrganizationId, externalId: string) =>
        Effect.map(store.byExternalId(organizationId, [externalId]), (found) => found.get(externalId))

      const create = Effect.fn("Jobs.create")(function* (organizationId: OrganizationId, input: NewJob) {
        const activeUsers = yield* users.activeAmong(organizationId, usersNamedIn(input))
        const { agency_access: access } = yield* organizations.settings(organizationId)
        const nowMs = yield* Clock.currentTimeMillis
        const made = { access, activeUsers, id: JobId.make(yield* makeId("job_")), nowMs }
        const { entries, next } = yield* Effect.fromResult(createJob(organizationId, input, made))
        yield* requireHidingOf(assignments, undefined, next.agency_access)
        // `external_id` is a unique key of the store, so of two writes at once one fails.
        if (!(yield* store.insert(organizationId, next))) {
          return yield* duplicateExternalId("job", (yield* byExternalId(organizationId, next.external_id ?? ""))?.id)
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
        yield* requireMatch(ifMatch, () => encodeJob(stored))
        const activeUsers = yield* users.activeAmong(organizationId, usersNamedIn(patch))
        const facts = { activeUsers, nowMs: yield* Clock.currentTimeMillis }
        const { entries, next } = yield* Effect.fromResult(patchJob(organizationId, stored, patch, facts))
        yield* requireHidingOf(assignments, stored.agency_access, next.agency_access)
        if (next.external_id !== undefined && next.external_id !== stored.external_id) {
          const holder = yield* byExternalId(organizationId, next.external_id)
          if (holder !== undefined) return yield* duplicateExternalId("job", holder.id)
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
        get: ({ organizationId, agencyId }, id) => jobOrNotFound(pages.one(organizationId, agencyId, id)),
        page: ({ organizationId, agencyId }, filter, request) => {
          if (isFiltered(filter)) {
            return Effect.andThen(countSearch(filter.q), pages.filtered(organizationId, filter, agencyId, request))
          }
          return agencyId === undefined
            ? pages.all(organizationId, request)
            : pages.seenBy(organizationId, agencyId, request)
        }
      })
    })
  )
}
