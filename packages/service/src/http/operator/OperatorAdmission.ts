/**
 * Lets requests of operators in: finds the endpoint, the session of the cookie, and whether the operator's role is enough. The same pass as
 * for partners (`Admission.ts`), with another proof.
 */
import { unattendedHeader } from "@partner-api/contract/operator/OperatorAccess"
import { operatorEndpoints } from "@partner-api/contract/operator/OperatorEndpoints"
import { Forbidden, Unauthorized } from "@partner-api/domain/Errors"
import { hasRole, type OperatorRole } from "@partner-api/domain/operator/Operator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { OperatorSessions } from "../../services/operator/OperatorSessions.ts"
import { type Admitted, Admission } from "../Admission.ts"
import type { RequestRecord } from "../CurrentRequest.ts"
import { finderOf, noteEndpoint, unknownParameters } from "../EndpointFinder.ts"
import { prepared } from "../ErrorResponse.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { cookieName, sessionCookies } from "./Cookie.ts"

/** What is answered without a session, whatever the reason: the page says how to sign in. */
export const signedOut = prepared(
  new Unauthorized({
    message:
      "Nobody is signed in here, or the session has ended. Sign in at /console/, or with a link of partner-api console login."
  })
)

const roleRefusals: Readonly<Record<OperatorRole, Forbidden>> = {
  viewer: prepared(new Forbidden({ message: "This needs the role viewer." })),
  admin: prepared(new Forbidden({ message: "This needs the role admin; yours is viewer." }))
}

const named = finderOf(operatorEndpoints)

export const layer = Layer.effect(
  Admission,
  Effect.gen(function* () {
    const sessions = yield* OperatorSessions
    const cookie = cookieName(yield* PublicUrl, sessionCookies)

    const enter = Effect.fnUntraced(function* (
      token: Redacted.Redacted,
      isUse: boolean,
      needed: OperatorRole,
      refuse: ReturnType<typeof unknownParameters>,
      record: RequestRecord
    ) {
      const found = yield* sessions.find(token, isUse)
      if (Option.isNone(found)) return yield* signedOut
      const { session, sessionDigest } = found.value
      const { id, role } = session.operator
      if (!hasRole(role, needed)) return yield* roleRefusals[needed]
      if (refuse !== undefined) return yield* refuse
      record.operator = { operatorId: id, role, session, sessionDigest }
    })

    return Admission.of((request, record): Admitted => {
      const found = named(request)
      if (found === undefined) return Result.succeed(undefined)
      noteEndpoint(record, found)
      const { access } = found.handler.metadata
      if (access.level !== "operator") return Result.succeed(undefined)
      const token = request.cookies[cookie]
      return token === undefined
        ? Result.fail(signedOut)
        : Result.succeed(
            enter(
              Redacted.make(token),
              request.headers[unattendedHeader] === undefined,
              access.role,
              unknownParameters(found.handler, found.searchParams),
              record
            )
          )
    })
  })
)
