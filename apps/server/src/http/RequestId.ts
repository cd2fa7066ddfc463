/**
 * The name of a request, for people who compare an answer with a log: taken from `X-Request-Id` when it is well formed, else made.
 */
import * as Crypto from "node:crypto"
import * as Context from "effect/Context"

/** The header that carries it, in requests and in every answer. */
export const requestIdHeader = "x-request-id"

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/

/** The name of the request at hand. */
export const CurrentRequestId = Context.Reference<string>("@partner-api/server/CurrentRequestId", {
  defaultValue: () => ""
})

/** The name of a request with this header. */
export const requestIdOf = (header: string | undefined): string =>
  header !== undefined && wellFormed.test(header) ? header : Crypto.randomUUID()
