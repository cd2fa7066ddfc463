/**
 * Hands what the admission of a request found to its endpoint (`Admission.ts`), as the level of the endpoint asks: the client, or the
 * organization and the agency in whose view it acts.
 *
 * Refuses nothing of its own: a request that was not admitted does not come this far.
 */
import {
  CurrentCaller,
  CurrentClient,
  CurrentOrganization,
  PrimaryAccess,
  ScopedAccess
} from "@partner-api/contract/Middleware"
import { Forbidden } from "@partner-api/domain/Errors"
import { refusedToken } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentRequest } from "../CurrentRequest.ts"
import { errorResponse } from "../ErrorResponse.ts"

const enterPrimary: PrimaryAccess["Service"]["bearer"] = (httpEffect) =>
  Effect.flatMap(CurrentRequest, ({ admitted }) => {
    if (admitted === undefined) return errorResponse(refusedToken)
    const { clientId, organizationId, tokenId } = admitted
    // Both at once: each provision on its own costs the hot path.
    return Effect.updateContext(httpEffect, (context) =>
      context.pipe(
        Context.add(CurrentClient, { clientId, tokenId }),
        Context.add(CurrentCaller, { by: { kind: "client", clientId }, organizationId })
      )
    )
  })

const enterScoped: ScopedAccess["Service"]["bearer"] = (httpEffect) =>
  Effect.flatMap(CurrentRequest, ({ admitted }) => {
    if (admitted === undefined) return errorResponse(refusedToken)
    const { agencyId, clientId, organizationId, tokenId } = admitted
    return organizationId === undefined
      ? errorResponse(new Forbidden({ message: "This needs a token scoped to an organization." }))
      : Effect.updateContext(httpEffect, (context) =>
          context.pipe(
            Context.add(CurrentOrganization, { clientId, tokenId, organizationId, agencyId }),
            Context.add(CurrentCaller, { by: { kind: "client", clientId }, organizationId })
          )
        )
  })

export const layer = Layer.merge(
  Layer.succeed(PrimaryAccess, { bearer: enterPrimary, partnerToken: enterPrimary }),
  Layer.succeed(ScopedAccess, { bearer: enterScoped, partnerToken: enterScoped })
)
