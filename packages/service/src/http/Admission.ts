/**
 * Lets requests in: finds the endpoint, the token, what it is, what is left to its holder, and whether it may do what the endpoint asks
 * (spec 5; decisions, Tokens).
 *
 * One pass before anything is routed, so that what is refused costs little. Nothing about the resource or the body is looked at. What the
 * pass finds is handed to the endpoint by the middleware that the contract declares: `middleware/Access.ts`.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import { Unauthorized } from "@partner-api/domain/Errors"
import { checkAccess, refusedToken, type TokenInfo } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { tokenDigestOf } from "../crypto/Secrets.ts"
import { RateLimits } from "../services/access/RateLimits.ts"
import { Tokens } from "../services/access/Tokens.ts"
import type { RequestRecord } from "./CurrentRequest.ts"
import { finderOf, type FoundEndpoint, noteEndpoint, unknownParameters } from "./EndpointFinder.ts"
import { prepared } from "./ErrorResponse.ts"
import { applyRateLimit } from "./RateLimitResult.ts"

const bearer = /^bearer +([^ ]+) *$/i
const partnerTokenKey = partnerTokenHeader.toLowerCase()

const missing = prepared(
  new Unauthorized({
    message: `An access token is required, in Authorization: Bearer or in ${partnerTokenHeader}.`
  })
)
const malformed = prepared(
  new Unauthorized({ message: "Authorization must be: Bearer <access token>.", credentialsSent: true })
)
const twoTokens = prepared(
  new InvalidRequest({
    message: `Authorization and ${partnerTokenHeader} do not hold the same token; leave one of the headers out.`
  })
)
prepared(refusedToken)

/** The digest of the token of a request, from the header that carries it, or from both. */
const tokenOf = ({ headers }: HttpServerRequest): Result.Result<string, Unauthorized | InvalidRequest> => {
  const authorization = headers["authorization"]
  const partnerToken = headers[partnerTokenKey]
  if (authorization === undefined && partnerToken === undefined) return Result.fail(missing)
  const bearerToken = authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
  // Generated clients send each alternative of `security`: the same token twice is one token.
  if (authorization !== undefined && partnerToken !== undefined && bearerToken !== partnerToken) {
    return Result.fail(twoTokens)
  }
  const token = partnerToken ?? bearerToken
  if (token === undefined) return Result.fail(malformed)
  const digest = tokenDigestOf(token)
  return digest === undefined ? Result.fail(refusedToken) : Result.succeed(digest)
}

const named = finderOf(endpoints)

/** What becomes of a request: it is refused, or it goes on, at once or when its token has been looked up. */
export type Admitted = Result.Result<Effect.Effect<void, PartnerError> | undefined, PartnerError>

const goesOn = Result.succeed(undefined)

export class Admission extends Context.Service<
  Admission,
  /** Looks at a request, and notes in its record what is found out. */
  (request: HttpServerRequest, record: RequestRecord) => Admitted
>()("@partner-api/service/Admission") {
  static readonly layer = Layer.effect(
    Admission,
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const limits = yield* RateLimits

      /** Lets the holder of a token in. */
      const letIn = (
        caller: TokenInfo,
        { handler: entry, searchParams }: FoundEndpoint,
        record: RequestRecord
      ): Result.Result<undefined, PartnerError> => {
        // The log tells who called, whether or not the call is let in.
        record.clientId = caller.clientId
        record.organizationId = caller.organizationId
        const taken = applyRateLimit(record, limits.take(caller))
        if (Result.isFailure(taken)) return Result.fail(taken.failure)
        const access = checkAccess(caller, entry.metadata.access)
        if (Result.isFailure(access)) return Result.fail(access.failure)
        const unknown = unknownParameters(entry, searchParams)
        if (unknown !== undefined) return Result.fail(unknown)
        record.admitted = caller
        record.admittedAtMs = performance.now()
        return goesOn
      }

      return Admission.of((request, record) => {
        const found = named(request)
        if (found === undefined) return goesOn
        noteEndpoint(record, found)
        if (found.handler.metadata.access.level === "public") return goesOn
        const token = tokenOf(request)
        if (Result.isFailure(token)) return Result.fail(token.failure)
        const holder = tokens.cached(token.success)
        if (holder !== undefined) return letIn(holder, found, record)
        return Result.succeed(
          Effect.flatMap(tokens.find(token.success), (caller) => Effect.fromResult(letIn(caller, found, record)))
        )
      })
    })
  )
}
