/**
 * Sets and takes back grants, and records it in the organization's journal. Every program that grants goes through here, but for
 * `POST /v1/organizations`, whose one journal entry records organization and grant together.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { Grant } from "@partner-api/domain/Client"
import { removeGrant, setGrant, tooManyGrants } from "@partner-api/domain/commands/Grant"
import { type Conflict, NotFound } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgencyStore } from "../../store/AgencyStore.ts"
import { OrganizationStore } from "../../store/OrganizationStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { Together } from "../../store/Together.ts"
import { record } from "../Journal.ts"

export class Grants extends Context.Service<
  Grants,
  {
    /**
     * Grants an organization, or changes the grant there is, and returns which one there was. Refuses an agency that the organization
     * does not have, and what a grant that is bound to an agency cannot hold.
     */
    readonly set: (
      clientId: ClientId,
      grant: Grant
    ) => Effect.Effect<Option.Option<Grant>, NotFound | Conflict | StoreError, CurrentWrite>
    /** Takes a grant back. */
    readonly remove: (
      clientId: ClientId,
      organizationId: OrganizationId
    ) => Effect.Effect<void, NotFound | StoreError, CurrentWrite>
  }
>()("@partner-api/service/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      const agencies = yield* AgencyStore
      const together = yield* Together

      /** Whether the agency of a grant is there. */
      const hasAgency = ({ organizationId, agencyId }: Grant) =>
        agencyId === undefined
          ? Effect.succeed(true)
          : Effect.map(agencies.fees(organizationId, agencyId), Option.isSome)

      const set = Effect.fn("Grants.set")(function* (clientId: ClientId, grant: Grant) {
        const { agencyId, organizationId } = grant
        const [before, isAgencyThere] = yield* together(
          organizations.findGrant(clientId, organizationId),
          hasAgency(grant)
        )
        const { entries, next } = yield* Effect.fromResult(setGrant(clientId, Option.getOrUndefined(before), grant))
        if (!isAgencyThere) {
          return yield* new NotFound({
            message: `There is no agency ${agencyId} in the organization ${organizationId}.`
          })
        }
        if (entries.length > 0 && !(yield* organizations.grant(clientId, next))) return yield* tooManyGrants
        yield* record(entries)
        return before
      })

      const remove = Effect.fn("Grants.remove")(function* (clientId: ClientId, organizationId: OrganizationId) {
        const stored = Option.getOrUndefined(yield* organizations.findGrant(clientId, organizationId))
        const { entries } = yield* Effect.fromResult(removeGrant(clientId, organizationId, stored))
        yield* organizations.ungrant(clientId, organizationId)
        yield* record(entries)
      })

      return Grants.of({ set, remove })
    })
  )
}
