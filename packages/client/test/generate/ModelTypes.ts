/**
 * What each endpoint takes and gives, and what its errors look like, in the types that partners get. Written by `pnpm generate`
 * from the contract, and compared with the contract's own types in `Agreement.test.ts`.
 */
import type {
  AcceptedInvitation,
  Agency,
  AgencyFees,
  AgencyFeesUpdate,
  AgencyInvitation,
  AgencyPatch,
  Application,
  ApplicationChange,
  ApplicationPatch,
  ApplicationTransition,
  Attachment,
  AuditEntry,
  AuthorizationServerMetadata,
  CandidateCheck,
  ConfirmationDecision,
  ConfirmationRequest,
  ConfirmationToken,
  ErasureRequest,
  Event,
  EventTypeList,
  Extensions,
  FeePreview,
  FeesChange,
  Health,
  InvitationToken,
  Job,
  JobAssignment,
  JobPatch,
  Json,
  Message,
  NewAgency,
  NewAgencyInvitation,
  NewApplication,
  NewCandidateCheck,
  NewErasureRequest,
  NewFeePreview,
  NewJob,
  NewJobAssignment,
  NewMessage,
  NewOrganization,
  NewOwnSecret,
  NewRejectionReason,
  NewSubjectExport,
  NewUser,
  NewWebhookEndpoint,
  Organization,
  OrganizationPatch,
  OwnClient,
  OwnOrganization,
  OwnRequest,
  Placement,
  PlacementChange,
  PlacementTransition,
  Problem,
  ProtectedResourceMetadata,
  RejectionReason,
  SecretRotation,
  ShownConfirmation,
  ShownInvitation,
  User,
  UserPatch,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointPatch,
  WebhookRecovered,
  WebhookRecovery
} from "../../src/core/Model.ts"
import type { FeedPage, Page } from "../../src/core/pages/Page.ts"

/** A page as it is sent; the client adds the cursor. */
type SentPage<Item> = Omit<Page<Item>, "nextCursor">
/** A page of a feed as it is sent. */
type SentFeedPage<Item> = Omit<FeedPage<Item>, "nextCursor">

/** The endpoints that partners call. */
export const endpointIds = [
  "oauth.metadata",
  "oauth.resource",
  "organizations.list",
  "organizations.create",
  "client.get",
  "client.requests",
  "clientSecrets.create",
  "clientSecrets.remove",
  "settings.get",
  "settings.update",
  "jobs.list",
  "jobs.create",
  "jobs.get",
  "jobs.update",
  "jobs.assignments",
  "jobs.getAssignment",
  "jobs.assign",
  "jobs.unassign",
  "applications.list",
  "applications.submit",
  "applications.check",
  "applications.get",
  "applications.update",
  "applications.requestConfirmation",
  "applications.eraseCandidate",
  "applications.transition",
  "applications.history",
  "attachments.list",
  "attachments.get",
  "attachments.remove",
  "messages.list",
  "messages.create",
  "rejectionReasons.list",
  "rejectionReasons.get",
  "rejectionReasons.set",
  "rejectionReasons.remove",
  "placements.list",
  "placements.get",
  "placements.transition",
  "placements.history",
  "users.list",
  "users.create",
  "users.get",
  "users.update",
  "agencies.list",
  "agencies.create",
  "agencies.update",
  "agencies.get",
  "agencies.getFees",
  "agencies.setFees",
  "agencies.previewFees",
  "agencies.feesHistory",
  "agencies.assignments",
  "agencyInvitations.list",
  "agencyInvitations.create",
  "agencyInvitations.get",
  "agencyInvitations.resend",
  "agencyInvitations.revoke",
  "invitations.show",
  "invitations.accept",
  "confirmations.show",
  "confirmations.decide",
  "erasureRequests.list",
  "erasureRequests.create",
  "erasureRequests.get",
  "subjectExports.create",
  "events.list",
  "events.get",
  "eventTypes.list",
  "webhookEndpoints.list",
  "webhookEndpoints.create",
  "webhookEndpoints.get",
  "webhookEndpoints.update",
  "webhookEndpoints.delete",
  "webhookEndpoints.rotateSecret",
  "webhookEndpoints.test",
  "webhookEndpoints.deliveries",
  "webhookEndpoints.redeliver",
  "webhookEndpoints.recover",
  "auditLog.list",
  "system.live",
  "system.ready",
  "system.extensions",
  "system.openapi"
] as const

