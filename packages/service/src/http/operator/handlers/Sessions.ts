/**
 * Handlers of the session of an operator. The cookie is for the browser alone: scripts cannot read it, and other sites cannot send it.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { CurrentOperator, plainSessionCookie, secureSessionCookie } from "@partner-api/contract/operator/OperatorAccess"
import { sessionLifetimeMs } from "@partner-api/domain/operator/Operator"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Redacted from "effect/Redacted"
import { PublicUrl } from "../../../PublicUrl.ts"
import { Journal } from "../../../services/Journal.ts"
import { OperatorSessions } from "../../../services/operator/OperatorSessions.ts"
import { CurrentRequest } from "../../CurrentRequest.ts"
import { groupLayer } from "../../handlers/GroupLayer.ts"
import { ofEveryOperatorGroup } from "./GroupLayer.ts"

/** The cookie with a token, for the listener at an address; an empty one ends. */
const cookieOf = (publicUrl: string, token: string): string => {
  const isSecure = publicUrl.startsWith("https:")
  const lifetimeSeconds = token === "" ? 0 : sessionLifetimeMs / 1_000
  const name = isSecure ? secureSessionCookie : plainSessionCookie
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lifetimeSeconds}${isSecure ? "; Secure" : ""}`
}

const group = HttpApiBuilder.group(
  OperatorApi,
  "session",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* OperatorSessions
    const journal = yield* Journal
    const publicUrl = yield* PublicUrl

    return handlers
      .handle(
        "signIn",
        Effect.fnUntraced(function* ({ payload }) {
          const { id: requestId } = yield* CurrentRequest
          const { session, token } = yield* journal.write(
            { kind: "operator", requestId },
            sessions.signIn(payload.token)
          )
          return HttpApiSchema.withHeaders({
            body: session,
            headers: { "set-cookie": cookieOf(publicUrl, Redacted.value(token)) }
          })
        })
      )
      .handle("get", () => Effect.map(CurrentOperator, ({ session }) => session))
      .handle(
        "signOut",
        Effect.fnUntraced(function* () {
          const { id: requestId } = yield* CurrentRequest
          const { operatorId, sessionDigest } = yield* CurrentOperator
          yield* journal.write({ kind: "operator", operatorId, requestId }, sessions.signOut(sessionDigest))
          return HttpApiSchema.withHeaders({ body: undefined, headers: { "set-cookie": cookieOf(publicUrl, "") } })
        })
      )
  })
)

export const layer = groupLayer(group, Context.pick(...ofEveryOperatorGroup, OperatorSessions, Journal, PublicUrl))
