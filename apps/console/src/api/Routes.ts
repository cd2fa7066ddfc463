/**
 * The operations of the operator's API, the remedies of its errors, and what there is to choose from. Written by `pnpm generate`: change the contract instead.
 */

/** Method and path of each operation, and whether it takes an `Idempotency-Key`. */
export const routes = {
  "session.signIn": { method: "POST", path: "/operator/v1/session", takesKey: false },
  "session.get": { method: "GET", path: "/operator/v1/session", takesKey: false },
  "session.signOut": { method: "DELETE", path: "/operator/v1/session", takesKey: false },
  "session.methods": { method: "GET", path: "/operator/v1/sign_in_methods", takesKey: false },
  "requests.list": { method: "GET", path: "/operator/v1/requests", takesKey: false },
  "requests.get": { method: "GET", path: "/operator/v1/requests/:loggedRequestId", takesKey: false },
  "requests.traffic": { method: "GET", path: "/operator/v1/traffic", takesKey: false },
  "requests.deprecated": { method: "GET", path: "/operator/v1/deprecated_uses", takesKey: false },
  "clients.list": { method: "GET", path: "/operator/v1/clients", takesKey: false },
  "clients.create": { method: "POST", path: "/operator/v1/clients", takesKey: true },
  "clients.get": { method: "GET", path: "/operator/v1/clients/:clientId", takesKey: false },
  "clients.grant": { method: "POST", path: "/operator/v1/clients/:clientId/grants", takesKey: true },
  "clients.ungrant": {
    method: "DELETE",
    path: "/operator/v1/clients/:clientId/grants/:organizationId",
    takesKey: true
  },
  "clients.rotateSecret": { method: "POST", path: "/operator/v1/clients/:clientId/rotate_secret", takesKey: true },
  "clients.revoke": { method: "DELETE", path: "/operator/v1/clients/:clientId", takesKey: true },
  "clients.costs": { method: "GET", path: "/operator/v1/client_costs", takesKey: false },
  "organizations.list": { method: "GET", path: "/operator/v1/organizations", takesKey: false },
  "organizations.create": { method: "POST", path: "/operator/v1/organizations", takesKey: true },
  "organizations.rename": { method: "POST", path: "/operator/v1/organizations/:organizationId/rename", takesKey: true },
  "organizations.get": { method: "GET", path: "/operator/v1/organizations/:organizationId", takesKey: false },
  "organizations.jobs": { method: "GET", path: "/operator/v1/organizations/:organizationId/jobs", takesKey: false },
  "organizations.users": { method: "GET", path: "/operator/v1/organizations/:organizationId/users", takesKey: false },
  "organizations.agencies": {
    method: "GET",
    path: "/operator/v1/organizations/:organizationId/agencies",
    takesKey: false
  },
  "organizations.fees": {
    method: "GET",
    path: "/operator/v1/organizations/:organizationId/agencies/:agencyId/fees",
    takesKey: false
  },
  "organizations.invitations": {
    method: "GET",
    path: "/operator/v1/organizations/:organizationId/agency_invitations",
    takesKey: false
  },
  "organizations.reasons": {
    method: "GET",
    path: "/operator/v1/organizations/:organizationId/rejection_reasons",
    takesKey: false
  },
  "organizations.applications": {
    method: "GET",
    path: "/operator/v1/organizations/:organizationId/applications",
    takesKey: false
  },
  "organizations.placements": {
    method: "GET",
    path: "/operator/v1/organizations/:organizationId/placements",
    takesKey: false
  },
  "webhookEndpoints.list": { method: "GET", path: "/operator/v1/webhook_endpoints", takesKey: false },
  "webhookEndpoints.get": { method: "GET", path: "/operator/v1/webhook_endpoints/:webhookEndpointId", takesKey: false },
  "webhookEndpoints.deliveries": {
    method: "GET",
    path: "/operator/v1/webhook_endpoints/:webhookEndpointId/deliveries",
    takesKey: false
  },
  "webhookEndpoints.countFailed": {
    method: "GET",
    path: "/operator/v1/webhook_endpoints/:webhookEndpointId/failed",
    takesKey: false
  },
  "webhookEndpoints.disable": {
    method: "POST",
    path: "/operator/v1/webhook_endpoints/:webhookEndpointId/disable",
    takesKey: true
  },
  "webhookEndpoints.enable": {
    method: "POST",
    path: "/operator/v1/webhook_endpoints/:webhookEndpointId/enable",
    takesKey: true
  },
  "webhookEndpoints.redeliver": {
    method: "POST",
    path: "/operator/v1/webhook_endpoints/:webhookEndpointId/deliveries/:eventId/redeliver",
    takesKey: true
  },
  "webhookEndpoints.recover": {
    method: "POST",
    path: "/operator/v1/webhook_endpoints/:webhookEndpointId/recover",
    takesKey: true
  },
  "operators.list": { method: "GET", path: "/operator/v1/operators", takesKey: false },
  "operators.invite": { method: "POST", path: "/operator/v1/operators", takesKey: true },
  "operators.revoke": { method: "DELETE", path: "/operator/v1/operators/:operatorId", takesKey: true },
  "names.get": { method: "GET", path: "/operator/v1/names", takesKey: false },
  "auditLog.list": { method: "GET", path: "/operator/v1/audit_log", takesKey: false },
  "health.get": { method: "GET", path: "/operator/v1/health", takesKey: false }
} as const