/** What each endpoint gives. */
export interface Answers {
  readonly "oauth.metadata": AuthorizationServerMetadata
  readonly "oauth.resource": ProtectedResourceMetadata
  readonly "organizations.list": ReadonlyArray<Organization>
  readonly "organizations.create": Organization
  readonly "client.get": OwnClient
  readonly "client.requests": SentPage<OwnRequest>
  readonly "clientSecrets.create": NewOwnSecret
  readonly "clientSecrets.remove": void
  readonly "settings.get": OwnOrganization
  readonly "settings.update": OwnOrganization
  readonly "jobs.list": SentPage<Job>
  readonly "jobs.create": Job
  readonly "jobs.get": Job
  readonly "jobs.update": Job
  readonly "jobs.assignments": SentPage<JobAssignment>
  readonly "jobs.getAssignment": JobAssignment
  readonly "jobs.assign": JobAssignment | JobAssignment
  readonly "jobs.unassign": void
  readonly "applications.list": SentPage<Application>
  readonly "applications.submit": Application
  readonly "applications.check": CandidateCheck
  readonly "applications.get": Application
  readonly "applications.update": Application
  readonly "applications.requestConfirmation": ConfirmationRequest
  readonly "applications.eraseCandidate": void
  readonly "applications.transition": Application
  readonly "applications.history": SentPage<ApplicationChange>
  readonly "attachments.list": SentPage<Attachment>
  readonly "attachments.get": Attachment
  readonly "attachments.remove": void
  readonly "messages.list": SentPage<Message>
  readonly "messages.create": Message
  readonly "rejectionReasons.list": SentPage<RejectionReason>
  readonly "rejectionReasons.get": RejectionReason
  readonly "rejectionReasons.set": RejectionReason | RejectionReason
  readonly "rejectionReasons.remove": void
  readonly "placements.list": SentPage<Placement>
  readonly "placements.get": Placement
  readonly "placements.transition": Placement
  readonly "placements.history": SentPage<PlacementChange>
  readonly "users.list": SentPage<User>
  readonly "users.create": User
  readonly "users.get": User
  readonly "users.update": User
  readonly "agencies.list": SentPage<Agency>
  readonly "agencies.create": Agency
  readonly "agencies.update": Agency
  readonly "agencies.get": Agency
  readonly "agencies.getFees": AgencyFees
  readonly "agencies.setFees": AgencyFees
  readonly "agencies.previewFees": FeePreview
  readonly "agencies.feesHistory": SentPage<FeesChange>
  readonly "agencies.assignments": SentPage<JobAssignment>
  readonly "agencyInvitations.list": SentPage<AgencyInvitation>
  readonly "agencyInvitations.create": AgencyInvitation
  readonly "agencyInvitations.get": AgencyInvitation
  readonly "agencyInvitations.resend": AgencyInvitation
  readonly "agencyInvitations.revoke": AgencyInvitation
  readonly "invitations.show": ShownInvitation
  readonly "invitations.accept": AcceptedInvitation
  readonly "confirmations.show": ShownConfirmation
  readonly "confirmations.decide": ShownConfirmation
  readonly "erasureRequests.list": SentPage<ErasureRequest>
  readonly "erasureRequests.create": ErasureRequest
  readonly "erasureRequests.get": ErasureRequest
  readonly "subjectExports.create": string
  readonly "events.list": SentFeedPage<Event>
  readonly "events.get": Event
  readonly "eventTypes.list": EventTypeList
  readonly "webhookEndpoints.list": SentPage<WebhookEndpoint>
  readonly "webhookEndpoints.create": WebhookEndpoint
  readonly "webhookEndpoints.get": WebhookEndpoint
  readonly "webhookEndpoints.update": WebhookEndpoint
  readonly "webhookEndpoints.delete": void
  readonly "webhookEndpoints.rotateSecret": WebhookEndpoint
  readonly "webhookEndpoints.test": WebhookDelivery
  readonly "webhookEndpoints.deliveries": SentPage<WebhookDelivery>
  readonly "webhookEndpoints.redeliver": WebhookDelivery
  readonly "webhookEndpoints.recover": WebhookRecovered
  readonly "auditLog.list": SentPage<AuditEntry>
  readonly "system.live": Health
  readonly "system.ready": Health
  readonly "system.extensions": Extensions
  readonly "system.openapi": Readonly<Record<string, Json>>
}

