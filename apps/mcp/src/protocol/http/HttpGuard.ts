/**
 * The checks of every request over HTTP before the protocol handles it: framing, origin, authentication, body, session.
 *
 * Authentication comes before the body, so that a caller without a token does not learn whether a body was right.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { appendPreResponseHandler } from "effect/http/HttpEffect"
import * as Headers from "effect/http/Headers"
import { HttpServerError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerRequests from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import type { unhandled } from "effect/Types"
import type { Authenticate, Denial } from "./Authorization.ts"
import { readMessage } from "./HttpBody.ts"
import { refuseDoubtful } from "./HttpFraming.ts"
import { type HttpPlace, refuseForeign } from "./HttpOrigin.ts"
import { explained, refusal } from "./HttpRefusal.ts"
import { argumentsProblem, idOf } from "../CallShape.ts"
import { makeHttpSessions } from "./HttpSessions.ts"
import { kindOf, logEvent } from "../Log.ts"
import { CurrentPrincipal, holds, type Principal } from "../Principal.ts"
import type { ToolMetadata } from "../tool/Tool.ts"

type Response = HttpServerResponse.HttpServerResponse

/** The one address of the protocol. */
export const mcpPath = "/mcp"

const sessionHeader = "mcp-session-id"

export interface HttpGuard {
  readonly place: HttpPlace
  readonly authenticate: Authenticate
  /** The address at which clients learn of tokens (RFC 9728), and the scopes; absent without an issuer. */
  readonly challenge: { readonly metadataUrl: string; readonly scopes: ReadonlyArray<string> } | undefined
  readonly tools: ReadonlyArray<ToolMetadata>
}

const challengeOf = ({ challenge }: HttpGuard, error: string | undefined, scopes: ReadonlyArray<string>) =>
  [
    error === undefined ? undefined : `error="${error}"`,
    challenge === undefined ? undefined : `resource_metadata="${challenge.metadataUrl}"`,
    scopes.length === 0 ? undefined : `scope="${scopes.join(" ")}"`
  ]
    .filter((part) => part !== undefined)
    .join(", ")

const unauthorized = (guard: HttpGuard, error: string | undefined, message: string): Response =>
  refusal(401, "refused", message, {
    "www-authenticate": `Bearer ${challengeOf(guard, error, guard.challenge?.scopes ?? [])}`.trimEnd()
  })

const insufficient = (guard: HttpGuard, scopes: ReadonlyArray<string>): Response =>
  refusal(403, "refused", `The token lacks a scope: ${scopes.join(" ")}.`, {
    "www-authenticate": `Bearer ${challengeOf(guard, "insufficient_scope", scopes)}`
  })

const denied = (guard: HttpGuard, denial: Denial): Response => {
  switch (denial) {
    case "missing":
      return unauthorized(guard, undefined, "Send a token: Authorization: Bearer.")
    case "invalid":
      return unauthorized(guard, "invalid_token", "The token is not valid for this server.")
    case "platform_token":
      return unauthorized(
        guard,
        "invalid_token",
        "Tokens of the platform are not accepted here; this server has its own."
      )
    case "insufficient":
      return insufficient(guard, guard.challenge?.scopes ?? [])
    case "keys_unavailable":
      return refusal(503, "internal", "The issuer's keys cannot be had now.", { "retry-after": "5" })
  }
}

/** The scope that one message needs and its caller lacks; where one of several is enough, the first of them. */
const missingOf = (guard: HttpGuard, message: unknown, principal: Principal): ReadonlyArray<string> => {
  if (!Predicate.hasProperty(message, "method") || message.method !== "tools/call") return []
  const name: unknown =
    Predicate.hasProperty(message, "params") && Predicate.hasProperty(message.params, "name")
      ? message.params.name
      : undefined
  const scopes = guard.tools.find((tool) => tool.name === name)?.scopes ?? []
  return holds(principal, scopes) ? [] : scopes.slice(0, 1)
}

/** Those of all messages of a body: a client of 2025-03-26 may send several in one. */
const missingScopes = (guard: HttpGuard, body: unknown, principal: Principal): ReadonlyArray<string> => [
  ...new Set([body].flat().flatMap((message) => missingOf(guard, message, principal)))
]

