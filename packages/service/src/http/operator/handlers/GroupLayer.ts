/**
 * What the handlers of every group of the operators' API are built with (`../../handlers/GroupLayer.ts`).
 */
import { ConditionalRequests, ErrorEncoding, IdempotentWrite, JsonBody } from "@partner-api/contract/Middleware"
import { OperatorAccess } from "@partner-api/contract/operator/OperatorAccess"
import * as Scope from "effect/Scope"

export const ofEveryOperatorGroup = [
  ConditionalRequests,
  ErrorEncoding,
  IdempotentWrite,
  JsonBody,
  OperatorAccess,
  Scope.Scope
] as const
