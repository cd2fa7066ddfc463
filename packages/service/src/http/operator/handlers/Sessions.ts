/**
 * Handlers of the session of an operator. The cookie is for the browser alone: scripts cannot read it, and other sites cannot send it.
 */
import { providerPath } from "@partner-api/contract/operator/ConsolePath"
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { CurrentOperator } from "@partner-api/contract/operator/OperatorAccess"
import * as Effect from "effect/Effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Redacted from "effect/Redacted"
import { handlersOf } from "../../Handlers.ts"
import { PublicUrl } from "../../../PublicUrl.ts"
import { Journal } from "../../../services/Journal.ts"
import { OperatorSessions } from "../../../services/operator/OperatorSessions.ts"
import { SignInProvider } from "../../../services/operator/SignInProvider.ts"
import { CurrentRequest } from "../../RequestContext.ts"
import { sessionCookie } from "../Cookie.ts"

export const layer = handlersOf(
  OperatorApi,
  "session",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* OperatorSessions
    const journal = yield* Journal
    const publicUrl = yield* PublicUrl
    const provider = yield* SignInProvider

    return handlers({
      signIn: Effect.fnUntraced(function* ({ payload }) {
        const { id: requestId } = yield* CurrentRequest
        const { session, token } = yield* journal.write({ kind: "operator", requestId }, sessions.signIn(payload.token))
        return HttpApiSchema.withHeaders({
          body: session,
          headers: { "set-cookie": sessionCookie(publicUrl, Redacted.value(token)) }
        })
      }),
      methods: () =>
        Effect.succeed(provider === undefined ? {} : { provider: { name: provider.name, path: providerPath } }),
      get: () => Effect.map(CurrentOperator, ({ session }) => session),
      signOut: Effect.fnUntraced(function* () {
        const { id: requestId } = yield* CurrentRequest
        const { operatorId, sessionDigest } = yield* CurrentOperator
        yield* journal.write({ kind: "operator", operatorId, requestId }, sessions.signOut(sessionDigest))
        return HttpApiSchema.withHeaders({ body: undefined, headers: { "set-cookie": sessionCookie(publicUrl, "") } })
      })
    })
  })
)
