/**
 * Lets a caller do what its token or its role allows, and hands it to the endpoint: the client, or the organization and the agency in whose view it
 * acts. Looks at no resource and no body.
 */
import { CurrentCaller, CurrentClient, CurrentOrganization } from "@partner-api/contract/Middleware"
import { CurrentOperator } from "@partner-api/contract/operator/OperatorAccess"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { Forbidden } from "@partner-api/domain/Errors"
import { hasRole, type OperatorRole } from "@partner-api/domain/operator/Operator"
import { jsonPointer, problemsMax } from "@partner-api/domain/Problem"
import { type Access, checkAccess, refusedToken, type TokenInfo } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { prepared, unprocessable } from "../ErrorResponse.ts"
import type { Caller, RequestContext } from "../RequestContext.ts"
import type { Stage } from "../Stage.ts"

const roleRefusals: Readonly<Record<OperatorRole, Forbidden>> = {
  viewer: prepared(new Forbidden({ message: "This needs the role viewer." })),
  admin: prepared(new Forbidden({ message: "This needs the role admin; yours is viewer." }))
}

/** An endpoint that declares no query knows no parameters; its schemas look only where a query is declared. */
const unknownParameters = ({ query }: EndpointEntry, { searchParams }: RequestContext): PartnerError | undefined => {
  if (query !== undefined) return undefined
  const names = Object.keys(searchParams)
  return names.length === 0
    ? undefined
    : unprocessable(
        names.slice(0, problemsMax).map((name) => ({
          in: "query",
          path: jsonPointer([name]),
          code: "unknown",
          message: "is not known here; leave it out, as this endpoint has no query parameters"
        }))
      )
}

/** Who sends a request, as writes and lists see it. */
export const callerOf = (caller: Caller): CurrentCaller["Service"] => {
  switch (caller.kind) {
    case "token":
      return {
        by: { kind: "client", clientId: caller.token.clientId },
        organizationId: caller.token.organizationId
      }
    case "client":
      return { by: { kind: "client", clientId: caller.clientId }, organizationId: undefined }
    case "operator":
      return { by: { kind: "operator", operatorId: caller.operator.operatorId }, organizationId: undefined }
  }
}

/** Checks what a token may do. */
const checkToken = (token: TokenInfo, entry: EndpointEntry, context: RequestContext): PartnerError | undefined => {
  const access = checkAccess(token, entry.metadata.access)
  return Result.isFailure(access) ? access.failure : unknownParameters(entry, context)
}

/** What an endpoint of a level sees of its caller. All at once: each provision on its own costs the hot path. */
const provide = (caller: Caller, level: Access["level"], services: Context.Context<never>): Context.Context<never> => {
  const known = Context.add(services, CurrentCaller, callerOf(caller))
  if (caller.kind === "operator") return Context.add(known, CurrentOperator, caller.operator)
  if (caller.kind === "client") return known
  const { agencyId, clientId, organizationId, tokenId } = caller.token
  // A token of a partner may have both levels.
  return level === "primary" || organizationId === undefined
    ? Context.add(known, CurrentClient, { clientId, tokenId })
    : Context.add(known, CurrentOrganization, { clientId, tokenId, organizationId, agencyId })
}

const checkOperator = (
  { role }: CurrentOperator["Service"],
  entry: EndpointEntry,
  context: RequestContext
): PartnerError | undefined => {
  const { access } = entry.metadata
  return access.level === "operator" && !hasRole(role, access.role)
    ? roleRefusals[access.role]
    : unknownParameters(entry, context)
}

/** A request without a caller does not come this far; it is refused all the same. */
export const stage: Stage = (next, entry) =>
  entry.metadata.access.level === "public"
    ? next
    : (context) => {
        const { caller } = context
        if (caller === undefined || caller.kind === "client") return Effect.fail(refusedToken)
        const refusal =
          caller.kind === "token"
            ? checkToken(caller.token, entry, context)
            : checkOperator(caller.operator, entry, context)
        if (refusal !== undefined) return Effect.fail(refusal)
        context.admittedAtMs = performance.now()
        return Effect.updateContext(next(context), (services: Context.Context<never>) =>
          provide(caller, entry.metadata.access.level, services)
        )
      }
