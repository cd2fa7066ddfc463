/**
 * Authenticates operators by the cookie of a session, which a sign-in link opens. Declares the middleware; the server implements it.
 */
import type { OperatorRole, OperatorSession } from "@partner-api/domain/operator/Operator"
import type { OperatorId } from "@partner-api/domain/operator/OperatorId"
import type { Access } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { CurrentCaller } from "../Middleware.ts"
import { Forbidden, Unauthorized } from "../WireErrors.ts"

/** The cookie of a session where the console is on https: the browser takes it from this host alone (RFC 6265bis §4.1.3). */
export const secureSessionCookie = "__Host-console"

/** The cookie of a session on http, which is for this machine alone. */
export const plainSessionCookie = "console"

/**
 * The header of requests that a page sends while nobody uses it, such as those that refresh what it shows. They do not keep the session going: it
 * ends 30 minutes after its operator has gone.
 */
export const unattendedHeader = "x-unattended"

/** The operator behind a request. */
export class CurrentOperator extends Context.Service<
  CurrentOperator,
  {
    readonly operatorId: OperatorId
    readonly role: OperatorRole
    readonly session: OperatorSession
    /** The digest of the session. */
    readonly sessionDigest: string
  }
>()("@partner-api/contract/CurrentOperator") {}

/** Lets requests through that have the session of an operator with the role that the endpoint requires. */
export class OperatorAccess extends HttpApiMiddleware.Service<
  OperatorAccess,
  { provides: CurrentOperator | CurrentCaller }
>()("@partner-api/contract/OperatorAccess", {
  security: {
    session: HttpApiSecurity.apiKey({ key: secureSessionCookie, in: "cookie" }).pipe(
      HttpApiSecurity.annotate(OpenApi.Description, "The session of an operator who has signed in with a link")
    )
  },
  error: [Unauthorized, Forbidden]
}) {}

/** The role that an operator needs to read. */
export const viewer: Access = { level: "operator", role: "viewer" }

/** The role that an operator needs to write. */
export const admin: Access = { level: "operator", role: "admin" }
