/**
 * Hands the operator whom the admission has found to the endpoint (`OperatorAdmission.ts`). Refuses nothing of its own.
 */
import { CurrentCaller } from "@partner-api/contract/Middleware"
import { CurrentOperator, OperatorAccess } from "@partner-api/contract/operator/OperatorAccess"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentRequest } from "../CurrentRequest.ts"
import { errorResponse } from "../ErrorResponse.ts"
import { signedOut } from "./OperatorAdmission.ts"

const enter: OperatorAccess["Service"]["session"] = (httpEffect) =>
  Effect.flatMap(CurrentRequest, ({ operator }) =>
    operator === undefined
      ? errorResponse(signedOut)
      : Effect.updateContext(httpEffect, (context) =>
          context.pipe(
            Context.add(CurrentOperator, operator),
            Context.add(CurrentCaller, {
              by: { kind: "operator", operatorId: operator.operatorId },
              organizationId: undefined
            })
          )
        )
  )

export const layer = Layer.succeed(OperatorAccess, { session: enter })
