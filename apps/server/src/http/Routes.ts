/**
 * Everything that listens on HTTP: the contract with its handlers, the edge around it, and the documentation.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import * as Access from "./Access.ts"
import * as Agencies from "./Agencies.ts"
import * as AuditLog from "./AuditLog.ts"
import * as ErrorEncoding from "./ErrorEncoding.ts"
import * as Docs from "./Docs.ts"
import * as RequestGuard from "./RequestGuard.ts"
import * as ConditionalRequests from "./ConditionalRequests.ts"
import * as Jobs from "./Jobs.ts"
import { Login } from "./Login.ts"
import * as OAuth from "./OAuth.ts"
import * as Organizations from "./Organizations.ts"
import * as PartnerAuth from "./PartnerAuth.ts"
import * as RequestBody from "./RequestBody.ts"
import * as System from "./System.ts"
import * as Users from "./Users.ts"
import * as IdempotentWrite from "./IdempotentWrite.ts"

const handlers = Layer.mergeAll(
  OAuth.layer,
  PartnerAuth.layer,
  Organizations.layer,
  Jobs.layer,
  Users.layer,
  Agencies.layer,
  AuditLog.layer,
  System.layer
).pipe(
  Layer.provide([
    Access.layer,
    ErrorEncoding.layer,
    ConditionalRequests.layer,
    Login.layer,
    RequestBody.layer,
    IdempotentWrite.layer
  ]),
  Layer.provide(RequestBody.StrangerBody.layer)
)

const contract = HttpApiBuilder.layer(PartnerApi).pipe(Layer.provide(handlers))

export const layer = Layer.mergeAll(contract, Docs.layer, RequestGuard.layer)
