/**
 * The contract: every endpoint of the service, assembled. One group has one file of its own.
 *
 * Requests are read strictly: unknown members and unknown query parameters are mistakes, because a typo in an optional member
 * would otherwise change nothing in silence (decisions, Errors). All mistakes are reported at once. An answer is not read so: what its schema
 * does not name is left out of it.
 */
import { strictParsing } from "@partner-api/domain/StrictDecoder"
import { SubjectRecord } from "@partner-api/domain/SubjectExport"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Agencies } from "./Agencies.ts"
import { AgencyInvitations, Invitations } from "./AgencyInvitations.ts"
import { Applications } from "./Applications.ts"
import { Attachments } from "./Attachments.ts"
import { AuditLog } from "./AuditLog.ts"
import { Confirmations } from "./Confirmations.ts"
import { Client } from "./Client.ts"
import { ClientSecrets } from "./ClientSecrets.ts"
import { ErasureRequests } from "./ErasureRequests.ts"
import { Events, EventTypes } from "./Events.ts"
import { Jobs } from "./Jobs.ts"
import { Messages } from "./Messages.ts"
import { OAuth } from "./OAuth.ts"
import { ScopedTokenRequest, Organizations } from "./Organizations.ts"
import { PartnerAuth } from "./PartnerAuth.ts"
import { ErrorEncoding } from "./Middleware.ts"
import { RejectionReasons } from "./RejectionReasons.ts"
import { Placements } from "./Placements.ts"
import { Settings } from "./Settings.ts"
import { SubjectExports } from "./SubjectExports.ts"
import { System } from "./System.ts"
import { Users } from "./Users.ts"
import { WebhookEndpoints } from "./WebhookEndpoints.ts"
import { ErrorBody } from "./WireErrors.ts"

export class PartnerApi extends HttpApi.make("partnerApi")
  .add(
    OAuth,
    PartnerAuth,
    Organizations,
    Client,
    ClientSecrets,
    Settings,
    Jobs,
    Applications,
    Attachments,
    Messages,
    RejectionReasons,
    Placements,
    Users,
    Agencies,
    AgencyInvitations,
    Invitations,
    Confirmations,
    ErasureRequests,
    SubjectExports,
    Events,
    EventTypes,
    WebhookEndpoints,
    AuditLog,
    System
  )
  .middleware(ErrorEncoding)
  .annotate(HttpApi.ParseOptions, strictParsing)
  .annotate(HttpApi.HeadersParseOptions, {})
  // The router finds the parameters that a path names, and no other.
  .annotate(HttpApi.ParamsParseOptions, {})
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.AdditionalSchemas, [ErrorBody, ScopedTokenRequest, SubjectRecord])
  .annotateMerge(
    OpenApi.annotations({
      title: "Recruiting Partner API",
      version: "1.0.0",
      description:
        "Organizations, jobs, applications, users and agency fees of a recruiting platform, for its partners.",
      license: { name: "MIT", identifier: "MIT" }
    })
  ) {}
