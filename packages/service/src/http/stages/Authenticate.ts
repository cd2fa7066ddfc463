/**
 * Finds the holder of the token of a request (spec 5; decisions, Tokens). An endpoint for everybody looks for none.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import { Unauthorized } from "@partner-api/domain/Errors"
import { refusedToken, type TokenInfo } from "@partner-api/domain/Token"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { tokenDigestOf } from "../../crypto/Secrets.ts"
import { Tokens } from "../../services/access/Tokens.ts"
import { prepared } from "../ErrorResponse.ts"
import type { Incoming } from "../Incoming.ts"
import type { Stage } from "../Stage.ts"

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
const tokenOf = ({ headers }: Incoming): Result.Result<string, Unauthorized | InvalidRequest> => {
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

/** Runs no effect where the token is known from a moment ago. */
export const stage = Effect.map(
  Tokens,
  (tokens): Stage =>
    (next, { metadata }) =>
      metadata.access.level === "public"
        ? next
        : (context) => {
            const digest = tokenOf(context.incoming)
            if (Result.isFailure(digest)) return Effect.fail(digest.failure)
            const goOn = (token: TokenInfo) => {
              // The log names who called, whether or not the call is let in.
              context.caller = { kind: "token", token }
              return next(context)
            }
            const known = tokens.cached(digest.success)
            return known === undefined ? Effect.flatMap(tokens.find(digest.success), goOn) : goOn(known)
          }
)
