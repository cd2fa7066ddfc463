/**
 * What handles the requests of partners: the routes of the contract with their handlers, and the pages of a router. Wiring only.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { endpoints } from "@partner-api/contract/Endpoints"
import * as Layer from "effect/Layer"
import { Admission } from "./Admission.ts"
import * as EndpointRoutes from "./EndpointRoutes.ts"
import * as Access from "./middleware/Access.ts"
import * as Agencies from "./handlers/Agencies.ts"
import * as Applications from "./handlers/Applications.ts"
import * as AuditLog from "./handlers/AuditLog.ts"
import * as Client from "./handlers/Client.ts"
import * as Events from "./handlers/Events.ts"
import * as ErrorEncoding from "./middleware/ErrorEncoding.ts"
import * as ConditionalRequests from "./middleware/ConditionalRequests.ts"
import * as Jobs from "./handlers/Jobs.ts"
import { Login } from "./handlers/Login.ts"
import * as OAuth from "./handlers/OAuth.ts"
import * as Organizations from "./handlers/Organizations.ts"
import * as PartnerAuth from "./handlers/PartnerAuth.ts"
import * as RequestBody from "./middleware/RequestBody.ts"
import { partnerApi } from "./GuardedApi.ts"
import { RequestHandler } from "./RequestHandler.ts"
import * as System from "./handlers/System.ts"
import * as Users from "./handlers/Users.ts"
import * as WebhookEndpoints from "./handlers/WebhookEndpoints.ts"
import * as IdempotentWrite from "./middleware/IdempotentWrite.ts"

/** What stands around the handlers. */
export const middleware = Layer.mergeAll(
  Access.layer,
  ErrorEncoding.layer,
  ConditionalRequests.layer,
  RequestBody.layerOf(endpoints),
  IdempotentWrite.layerOf(endpoints)
)

const handlers = Layer.mergeAll(
  OAuth.layer,
  PartnerAuth.layer,
  Organizations.layer,
  Client.layer,
  Jobs.layer,
  Applications.layer,
  Users.layer,
  Agencies.layer,
  AuditLog.layer,
  Events.layer,
  WebhookEndpoints.layer,
  System.layer
).pipe(Layer.provide(Login.layer))

/** Handles the requests of partners, with `around` around the handlers. */
export const layerWith = <E, R>(around: Layer.Layer<Layer.Success<typeof middleware>, E, R>) =>
  RequestHandler.layerOf(partnerApi).pipe(
    Layer.provide(EndpointRoutes.layer(PartnerApi, endpoints).pipe(Layer.provide(handlers))),
    Layer.provide(around),
    Layer.provide(Admission.layer),
    Layer.provide(RequestBody.PublicBody.layer)
  )

/** The same with the middleware of the service. */
export const layer = layerWith(middleware)