/** What each endpoint takes as its body. */
export interface Requests {
  readonly "organizations.create": NewOrganization
  readonly "settings.update": OrganizationPatch
  readonly "jobs.create": NewJob
  readonly "jobs.update": JobPatch
  readonly "jobs.assign": NewJobAssignment
  readonly "applications.submit": NewApplication
  readonly "applications.check": NewCandidateCheck
  readonly "applications.update": ApplicationPatch
  readonly "applications.transition": ApplicationTransition
  readonly "messages.create": NewMessage
  readonly "rejectionReasons.set": NewRejectionReason
  readonly "placements.transition": PlacementTransition
  readonly "users.create": NewUser
  readonly "users.update": UserPatch
  readonly "agencies.create": NewAgency
  readonly "agencies.update": AgencyPatch
  readonly "agencies.setFees": AgencyFeesUpdate
  readonly "agencies.previewFees": NewFeePreview
  readonly "agencyInvitations.create": NewAgencyInvitation
  readonly "invitations.show": InvitationToken
  readonly "invitations.accept": InvitationToken
  readonly "confirmations.show": ConfirmationToken
  readonly "confirmations.decide": ConfirmationDecision
  readonly "erasureRequests.create": NewErasureRequest
  readonly "subjectExports.create": NewSubjectExport
  readonly "webhookEndpoints.create": NewWebhookEndpoint
  readonly "webhookEndpoints.update": WebhookEndpointPatch
  readonly "webhookEndpoints.rotateSecret": SecretRotation
  readonly "webhookEndpoints.recover": WebhookRecovery
}

/** The body of each error. */
export interface Failures {
  readonly InvalidRequest: {
    error: "invalid_request"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly InternalError: {
    error: "internal_error"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly Unavailable: { error: "unavailable"; message: string; request_id?: string; details?: ReadonlyArray<Problem> }
  readonly Unauthorized: {
    error: "unauthorized"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly Forbidden: { error: "forbidden"; message: string; request_id?: string; details?: ReadonlyArray<Problem> }
  readonly UnprocessableEntity: {
    error: "unprocessable_entity"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly RateLimited: {
    error: "rate_limited"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly Conflict: { error: "conflict"; message: string; request_id?: string; details?: ReadonlyArray<Problem> }
  readonly IdempotencyInProgress: {
    error: "idempotency_in_progress"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly PayloadTooLarge: {
    error: "payload_too_large"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly UnsupportedMediaType: {
    error: "unsupported_media_type"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly IdempotencyKeyReused: {
    error: "idempotency_key_reused"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly InvalidCursor: {
    error: "invalid_cursor"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly NotFound: { error: "not_found"; message: string; request_id?: string; details?: ReadonlyArray<Problem> }
  readonly PreconditionFailed: {
    error: "precondition_failed"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly InvalidTransition: {
    error: "invalid_transition"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly DuplicateApplication: {
    error: "duplicate_application"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
  readonly CursorExpired: {
    error: "cursor_expired"
    message: string
    request_id?: string
    details?: ReadonlyArray<Problem>
  }
}
