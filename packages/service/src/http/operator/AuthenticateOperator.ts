/**
 * Finds the operator of a request by the session of its cookie. The same stage as for partners (`stages/Authenticate.ts`), with another proof.
 */
import { unattendedHeader } from "@partner-api/contract/operator/OperatorAccess"
import { Unauthorized } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { PublicUrl } from "../../PublicUrl.ts"
import { OperatorSessions } from "../../services/operator/OperatorSessions.ts"
import { prepared } from "../ErrorResponse.ts"
import type { Stage } from "../Stage.ts"
import { cookieName, sessionCookies } from "./Cookie.ts"

/** The answer without a session, whatever the reason: the page shows the way to sign in. */
const signedOut = prepared(
  new Unauthorized({
    message:
      "Nobody is signed in here, or the session has ended. Sign in at /console/, or with a link of partner-api console login."
  })
)

export const stage = Effect.gen(function* () {
  const sessions = yield* OperatorSessions
  const cookie = cookieName(yield* PublicUrl, sessionCookies)
  return ((next, { metadata }) =>
    metadata.access.level === "operator"
      ? (context) => {
          const { headers } = context.incoming
          const token = Cookies.parseHeader(headers["cookie"] ?? "")[cookie]
          if (token === undefined) return Effect.fail(signedOut)
          const isUse = headers[unattendedHeader] === undefined
          return Effect.flatMap(sessions.find(Redacted.make(token), isUse), (found) => {
            if (Option.isNone(found)) return Effect.fail(signedOut)
            const { session, sessionDigest } = found.value
            const { id, role } = session.operator
            context.caller = { kind: "operator", operator: { operatorId: id, role, session, sessionDigest } }
            return next(context)
          })
        }
      : next) satisfies Stage
})
