/**
 * Agencies of an organization and their fees.
 */
import type { Agency } from "@partner-api/domain/Agency"
import { type AgencyFees, type AgencyFeesUpdate, mergeFees } from "@partner-api/domain/AgencyFees"
import { feesDeed } from "@partner-api/domain/Audit"
import type { NotFound } from "@partner-api/domain/Errors"
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgencyStore } from "../store/AgencyStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Audit } from "./Audit.ts"
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
    /**
     * Sets fees: what the update does not say stays as it is. Answers with all of them. `check` may refuse to change what is
     * stored.
     */
    readonly setFees: <E>(
      organizationId: OrganizationId,
      id: AgencyId,
      update: AgencyFeesUpdate,
      check: (stored: AgencyFees) => Effect.Effect<void, E>
    ) => Effect.Effect<AgencyFees, E | NotFound | StoreError>
  }
>()("@partner-api/server/Agencies") {
  static readonly layer = Layer.effect(
    Agencies,
    Effect.gen(function* () {
      const store = yield* AgencyStore
      const audit = yield* Audit
      return Agencies.of({
        page: store.page,
        get: (organizationId, id) => foundAgency(store.find(organizationId, id)),
        getFees: (organizationId, id) => foundAgency(store.fees(organizationId, id)),
        setFees: (organizationId, id, update, check) =>
          foundAgency(
            store.changeFees(organizationId, id, (stored) => {
              const changed = mergeFees(stored, update)
              return check(stored).pipe(
                Effect.andThen(audit.record(organizationId, feesDeed(id, stored, changed))),
                Effect.as(changed)
              )
            })
          )
      })
    })
  )
}
