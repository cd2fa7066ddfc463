/**
 * Resolves the person on whose behalf a client writes (recruiting 11): an ACTIVE user of the organization, or an ACTIVE recruiter of the agency of a bound
 * grant. Whoever else is named, unknown or of others, is refused with the same bytes.
 */
import { onBehalfOfHeader } from "@partner-api/contract/RequestHeaders"
import type { UnprocessableEntity } from "@partner-api/domain/Errors"
import { type AgencyId, type OrganizationId, UserId } from "@partner-api/domain/Ids"
import { type RepresentedPerson, unknownPersonOf } from "@partner-api/domain/OnBehalfOf"
import { RecruiterId } from "@partner-api/domain/Recruiter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { StoreError } from "../../store/StoreError.ts"
import { makeActivePersons } from "../ActivePersons.ts"

const refusals = unknownPersonOf(onBehalfOfHeader.toLowerCase())

const isUserId = Schema.is(UserId)
const isRecruiterId = Schema.is(RecruiterId)

export class Representation extends Context.Service<
  Representation,
  {
    /** The person with an id, in the view of a token. */
    readonly resolve: (
      view: { readonly organizationId: OrganizationId; readonly agencyId: AgencyId | undefined },
      id: string
    ) => Effect.Effect<RepresentedPerson, UnprocessableEntity | StoreError>
  }
>()("@partner-api/service/Representation") {
  static readonly layer = Layer.effect(
    Representation,
    Effect.map(makeActivePersons, ({ isRecruiter, isUser }) =>
      Representation.of({
        resolve: Effect.fn("Representation.resolve")(function* ({ agencyId, organizationId }, id) {
          if (agencyId !== undefined) {
            if (!isRecruiterId(id) || !(yield* isRecruiter(organizationId, agencyId, id))) return yield* refusals.agency
            return { recruiter_id: id }
          }
          if (!isUserId(id) || !(yield* isUser(organizationId, id))) return yield* refusals.employer
          return { user_id: id }
        })
      })
    )
  )
}
