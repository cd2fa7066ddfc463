/**
 * The pipeline of partners: the endpoints of the contract, their handlers and their stages. Wiring only.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { endpoints } from "@partner-api/contract/Endpoints"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FairTurns } from "../services/access/FairTurns.ts"
import { FilePlaces } from "../services/access/FilePlaces.ts"
import { partnerApi } from "./ServedApi.ts"
import * as Agencies from "./handlers/Agencies.ts"
import * as AgencyInvitations from "./handlers/AgencyInvitations.ts"
import * as Applications from "./handlers/Applications.ts"
import * as Attachments from "./handlers/Attachments.ts"
import * as Confirmations from "./handlers/Confirmations.ts"
import * as AuditLog from "./handlers/AuditLog.ts"
import * as Client from "./handlers/Client.ts"
import * as ClientSecrets from "./handlers/ClientSecrets.ts"
import * as ErasureRequests from "./handlers/ErasureRequests.ts"
import * as Events from "./handlers/Events.ts"
import * as Jobs from "./handlers/Jobs.ts"
import { Login } from "./handlers/Login.ts"
import * as Messages from "./handlers/Messages.ts"
import * as OAuth from "./handlers/OAuth.ts"
import * as Organizations from "./handlers/Organizations.ts"
import * as PartnerAuth from "./handlers/PartnerAuth.ts"
import * as RejectionReasons from "./handlers/RejectionReasons.ts"
import * as Placements from "./handlers/Placements.ts"
import * as Settings from "./handlers/Settings.ts"
import * as SubjectExports from "./handlers/SubjectExports.ts"
import * as System from "./handlers/System.ts"
import * as Users from "./handlers/Users.ts"
import * as WebhookEndpoints from "./handlers/WebhookEndpoints.ts"
import { partnerStages, Pipeline } from "./Pipeline.ts"
import type { Stage } from "./Stage.ts"
import { PublicBody } from "./stages/ReadBody.ts"

const handlers = Layer.mergeAll(
  OAuth.layer,
  PartnerAuth.layer,
  Organizations.layer,
  Client.layer,
  ClientSecrets.layer,
  Settings.layer,
  Jobs.layer,
  Applications.layer,
  Attachments.layer,
  Messages.layer,
  RejectionReasons.layer,
  Placements.layer,
  Users.layer,
  Agencies.layer,
  AgencyInvitations.layer,
  Confirmations.layer,
  ErasureRequests.layer,
  SubjectExports.layer,
  AuditLog.layer,
  Events.layer,
  WebhookEndpoints.layer,
  System.layer
).pipe(Layer.provide(Login.layer))

/** The pipeline of partners with other stages, for the service in memory. */
export const layerWith = <E, R>(stages: Effect.Effect<ReadonlyArray<Stage>, E, R>) =>
  Pipeline.layerOf(partnerApi, PartnerApi, endpoints, stages).pipe(
    Layer.provide(handlers),
    Layer.provide([FairTurns.layer, FilePlaces.layer, Login.layer, PublicBody.layer])
  )

/** The pipeline of partners. */
export const layer = layerWith(partnerStages)
