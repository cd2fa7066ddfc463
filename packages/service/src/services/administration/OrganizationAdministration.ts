/**
 * Adds, renames and lists organizations for the operator and for samples. Partners create theirs in
 * `Organizations.ts`, which grants them too.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { createOrganization, noOrganization, renameOrganization } from "@partner-api/domain/commands/Organization"
import type { NotFound } from "@partner-api/domain/Errors"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { Organization } from "@partner-api/domain/Organization"
import type { OrganizationSettings } from "@partner-api/domain/OrganizationSettings"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type OrganizationOverview, OrganizationStore, type RecordCounts } from "../../store/OrganizationStore.ts"
import { RejectionReasonStore } from "../../store/RejectionReasonStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { record } from "../Journal.ts"
import { orRefuse } from "../OrNotFound.ts"
import { addFirstReasons } from "../RejectionReasons.ts"

export type { OrganizationOverview } from "../../store/OrganizationStore.ts"

export class OrganizationAdministration extends Context.Service<
  OrganizationAdministration,
  {
    /** Adds an organization unless there is one with its id, and returns whether it did. Without `settings` it has those of a new one. */
    readonly create: (
      organization: Organization & { readonly settings?: OrganizationSettings },
      createdAt: string
    ) => Effect.Effect<boolean, StoreError, CurrentWrite>
    /** Gives an organization another name, and answers with it. */
    readonly rename: (
      id: OrganizationId,
      name: string
    ) => Effect.Effect<Organization, NotFound | StoreError, CurrentWrite>
    readonly get: (id: OrganizationId) => Effect.Effect<Organization, NotFound | StoreError>
    /** An organization, with how many clients may use it. */
    readonly overview: (id: OrganizationId) => Effect.Effect<OrganizationOverview, NotFound | StoreError>
    /** An organization, its settings, and how many records it has. */
    readonly show: (id: OrganizationId) => Effect.Effect<
      {
        readonly organization: OrganizationOverview
        readonly settings: OrganizationSettings
        readonly counts: RecordCounts
      },
      NotFound | StoreError
    >
    /** A page of all organizations, ordered by id, with how many clients may use each. */
    readonly page: (request: PageRequest) => Effect.Effect<ReadonlyArray<OrganizationOverview>, StoreError>
    /** All organizations, likewise. */
    readonly all: Effect.Effect<ReadonlyArray<OrganizationOverview>, StoreError>
  }
>()("@partner-api/service/OrganizationAdministration") {
  static readonly layer = Layer.effect(
    OrganizationAdministration,
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const reasons = yield* RejectionReasonStore
      const create = Effect.fn("OrganizationAdministration.create")(function* (
        { id, name, settings }: Organization & { readonly settings?: OrganizationSettings },
        createdAt: string
      ) {
        const { entries, next } = createOrganization(id, { name }, settings)
        const isNew = yield* store.insert(next, createdAt)
        if (!isNew) return false
        yield* addFirstReasons(reasons, id)
        yield* record(entries)
        return true
      })
      const found = (id: OrganizationId) => orRefuse(noOrganization(id))(store.find(id))
      const rename = Effect.fn("OrganizationAdministration.rename")(function* (id: OrganizationId, name: string) {
        const { entries, next } = renameOrganization(yield* found(id), name)
        if (entries.length > 0) yield* store.rename(next)
        yield* record(entries)
        return next
      })
      const overview = (id: OrganizationId) => orRefuse(noOrganization(id))(store.overview(id))
      const show = Effect.fn("OrganizationAdministration.show")(function* (id: OrganizationId) {
        const organization = yield* overview(id)
        return { organization, settings: (yield* store.own(id)).settings, counts: yield* store.counts(id) }
      })
      return OrganizationAdministration.of({
        overview,
        show,
        create,
        rename,
        get: found,
        all: store.all,
        page: store.page
      })
    })
  )
}
