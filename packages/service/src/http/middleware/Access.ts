/**
 * Lets requests in: finds the token, what it is, and whether it may do what the endpoint asks (spec 5; decisions, Tokens).
 *
 * Both headers are looked at together, whichever of the two security schemes is tried first, and a refusal is answered at once:
 * a second try could only repeat the work. Everything here comes before anything about the resource or the meaning of the body.
 */
import { EndpointMetadata } from "@partner-api/contract/EndpointMetadata"
import {
  CurrentCaller,
  CurrentClient,
  CurrentOrganization,
  partnerTokenHeader,
  PrimaryAccess,
  ScopedAccess
} from "@partner-api/contract/Middleware"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import { Forbidden, Unauthorized } from "@partner-api/domain/Errors"
import { jsonPointer, problemsMax } from "@partner-api/domain/Problem"
import { checkAccess, type TokenInfo } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { HttpServerRequest, ParsedSearchParams } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { RateLimits } from "../../services/access/RateLimits.ts"
import { Tokens } from "../../services/access/Tokens.ts"
import { CurrentRequest, noteTaken } from "../CurrentRequest.ts"
import { errorResponse, unprocessable } from "../ErrorResponse.ts"

const bearer = /^bearer +([^ ]+) *$/i
const partnerTokenKey = partnerTokenHeader.toLowerCase()

const missing = new Unauthorized({
  message: `An access token is required, in Authorization: Bearer or in ${partnerTokenHeader}.`
})
const malformed = new Unauthorized({ message: "Authorization must be: Bearer <access token>.", credentialsSent: true })
const twice = new InvalidRequest({
  message: `Send one token: in Authorization or in ${partnerTokenHeader}, not in both.`
})

/** The token of a request, from the one header that carries it. */
const tokenOf = (request: HttpServerRequest): Effect.Effect<Redacted.Redacted, Unauthorized | InvalidRequest> => {
  const authorization = request.headers["authorization"]
  const partnerToken = request.headers[partnerTokenKey]
  if (authorization !== undefined && partnerToken !== undefined) return Effect.fail(twice)
  if (partnerToken !== undefined) return Effect.succeed(Redacted.make(partnerToken))
  if (authorization === undefined) return Effect.fail(missing)
  const token = bearer.exec(authorization)?.[1]
  return token === undefined ? Effect.fail(malformed) : Effect.succeed(Redacted.make(token))
}

/** An endpoint that declares no query knows no parameters; HttpApi itself looks only where a query is declared. */
const checkQuery = (endpoint: HttpApiEndpoint.Top, query: ParsedSearchParams["Service"]) => {
  const names = endpoint.query === undefined ? Object.keys(query) : []
  return names.length === 0
    ? Effect.void
    : Effect.fail(
        unprocessable(
          names.slice(0, problemsMax).map((name) => ({
            in: "query",
            path: jsonPointer([name]),
            code: "unknown",
            message: "is not known here; this endpoint has no query parameters"
          }))
        )
      )
}

/** Tells the access log who is calling, whether or not the call is let in. */
const noteCaller = ({ clientId, organizationId }: TokenInfo) =>
  Effect.map(CurrentRequest, (record) => {
    record.clientId = clientId
    record.organizationId = organizationId
  })

const admit = (
  tokens: Tokens["Service"],
  limits: RateLimits["Service"],
  endpoint: HttpApiEndpoint.Top
): Effect.Effect<TokenInfo, PartnerError, HttpServerRequest | ParsedSearchParams> => {
  const { access } = Context.getUnsafe(endpoint.annotations, EndpointMetadata)
  return HttpServerRequest.pipe(
    Effect.flatMap(tokenOf),
    Effect.flatMap(tokens.find),
    Effect.tap(noteCaller),
    Effect.tap((caller) => Effect.flatMap(limits.take(caller), noteTaken)),
    Effect.tap((token) => Effect.fromResult(checkAccess(token, access))),
    Effect.tap(() => Effect.flatMap(ParsedSearchParams, (query) => checkQuery(endpoint, query)))
  )
}

const primary = Layer.effect(
  PrimaryAccess,
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const limits = yield* RateLimits
    const enter: PrimaryAccess["Service"]["bearer"] = (httpEffect, { endpoint }) =>
      Effect.matchEffect(admit(tokens, limits, endpoint), {
        onFailure: errorResponse,
        onSuccess: ({ clientId, organizationId, tokenId }) =>
          // Both at once: each provision on its own costs the hot path.
          Effect.updateContext(httpEffect, (context) =>
            context.pipe(
              Context.add(CurrentClient, { clientId, tokenId }),
              Context.add(CurrentCaller, { clientId, organizationId })
            )
          )
      })
    return PrimaryAccess.of({ bearer: enter, partnerToken: enter })
  })
)

const scoped = Layer.effect(
  ScopedAccess,
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const limits = yield* RateLimits
    const enter: ScopedAccess["Service"]["bearer"] = (httpEffect, { endpoint }) =>
      Effect.matchEffect(admit(tokens, limits, endpoint), {
        onFailure: errorResponse,
        onSuccess: ({ clientId, organizationId, agencyId }) =>
          organizationId === undefined
            ? errorResponse(new Forbidden({ message: "This needs a token scoped to an organization." }))
            : Effect.updateContext(httpEffect, (context) =>
                context.pipe(
                  Context.add(CurrentOrganization, { clientId, organizationId, agencyId }),
                  Context.add(CurrentCaller, { clientId, organizationId })
                )
              )
      })
    return ScopedAccess.of({ bearer: enter, partnerToken: enter })
  })
)

export const layer = Layer.merge(primary, scoped)
