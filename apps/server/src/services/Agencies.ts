/**
 * Agencies of an organization and their fees.
 */
import type { Agency } from "@partner-api/domain/Agency"
import { type AgencyFees, type AgencyFeesUpdate, mergeFees } from "@partner-api/domain/AgencyFees"
import type { NotFound } from "@partner-api/domain/Errors"
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgencyStore } from "../store/AgencyStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { found } from "./Found.ts"

const foundAgency = found("agency")

export class Agencies extends Context.Service<
  Agencies,
  {
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<Agency>, StoreError>
    readonly get: (organizationId: OrganizationId, id: AgencyId) => Effect.Effect<Agency, NotFound | StoreError>
    readonly getFees: (organizationId: OrganizationId, id: AgencyId) => Effect.Effect<AgencyFees, NotFound | StoreError>
    /** Sets fees: what the update does not say stays as it is. Answers with all of them. */
    readonly setFees: (
      organizationId: OrganizationId,
      id: AgencyId,
      update: AgencyFeesUpdate
    ) => Effect.Effect<AgencyFees, NotFound | StoreError>
  }
>()("@partner-api/server/Agencies") {
  static readonly layer = Layer.effect(
    Agencies,
    Effect.map(AgencyStore, (store) =>
      Agencies.of({
        page: store.page,
        get: (organizationId, id) => foundAgency(store.find(organizationId, id)),
        getFees: (organizationId, id) => foundAgency(store.fees(organizationId, id)),
        setFees: (organizationId, id, update) =>
          foundAgency(store.changeFees(organizationId, id, (stored) => mergeFees(stored, update)))
      })
    )
  )
}
