/**
 * Checks the permission of the token or the role of the operator, and provides the caller to the handler: as `CurrentClient`, as `CurrentOrganization`
 * with the agency of a bound grant, as `CurrentCredentials`, or as `CurrentOperator`. Reads no resource and no body.
 */
import {
  CurrentCaller,
  CurrentClient,
  CurrentCredentials,
  CurrentOrganization,
  PossibleClient
} from "@partner-api/contract/Middleware"
import { CurrentOperator } from "@partner-api/contract/operator/OperatorAccess"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { Forbidden } from "@partner-api/domain/Errors"
import { hasRole, type OperatorRole } from "@partner-api/domain/operator/Operator"
import { jsonPointer, problemsMax } from "@partner-api/domain/Problem"
import { type Access, checkAccess, isTokenOptional, refusedToken, type TokenInfo } from "@partner-api/domain/Token"
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

/** The refusal of query parameters at an endpoint without a query. The schema of a declared query refuses unknown parameters itself. */
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

/** The caller as `CurrentCaller`, for writes and lists. */
const callerOf = (caller: Caller): CurrentCaller["Service"] => {
  switch (caller.kind) {
    case "token":
      return { by: { kind: "client", clientId: caller.token.clientId }, organizationId: caller.token.organizationId }
    case "client":
      return { by: { kind: "client", clientId: caller.clientId }, organizationId: undefined }
    case "operator":
      return { by: { kind: "operator", operatorId: caller.operator.operatorId }, organizationId: undefined }
  }
}

/** The refusal of a token without the permission of the endpoint. */
const checkToken = (token: TokenInfo, entry: EndpointEntry, context: RequestContext): PartnerError | undefined => {
  const access = checkAccess(token, entry.metadata.access)
  return Result.isFailure(access) ? access.failure : unknownParameters(entry, context)
}

/** Adds the services of the caller to those of a handler, by the level of the endpoint. In one step, because each `provide` costs the hot path. */
const provide = (
  caller: Caller,
  authorized: CurrentCaller["Service"],
  access: Access,
  services: Context.Context<never>
): Context.Context<never> => {
  const known = Context.add(services, CurrentCaller, authorized)
  if (caller.kind === "operator") return Context.add(known, CurrentOperator, caller.operator)
  if (caller.kind === "client") return Context.add(known, CurrentCredentials, caller)
  const { agencyId, clientId, organizationId, tokenId } = caller.token
  // A partner token has both levels; the endpoint decides.
  if (isTokenOptional(access)) return Context.add(known, PossibleClient, { client: { clientId, tokenId } })
  return access.level === "primary" || organizationId === undefined
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

/** The refusal of a caller who may not do what the endpoint does; a client with its credentials is let in where nothing else is taken. */
const refusalOf = (caller: Caller, entry: EndpointEntry, context: RequestContext): PartnerError | undefined => {
  switch (caller.kind) {
    case "token":
      return checkToken(caller.token, entry, context)
    case "client":
      return entry.metadata.access.level === "credentials" ? unknownParameters(entry, context) : refusedToken
    case "operator":
      return checkOperator(caller.operator, entry, context)
  }
}

const nobody = { client: undefined }

/**
 * `Authenticate` refuses a request without a caller before this stage, unless its endpoint takes such requests; this stage refuses all others
 * again.
 */
export const stage: Stage = (next, entry) =>
  entry.metadata.access.level === "public"
    ? next
    : (context) => {
        const { caller } = context
        if (caller === undefined && isTokenOptional(entry.metadata.access)) {
          const refusal = unknownParameters(entry, context)
          return refusal === undefined
            ? Effect.provideService(next(context), PossibleClient, nobody)
            : Effect.fail(refusal)
        }
        if (caller === undefined) return Effect.fail(refusedToken)
        const refusal = refusalOf(caller, entry, context)
        if (refusal !== undefined) return Effect.fail(refusal)
        context.admittedAtMs = performance.now()
        const authorized = callerOf(caller)
        context.authorized = authorized
        return Effect.updateContext(next(context), (services: Context.Context<never>) =>
          provide(caller, authorized, entry.metadata.access, services)
        )
      }
