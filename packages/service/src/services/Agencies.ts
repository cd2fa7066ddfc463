/**
 * Agencies of an organization and their fees. To an agency, another one is like one that does not exist.
 */
import type { Agency } from "@partner-api/domain/Agency"
import { type AgencyFees, type AgencyFeesUpdate, mergeFees } from "@partner-api/domain/AgencyFees"
import { feesSet } from "@partner-api/domain/Audit"
import type { NotFound } from "@partner-api/domain/Errors"
import type { AgencyId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgencyStore } from "../store/AgencyStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Audit } from "./Audit.ts"
import { orNotFound } from "./OrNotFound.ts"
import type { View } from "./View.ts"

const agencyOrNotFound = orNotFound("agency")

/** What is looked up about an agency; nothing where the view is another agency's. */
const ifShown = <A, E>({ agencyId }: View, id: AgencyId, lookUp: Effect.Effect<Option.Option<A>, E>) =>
  agencyId === undefined || agencyId === id ? lookUp : Effect.succeed(Option.none<A>())

export class Agencies extends Context.Service<
  Agencies,
  {
    readonly page: (view: View, request: PageRequest) => Effect.Effect<ReadonlyArray<Agency>, StoreError>
    readonly get: (view: View, id: AgencyId) => Effect.Effect<Agency, NotFound | StoreError>
    readonly getFees: (view: View, id: AgencyId) => Effect.Effect<AgencyFees, NotFound | StoreError>
    /**
     * Sets fees: what the update does not say stays as it is. Answers with all of them. `check` may refuse to change what is
     * stored.
     */
    readonly setFees: <E>(
      view: View,
      id: AgencyId,
      update: AgencyFeesUpdate,
      check: (stored: AgencyFees) => Effect.Effect<void, E>
    ) => Effect.Effect<AgencyFees, E | NotFound | StoreError>
  }
>()("@partner-api/service/Agencies") {
  static readonly layer = Layer.effect(
    Agencies,
    Effect.gen(function* () {
      const store = yield* AgencyStore
      const audit = yield* Audit
      return Agencies.of({
        page: ({ organizationId, agencyId }, request) =>
          agencyId === undefined
            ? store.page(organizationId, request)
            : Effect.map(store.find(organizationId, agencyId), (own) =>
                Option.toArray(own).filter(({ id }) => request.after === undefined || id > request.after)
              ),
        get: (view, id) => agencyOrNotFound(ifShown(view, id, store.find(view.organizationId, id))),
        getFees: (view, id) => agencyOrNotFound(ifShown(view, id, store.fees(view.organizationId, id))),
        setFees: (view, id, update, check) => {
          const { organizationId } = view
          const change = store.changeFees(organizationId, id, (stored) => {
            const changed = mergeFees(stored, update)
            const entry = feesSet(id, stored, changed)
            return check(stored).pipe(
              Effect.andThen(entry === undefined ? Effect.void : audit.record(organizationId, entry)),
              Effect.as(changed)
            )
          })
          return agencyOrNotFound(ifShown(view, id, change))
        }
      })
    })
  )
}
