/**
 * Sets and takes back grants, and says so in the organization's audit log. Every program that grants goes through here, but for
 * `POST /v1/organizations`, whose one entry tells of organization and grant together.
 */
import { grantSet, grantRemoved } from "@partner-api/domain/Audit"
import { checkGrant, type Grant } from "@partner-api/domain/Client"
import { type Conflict, NotFound } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgencyStore } from "../store/AgencyStore.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Audit } from "./Audit.ts"

export class Grants extends Context.Service<
  Grants,
  {
    /**
     * Grants an organization, or changes the grant there is, and tells which one there was. Refuses an agency that the organization
     * does not have, and what a grant that is bound to an agency cannot hold.
     */
    readonly set: (
      clientId: ClientId,
      grant: Grant
    ) => Effect.Effect<Option.Option<Grant>, NotFound | Conflict | StoreError>
    /** Takes a grant back. */
    readonly remove: (clientId: ClientId, organizationId: OrganizationId) => Effect.Effect<void, NotFound | StoreError>
  }
>()("@partner-api/service/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      const agencies = yield* AgencyStore
      const audit = yield* Audit

      const checkAgency = Effect.fnUntraced(function* ({ organizationId, agencyId }: Grant) {
        if (agencyId === undefined || Option.isSome(yield* agencies.find(organizationId, agencyId))) return
        return yield* new NotFound({ message: `There is no agency ${agencyId} in the organization ${organizationId}.` })
      })

      const set = Effect.fnUntraced(function* (clientId: ClientId, given: Grant) {
        yield* Effect.fromResult(checkGrant(given))
        yield* checkAgency(given)
        const before = yield* organizations.findGrant(clientId, given.organizationId)
        const entry = grantSet(clientId, Option.getOrUndefined(before), given)
        if (entry !== undefined) {
          yield* organizations.grant(clientId, given)
          yield* audit.record(given.organizationId, entry)
        }
        return before
      })

      const remove = Effect.fnUntraced(function* (clientId: ClientId, organizationId: OrganizationId) {
        const before = yield* organizations.findGrant(clientId, organizationId)
        if (Option.isNone(before)) {
          return yield* new NotFound({ message: `The client ${clientId} has no grant for ${organizationId}.` })
        }
        yield* organizations.ungrant(clientId, organizationId)
        yield* audit.record(organizationId, grantRemoved(clientId, before.value))
      })

      return Grants.of({ set, remove })
    })
  )
}
