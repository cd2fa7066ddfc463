/**
 * Finds the client and the organization of the token of a request (spec 5; decisions, Tokens), or the client of its credentials where the endpoint takes no
 * token (recruiting 11), and puts them into the context as its caller. A public endpoint does not have this stage.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import { missingCredentials } from "@partner-api/domain/Credentials"
import { Unauthorized } from "@partner-api/domain/Errors"
import { isTokenOptional, refusedToken, type TokenInfo } from "@partner-api/domain/Token"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { tokenDigestOf } from "../../crypto/Secrets.ts"
import { Tokens } from "../../services/access/Tokens.ts"
import { basicCredentialsOf } from "../BasicCredentials.ts"
import { prepared } from "../ErrorResponse.ts"
import { Login } from "../handlers/Login.ts"
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

/** The digest of the token of a request, which is in one of two headers or in both. */
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

const hasToken = ({ headers }: Incoming): boolean =>
  headers["authorization"] !== undefined || headers[partnerTokenKey] !== undefined

/** Calls the next stage without an effect where `Tokens` has the token in its cache. */
export const stage = Effect.map(Effect.all([Tokens, Login]), ([tokens, login]): Stage => (next, entry) => {
  const { access } = entry.metadata
  if (access.level === "public") return next
  if (access.level === "credentials") {
    return (context) => {
      const credentials = basicCredentialsOf(context.incoming.headers["authorization"] ?? "")
      // `Login` puts the caller into the context, and counts wrong credentials as a failed login of the address.
      return credentials === undefined
        ? Effect.fail(missingCredentials)
        : Effect.flatMap(login(credentials), () => next(context))
    }
  }
  const isOptional = isTokenOptional(access)
  return (context) => {
    if (isOptional && !hasToken(context.incoming)) return next(context)
    const digest = tokenOf(context.incoming)
    if (Result.isFailure(digest)) return Effect.fail(digest.failure)
    const goOn = (token: TokenInfo) => {
      // The logs name the caller of a refused request too.
      context.caller = { kind: "token", token }
      return next(context)
    }
    const known = tokens.cached(digest.success)
    return known === undefined ? Effect.flatMap(tokens.find(digest.success), goOn) : goOn(known)
  }
})