/** The remedy of each error, by its code. */
export const remedies: Readonly<Record<string, string>> = {
  invalid_request: "Fix what the message names.",
  invalid_cursor: "Start the list again without a cursor, then request `next` unchanged.",
  unsupported_grant_type: "Send `grant_type=client_credentials`.",
  invalid_scope: "Leave `scope` out. The grants of the client define what a token may do.",
  unauthorized:
    "Get a new token with the client id and secret. If these are rejected, ask the operator of the service.",
  invalid_client:
    "Check the client id and secret. If they are right, ask the operator of the service whether they were revoked.",
  forbidden: "Use a token of the kind that the message names, or ask the operator of the service for the permission.",
  not_found: "Check the path and the id, and that the token is for the right organization.",
  method_not_allowed: "Use one of the methods in the `Allow` header.",
  request_timeout: "Retry the request, and send it without pauses.",
  conflict: "Use the resource that `details` names, or get the current state and send values that fit it.",
  duplicate_application:
    "Do not submit this person for this job again while that application is open or its claim lasts.",
  invalid_transition: "Get the resource again and choose one of the possible actions.",
  idempotency_in_progress: "Wait a few seconds, then retry the request with the same key.",
  cursor_expired: "Request the feed with `start=latest`, walk the lists, then go on from the new cursor.",
  precondition_failed: "Get the resource again, apply the change to its current state, and send that.",
  payload_too_large: "Send a smaller body.",
  uri_too_long: "Send a shorter URL.",
  unsupported_media_type:
    "Send the body with the media type that the message names, in UTF-8 and without `Content-Encoding`.",
  range_not_satisfiable: "Ask for a range within the size that `Content-Range` states, or leave `Range` out.",
  expectation_failed: "Leave the `Expect` header out, or send `100-continue`.",
  headers_too_large: "Send fewer or shorter headers.",
  unprocessable_entity: "Fix what `details` lists: each entry names a place and what to send instead.",
  idempotency_key_reused: "Use a new key for each new request.",
  rate_limited: "Wait for the seconds in `Retry-After`, then retry the request.",
  internal_error:
    "Retry a read. Before you retry a write, check whether it was done. If the error persists, report the `request_id`.",
  unavailable: "Wait for the seconds in `Retry-After`, then retry the request."
}

/** The values that a reader can choose from. */
export const choices = {
  auditActions: [
    "job.created",
    "job.updated",
    "job.opened",
    "job.held",
    "job.closed",
    "job.assigned",
    "job.assignment_set",
    "job.unassigned",
    "job.restricted",
    "application.submitted",
    "application.imported",
    "application.confirmation_requested",
    "application.confirmation_expired",
    "application.confirmed",
    "application.declined",
    "application.kept",
    "application.advanced",
    "application.rejected",
    "application.restored",
    "application.withdrawn",
    "application.claim_released",
    "application.hired",
    "application.hire_cancelled",
    "application.updated",
    "application.erased",
    "application.attachment_added",
    "application.attachment_removed",
    "application.attachment_scanned",
    "message.created",
    "placement.created",
    "placement.rescheduled",
    "placement.started",
    "placement.cancelled",
    "placement.fell_off",
    "placement.completed",
    "placement.settled",
    "user.created",
    "user.updated",
    "user.disabled",
    "user.erased",
    "agency.created",
    "agency.updated",
    "agency_fees.set",
    "agency_invitation.created",
    "agency_invitation.accepted",
    "agency_invitation.revoked",
    "jobs.imported",
    "agencies.imported",
    "users.imported",
    "applications.imported",
    "webhook_endpoint.failing",
    "webhook_endpoint.recovered",
    "webhook_endpoint.disabled",
    "organization.updated",
    "rejection_reason.created",
    "rejection_reason.updated",
    "rejection_reason.deleted",
    "agency_invitation.resent",
    "candidate.checked",
    "erasure_request.created",
    "organization.created",
    "organization.renamed",
    "client.created",
    "client.updated",
    "client.revoked",
    "grant.set",
    "grant.removed",
    "secret.added",
    "secret.ended",
    "secret.replaced",
    "database.restored",
    "webhook_endpoint.created",
    "webhook_endpoint.updated",
    "webhook_endpoint.enabled",
    "webhook_endpoint.deleted",
    "webhook_endpoint.secret_rotated",
    "webhook_endpoint.tested",
    "webhook_endpoint.redelivered",
    "webhook_secrets.rewrapped",
    "operator.created",
    "operator.updated",
    "operator.link_created",
    "operator.signed_in",
    "operator.signed_out",
    "operator.revoked",
    "operator.erased"
  ],
  deliveryStatuses: ["pending", "succeeded", "parked", "failed"],
  grantRoles: {
    employer:
      "everything in the organization but its settings, its list of agencies, the erasure of persons and changes of placements, which are granted by name",
    agency: "everything that a grant bound to an agency can hold",
    reader: "every permission that reads, and none that changes anything"
  },
  permissions: [
    "jobs:read",
    "jobs:write",
    "applications:read",
    "applications:write",
    "users:read",
    "users:write",
    "agencies:read",
    "fees:write",
    "audit:read",
    "webhooks:manage",
    "agencies:write",
    "organization:manage",
    "privacy:manage",
    "placements:read",
    "placements:write"
  ]
} as const
