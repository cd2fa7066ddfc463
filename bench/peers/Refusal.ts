/**
 * What every answer of a peer carries, and what a refusal carries besides: the headers and the Error body of the product.
 */
import * as Crypto from "node:crypto"
import { settings } from "./Settings.ts"

/** A refusal: a status, the code of the Error body, and the challenge of a 401 or 403. */
export interface Refusal {
  readonly status: number
  readonly error: string
  readonly challenge?: string
}

const challenge = (error: string): string =>
  `Bearer realm="partner-api",${error} resource_metadata="${settings.publicUrl}/.well-known/oauth-protected-resource"`

export const unauthorized: Refusal = { status: 401, error: "unauthorized", challenge: challenge("") }
export const unknownToken: Refusal = { ...unauthorized, challenge: challenge(' error="invalid_token",') }
export const forbidden: Refusal = {
  status: 403,
  error: "forbidden",
  challenge: challenge(' error="insufficient_scope",')
}
export const rateLimited: Refusal = { status: 429, error: "rate_limited" }
export const invalidCursor: Refusal = { status: 400, error: "invalid_cursor" }
export const unprocessable: Refusal = { status: 422, error: "unprocessable_entity" }
export const conflict: Refusal = { status: 409, error: "conflict" }
export const duplicateApplication: Refusal = { status: 409, error: "duplicate_application" }
export const invalidTransition: Refusal = { status: 409, error: "invalid_transition" }
export const invalidRequest: Refusal = { status: 400, error: "invalid_request" }
export const unsupportedGrantType: Refusal = { status: 400, error: "unsupported_grant_type" }
export const invalidClient: Refusal = {
  status: 401,
  error: "invalid_client",
  challenge: 'Basic realm="partner-api"'
}
export const tooLarge: Refusal = { status: 413, error: "payload_too_large" }
export const notFound: Refusal = { status: 404, error: "not_found" }

/** The header of every answer. */
export const everyAnswer = { "x-content-type-options": "nosniff" } as const

/** What an answer depends on where its request needs a token. */
const tokenHeaders = "Authorization, X-Auth-Token"

/** The headers for caches of every answer to a request that needs a token. A list may be compressed too. */
export const tokenAnswer = { "cache-control": "private, no-cache", vary: tokenHeaders } as const
export const listVary = { vary: `Accept-Encoding, ${tokenHeaders}` } as const

/** The bytes that each body may have. */
export const bodyBytesMax = { user: 8_192, application: 262_144, action: 32_768, form: 16_384 } as const

/** A connection without requests is kept this long. */
export const keepAliveTimeoutMs = 75_000

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/

/** The name of a request: the caller's if it is well formed, else a new one. */
export const requestIdOf = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && wellFormed.test(header) ? header : Crypto.randomUUID()

/** The headers of a refusal. */
export const headersOf = ({ challenge }: Refusal): Record<string, string> => ({
  "cache-control": "no-store",
  ...(challenge === undefined ? {} : { "www-authenticate": challenge })
})

/** The Error body of a refusal. */
export const errorBody = ({ error }: Refusal, requestId: string) => ({
  error,
  message: "The request was refused.",
  request_id: requestId
})

/** The same with what OAuth clients read. */
export const oauthErrorBody = (refusal: Refusal, requestId: string) => {
  const body = errorBody(refusal, requestId)
  return { ...body, error_description: body.message }
}