const notFound = refusal(404, "invalid", `There is nothing here; the protocol is at ${mcpPath}.`)
const unknownSession = refusal(404, "invalid", "This session is not known; send initialize to start one.")
const failed = refusal(500, "internal", "The server failed; its log says why.")

const isUnrouted = (error: unknown): boolean =>
  error instanceof HttpServerError && error.reason._tag === "RouteNotFound"

/** The answer to an unhandled failure. An interrupted request gets none: its client is gone. */
const afterFailure = (cause: Cause.Cause<unhandled>): Effect.Effect<Response, unhandled> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  const [reason] = cause.reasons
  if (reason !== undefined && Cause.isFailReason(reason) && isUnrouted(reason.error)) return Effect.succeed(notFound)
  return Effect.as(logEvent("request_defect", { kind: kindOf(Cause.squash(cause)) }), failed)
}

/** Both media types, by name: Effect's server looks for nothing else, although a client that takes everything takes them too. */
const both = "application/json, text/event-stream"

/** The same request, with the media types by name where it accepts all (RFC 9110, 12.5.1). */
const accepting = (request: HttpServerRequest): HttpServerRequest => {
  const { accept = "*/*" } = request.headers
  return accept.split(",").some((type) => type.trim().startsWith("*/*"))
    ? request.modify({ headers: Headers.set(request.headers, "accept", both) })
    : request
}

/** A request of our own that ends a session. */
const endRequest = (session: string): HttpServerRequest =>
  HttpServerRequests.fromWeb(
    new Request(`http://127.0.0.1${mcpPath}`, { method: "DELETE", headers: { [sessionHeader]: session } })
  )

/** The guard around everything that the server serves. */
export const guarded = (guard: HttpGuard) => {
  const foreign = refuseForeign(guard.place)
  const sessions = makeHttpSessions()

  return (handle: Effect.Effect<Response, unhandled>): Effect.Effect<Response, unhandled, HttpServerRequest> => {
    const noteSession = (request: HttpServerRequest, principal: Principal, response: Response) => {
      const opened = response.headers[sessionHeader]
      const ended = request.method === "DELETE" ? request.headers[sessionHeader] : undefined
      if (ended !== undefined) sessions.close(ended)
      const leaving = opened === undefined ? [] : sessions.open(opened, principal.id)
      return Effect.forEach(
        leaving,
        (session) => Effect.ignoreCause(Effect.provideService(handle, HttpServerRequest, endRequest(session))),
        { discard: true }
      )
    }

    const admitted = (request: HttpServerRequest, principal: Principal) => {
      const session = request.headers[sessionHeader]
      if (session !== undefined && !sessions.mayUse(session, principal.id)) return Effect.succeed(unknownSession)
      return handle.pipe(
        Effect.provideService(CurrentPrincipal, principal),
        // The server writes its session header last of all, in handlers of this kind that it adds; this one comes after them.
        Effect.tap(
          appendPreResponseHandler((_request, response) =>
            Effect.as(noteSession(request, principal, response), response)
          )
        )
      )
    }

    const protocol = (request: HttpServerRequest) =>
      Effect.matchEffect(guard.authenticate(request.headers), {
        onFailure: (denial) => Effect.succeed(denied(guard, denial)),
        onSuccess: (principal) =>
          request.method === "POST"
            ? Effect.matchEffect(readMessage(request), {
                onFailure: (refused) => Effect.succeed(refused),
                onSuccess: (message) => {
                  const wrongArguments = argumentsProblem(message)
                  if (wrongArguments !== undefined) {
                    return Effect.succeed(refusal(400, "params", wrongArguments, {}, idOf(message)))
                  }
                  const scopes = missingScopes(guard, message, principal)
                  return scopes.length > 0 ? Effect.succeed(insufficient(guard, scopes)) : admitted(request, principal)
                }
              })
            : admitted(request, principal)
      })

    return Effect.flatMap(HttpServerRequest, (given) => {
      const [path = ""] = given.url.split("?")
      const refused = refuseDoubtful(given) ?? foreign(given.headers, path)
      if (refused !== undefined) return Effect.succeed(refused)
      const request = accepting(given)
      return Effect.catchCause(path === mcpPath ? protocol(request) : handle, afterFailure).pipe(
        Effect.map(explained),
        Effect.provideService(HttpServerRequest, request)
      )
    })
  }
}
