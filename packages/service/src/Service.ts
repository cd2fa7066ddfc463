/**
 * The services of the API on the store ports, as one layer. Wiring only.
 */
import * as Layer from "effect/Layer"
import { Agencies } from "./services/Agencies.ts"
import { AgencyInvitations } from "./services/AgencyInvitations.ts"
import { Applications } from "./services/Applications.ts"
import { Attachments } from "./services/Attachments.ts"
import { AuditLog } from "./services/AuditLog.ts"
import { CandidateChecks } from "./services/CandidateChecks.ts"
import { CandidateErasure } from "./services/administration/CandidateErasure.ts"
import { ClientSecrets } from "./services/access/ClientSecrets.ts"
import { Clients } from "./services/access/Clients.ts"
import { OwnRequests } from "./services/access/OwnRequests.ts"
import { CheckAllowance } from "./services/CheckAllowance.ts"
import { CursorSigning } from "./services/CursorSigning.ts"
import { Confirmations } from "./services/Confirmations.ts"
import { ErasureRequests } from "./services/ErasureRequests.ts"
import { EventFeed } from "./services/EventFeed.ts"
import * as EventSignal from "./services/EventSignal.ts"
import { Idempotency } from "./services/Idempotency.ts"
import { JobAssignments } from "./services/JobAssignments.ts"
import { Jobs } from "./services/Jobs.ts"
import { Journal } from "./services/Journal.ts"
import { Lists } from "./services/Lists.ts"
import { Messages } from "./services/Messages.ts"
import { Placements } from "./services/Placements.ts"
import { Organizations } from "./services/Organizations.ts"
import { Readiness } from "./services/Readiness.ts"
import { SubjectExports } from "./services/SubjectExports.ts"
import { RejectionReasons } from "./services/RejectionReasons.ts"
import { Representation } from "./services/access/Representation.ts"
import { Tokens } from "./services/access/Tokens.ts"
import { Users } from "./services/Users.ts"
import { WebhookDeliveries } from "./services/webhooks/WebhookDeliveries.ts"
import { Webhooks } from "./services/webhooks/Webhooks.ts"

export const layer = Layer.mergeAll(
  Agencies.layer,
  AgencyInvitations.layer,
  Applications.layer,
  Attachments.layer,
  AuditLog.layer,
  CandidateChecks.layer,
  CandidateErasure.layer,
  Clients.layer,
  ClientSecrets.layer,
  Confirmations.layer,
  ErasureRequests.layer,
  EventFeed.layer,
  Idempotency.layer,
  JobAssignments.layer,
  Jobs.layer,
  Lists.layer,
  Messages.layer,
  Placements.layer,
  Organizations.layer,
  OwnRequests.layer,
  Readiness.layer,
  SubjectExports.layer,
  RejectionReasons.layer,
  Representation.layer,
  Users.layer,
  WebhookDeliveries.layer,
  Webhooks.layer
).pipe(
  Layer.provide(CursorSigning.layer),
  Layer.provideMerge([CheckAllowance.layer, Journal.layer, Tokens.layer]),
  Layer.provide(EventSignal.layer)
)
