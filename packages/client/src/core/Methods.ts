/**
 * The methods of the client, over the kind of what they return. Written by `pnpm generate` from the contract.
 *
 * Types only: `Method.ts` makes the methods.
 */
import type { CallOptions, KeyOptions, PersonOptions, MatchOptions, NoneMatchOptions } from "./CallOptions.ts"
import type { CallOf, FollowOf, ListOf, MethodKind } from "./MethodKind.ts"
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
  ProtectedResourceMetadata,
  RejectionReason,
  SecretRotation,
  ShownConfirmation,
  ShownInvitation,
  SubjectRecord,
  User,
  UserPatch,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointPatch,
  WebhookRecovered,
  WebhookRecovery
} from "./Model.ts"
import type { FeedEnd } from "./pages/Page.ts"

/** Flow A: client credentials for a primary token, and where both are described. */
export interface OauthMethods<Kind extends MethodKind> {
  /**
   * Get the authorization server's metadata. Lets generic OAuth clients configure themselves (RFC 8414).
   * Needs no credentials.
   *
   * Extension `oauth.metadata`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const authorizationServerMetadata = await partner.oauth.metadata()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const authorizationServerMetadata = yield* partner.oauth.metadata()
   * ```
   */
  metadata(options?: CallOptions): CallOf<Kind, AuthorizationServerMetadata>

  /**
   * Get the protected resource's metadata. Shows generic clients where tokens for this service come from
   * (RFC 9728). Needs no credentials.
   *
   * Extension `oauth.metadata`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const protectedResourceMetadata = await partner.oauth.resource()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const protectedResourceMetadata = yield* partner.oauth.resource()
   * ```
   */
  resource(options?: CallOptions): CallOf<Kind, ProtectedResourceMetadata>
}

/** The organizations that the client may work for. */
export interface OrganizationsMethods<Kind extends MethodKind> {
  /**
   * List organizations. Every organization that the client is granted, ordered by id, in one answer. Needs
   * your credentials.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `UnprocessableEntity`,
   * `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const organizations = await partner.organizations.list()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const organizations = yield* partner.organizations.list()
   * ```
   */
  list(options?: CallOptions): CallOf<Kind, ReadonlyArray<Organization>>

  /**
   * Creates an organization; the creating client is granted all of it. Needs the right
   * `organizations:create` of your client.
   *
   * Extension `organizations.create`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const organization = await partner.organizations.create({ name: "Analytical Engines" })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const organization = yield* partner.organizations.create({ name: "Analytical Engines" })
   * ```
   */
  create(newOrganization: NewOrganization, options?: CallOptions & KeyOptions): CallOf<Kind, Organization>
}

/** The permissions and limits of your client. */
export interface ClientMethods<Kind extends MethodKind> {
  /**
   * Get the client. The client of the token, with the permissions that its grants hold now, its limits, and
   * its live secrets by their ids. Needs your credentials.
   *
   * Extension `client.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `UnprocessableEntity`,
   * `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const ownClient = await partner.client.get()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const ownClient = yield* partner.client.get()
   * ```
   */
  get(options?: CallOptions): CallOf<Kind, OwnClient>

  /**
   * List the requests of the client. The requests of the client in the log of the service, with their
   * answers, the newest first, page by page. It has names and types, no values. A request is in it about a
   * second after its answer. A page may be empty and have a next one, because a bounded number of requests
   * is looked at. 404 where the service keeps no log. Needs your credentials.
   *
   * Extension `client.requests`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * for await (const ownRequest of partner.client.requests()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * yield* Stream.runForEach(partner.client.requests().items, (ownRequest) => Effect.log(ownRequest))
   * ```
   */
  requests(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      /** Requests of this `X-Request-Id`. Example: `"0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90"`. */
      readonly request_id?: string
      /** Answers with this status, of this class, or within this range of both. Example: `"4xx"`. */
      readonly status?: string
      /** Requests from then on. Example: `"2026-01-31T09:30:00.000Z"`. */
      readonly since?: string | Date
    },
    options?: CallOptions
  ): ListOf<Kind, OwnRequest>
}

/** The replacement of a client's secret without its operator. */
export interface ClientSecretsMethods<Kind extends MethodKind> {
  /**
   * Create a secret of the client. Makes another secret beside the one that the request is made with, and
   * shows it, once: the answer that is replayed under an `Idempotency-Key` lacks it. A client has at most 2,
   * and makes no more than 10 in 24 hours. 403 where the operator makes all secrets. Sends your client id
   * and client secret, and no token.
   *
   * Extension `client.secrets`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const newOwnSecret = await partner.clientSecrets.create()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const newOwnSecret = yield* partner.clientSecrets.create()
   * ```
   */
  create(options?: CallOptions & KeyOptions): CallOf<Kind, NewOwnSecret>

  /**
   * Delete a secret of the client. Ends the other secret of the client, within a second; 409 for the one
   * that the request is made with. Tokens go on to their end. Sends your client id and client secret, and no
   * token.
   *
   * Extension `client.secrets`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * await partner.clientSecrets.remove("sec_1f0a9c3b")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * yield* partner.clientSecrets.remove("sec_1f0a9c3b")
   * ```
   */
  remove(clientSecretId: string, options?: CallOptions & KeyOptions): CallOf<Kind, void>
}

/** The reads and decisions of the person of a link. */
export interface InvitationsMethods<Kind extends MethodKind> {
  /**
   * Show the invitation of a link. The inviter, the invited company and the ways to accept. Changes nothing.
   * A wrong, used or ended token is 404; it counts as a failed login of the address. Needs no credentials.
   *
   * Extension `agencies.invite`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `NotFound`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const shownInvitation = await partner.invitations.show({
   *   token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const shownInvitation = yield* partner.invitations.show({
   *   token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"
   * })
   * ```
   */
  show(invitationToken: InvitationToken, options?: CallOptions): CallOf<Kind, ShownInvitation>

  /**
   * Accept an invitation. Accepts the invitation of a link. The client of the token gets a grant that is
   * bound to the agency. Without a token, where the operator allows that, a client is made and its
   * credentials are answered, once; until it has logged in, the same token can be accepted again and gives
   * another secret. Needs your credentials.
   *
   * Extension `agencies.invite`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const acceptedInvitation = await partner.invitations.accept({
   *   token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const acceptedInvitation = yield* partner.invitations.accept({
   *   token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"
   * })
   * ```
   */
  accept(invitationToken: InvitationToken, options?: CallOptions & KeyOptions): CallOf<Kind, AcceptedInvitation>
}

/** The reads and decisions of the person of a link. */
export interface ConfirmationsMethods<Kind extends MethodKind> {
  /**
   * Show the confirmation of a link. The agency that submits the person, the employer and the job. Changes
   * nothing. A wrong, used or ended token is 404; it counts as a failed login of the address. Needs no
   * credentials.
   *
   * Extension `applications.confirm`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `NotFound`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const shownConfirmation = await partner.confirmations.show({
   *   token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const shownConfirmation = yield* partner.confirmations.show({
   *   token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"
   * })
   * ```
   */
  show(confirmationToken: ConfirmationToken, options?: CallOptions): CallOf<Kind, ShownConfirmation>

  /**
   * Take a decision by a link. The person of a link confirms or declines, or withdraws until the hire. The
   * same decision within a day is answered again. What is no longer possible is 404, like a wrong token; it
   * counts as a failed login of the address. Needs no credentials.
   *
   * Extension `applications.confirm`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `NotFound`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const shownConfirmation = await partner.confirmations.decide({
   *   token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4",
   *   decision: "CONFIRM"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const shownConfirmation = yield* partner.confirmations.decide({
   *   token: "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4",
   *   decision: "CONFIRM"
   * })
   * ```
   */
  decide(confirmationDecision: ConfirmationDecision, options?: CallOptions): CallOf<Kind, ShownConfirmation>
}

/** The types of events. */
export interface EventTypesMethods<Kind extends MethodKind> {
  /**
   * List the types of events. Every type of events, when it occurs, and the permission that shows it. Needs
   * no credentials.
   *
   * Extension `events`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const eventTypeList = await partner.eventTypes.list()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const eventTypeList = yield* partner.eventTypes.list()
   * ```
   */
  list(options?: CallOptions): CallOf<Kind, EventTypeList>
}

/** Health and discovery. */
export interface SystemMethods<Kind extends MethodKind> {
  /**
   * Check that the process is alive. Answers as long as the process runs. Restart it when this fails. Needs
   * no credentials.
   *
   * Extension `health`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const health = await partner.system.live()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const health = yield* partner.system.live()
   * ```
   */
  live(options?: CallOptions): CallOf<Kind, Health>

  /**
   * Check that the service takes requests. Answers 200 when the database works, else 503 with the reason.
   * Send no traffic while this fails. Needs no credentials.
   *
   * Extension `health`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const health = await partner.system.ready()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const health = yield* partner.system.ready()
   * ```
   */
  ready(options?: CallOptions): CallOf<Kind, Health>

  /**
   * List the extensions of this server. The extensions of this server beyond the specification, for clients
   * that want to know. A 404 would mean: nothing. Needs no credentials.
   *
   * Extension `discovery`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const extensions = await partner.system.extensions()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const extensions = yield* partner.system.extensions()
   * ```
   */
  extensions(options?: CallOptions): CallOf<Kind, Extensions>

  /**
   * Get the OpenAPI document. This contract as an OpenAPI 3.1 document. Needs no credentials.
   *
   * Extension `discovery`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const answer = await partner.system.openapi()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const answer = yield* partner.system.openapi()
   * ```
   */
  openapi(options?: CallOptions): CallOf<Kind, Readonly<Record<string, Json>>>
}

/** The organization's rules for the work with its agencies. */
export interface SettingsMethods<Kind extends MethodKind> {
  /**
   * Get the organization. The organization of the token, with its settings. Needs a grant for the
   * organization.
   *
   * Extension `organization.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `UnprocessableEntity`,
   * `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { settings } = partner.organization("org_acme")
   * const ownOrganization = await settings.get()
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { settings } = partner.organization("org_acme")
   * const ownOrganization = yield* settings.get()
   * ```
   */
  get(options?: CallOptions & NoneMatchOptions): CallOf<Kind, OwnOrganization>

  /**
   * Change the settings of the organization. Changes settings and answers with all of them. A changed
   * setting acts on what is written after it: a job keeps its access. Needs the permission
   * `organization:manage` in the organization.
   *
   * Extension `organization.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { settings } = partner.organization("org_acme")
   * const ownOrganization = await settings.update({ settings: { agency_access: "ASSIGNED" } })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { settings } = partner.organization("org_acme")
   * const ownOrganization = yield* settings.update({
   *   settings: { agency_access: "ASSIGNED" }
   * })
   * ```
   */
  update(
    organizationPatch: OrganizationPatch,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, OwnOrganization>
}

/** The positions that the organization wants to fill. */
export interface JobsMethods<Kind extends MethodKind> {
  /**
   * List jobs. The jobs of the organization, ordered by id, page by page. Needs the permission `jobs:read`
   * in the organization.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { jobs } = partner.organization("org_acme")
   * for await (const job of jobs.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { jobs } = partner.organization("org_acme")
   * yield* Stream.runForEach(jobs.list().items, (job) => Effect.log(job))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      /** Jobs that stand so; may come several times. Example: `["OPEN"]`. */
      readonly status?: "DRAFT" | "OPEN" | "ON_HOLD" | "CLOSED" | ReadonlyArray<"DRAFT" | "OPEN" | "ON_HOLD" | "CLOSED">
      /** The job that another system calls so. Example: `"REQ-1"`. */
      readonly external_id?: string
      /** Jobs whose work is done there. Example: `"HYBRID"`. */
      readonly workplace_type?: "ON_SITE" | "HYBRID" | "REMOTE"
      /** Jobs in the country. Example: `"DE"`. */
      readonly country_code?: string
      /** Jobs of the department. Example: `"Engineering"`. */
      readonly department?: string
      /**
       * Records in which every word of this begins a word, in any order; case and accents do not count. At most
       * 10 different words; each Han, Hiragana, Katakana or Thai character is one. Without a letter or digit it
       * finds nothing. Example: `"berlin"`.
       */
      readonly q?: string
      /**
       * Records that the service has written since then, inclusive, in the order of their last write. Start the
       * next walk one minute before the start of the last one. Example: `"2026-01-31T09:30:00.000Z"`.
       */
      readonly updated_since?: string | Date
    },
    options?: CallOptions
  ): ListOf<Kind, Job>

  /**
   * Adds a job to the organization: a draft by default. Needs the permission `jobs:write` in the
   * organization.
   *
   * Extension `jobs.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { jobs } = partner.organization("org_acme")
   * const job = await jobs.create({
   *   title: "Engineer",
   *   description: "Builds engines.",
   *   status: "OPEN"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { jobs } = partner.organization("org_acme")
   * const job = yield* jobs.create({
   *   title: "Engineer",
   *   description: "Builds engines.",
   *   status: "OPEN"
   * })
   * ```
   */
  create(newJob: NewJob, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, Job>

  /**
   * Get a job. One job of the organization. Needs the permission `jobs:read` in the organization.
   *
   * Extension `jobs.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { jobs } = partner.organization("org_acme")
   * const job = await jobs.get("job_00000001")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { jobs } = partner.organization("org_acme")
   * const job = yield* jobs.get("job_00000001")
   * ```
   */
  get(jobId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, Job>

  /**
   * Changes a job and answers with all of it. The status moves DRAFT → OPEN or CLOSED, OPEN → ON_HOLD or
   * CLOSED, ON_HOLD → OPEN or CLOSED, CLOSED → OPEN. Needs the permission `jobs:write` in the organization.
   *
   * Extension `jobs.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `InvalidTransition`, `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`,
   * `UnsupportedMediaType`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { jobs } = partner.organization("org_acme")
   * const job = await jobs.update("job_00000001", { status: "OPEN", location: null })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { jobs } = partner.organization("org_acme")
   * const job = yield* jobs.update("job_00000001", { status: "OPEN", location: null })
   * ```
   */
  update(
    jobId: string,
    jobPatch: JobPatch,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, Job>

  /**
   * List the assignments of a job. The agencies that the job is assigned to, ordered by agency, page by
   * page; to an agency, its own. Needs the permission `jobs:read` in the organization.
   *
   * Extension `jobs.assignments`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { jobs } = partner.organization("org_acme")
   * for await (const jobAssignment of jobs.assignments("job_00000001")) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { jobs } = partner.organization("org_acme")
   * yield* Stream.runForEach(jobs.assignments("job_00000001").items, (jobAssignment) => Effect.log(jobAssignment))
   * ```
   */
  assignments(
    jobId: string,
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, JobAssignment>

  /**
   * Get an assignment. The assignment of a job to an agency. Needs the permission `jobs:read` in the
   * organization.
   *
   * Extension `jobs.assignments`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { jobs } = partner.organization("org_acme")
   * const jobAssignment = await jobs.getAssignment("job_00000001", "agy_hirewell")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { jobs } = partner.organization("org_acme")
   * const jobAssignment = yield* jobs.getAssignment("job_00000001", "agy_hirewell")
   * ```
   */
  getAssignment(jobId: string, agencyId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, JobAssignment>

  /**
   * Assign a job to an agency. Lets an agency see a job whose `agency_access` is `ASSIGNED`, from
   * `visible_from` on, and sets the terms of its applications. Replaces the assignment that is there. Needs
   * the permission `jobs:write` in the organization.
   *
   * Extension `jobs.assignments`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { jobs } = partner.organization("org_acme")
   * const answer = await jobs.assign("job_00000001", "agy_hirewell", {
   *   submission_limit: 100,
   *   instructions: "Call the hiring manager first."
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { jobs } = partner.organization("org_acme")
   * const answer = yield* jobs.assign("job_00000001", "agy_hirewell", {
   *   submission_limit: 100,
   *   instructions: "Call the hiring manager first."
   * })
   * ```
   */
  assign(
    jobId: string,
    agencyId: string,
    newJobAssignment: NewJobAssignment,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, JobAssignment | JobAssignment>

  /**
   * Delete an assignment. Ends the assignment of a job to an agency, which does not see the job any more
   * unless it has an application for it. Needs the permission `jobs:write` in the organization.
   *
   * Extension `jobs.assignments`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { jobs } = partner.organization("org_acme")
   * await jobs.unassign("job_00000001", "agy_hirewell")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { jobs } = partner.organization("org_acme")
   * yield* jobs.unassign("job_00000001", "agy_hirewell")
   * ```
   */
  unassign(jobId: string, agencyId: string, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, void>
}

/** People whom agencies submit for jobs. */
export interface ApplicationsMethods<Kind extends MethodKind> {
  /**
   * List applications. The applications of the organization, ordered by id, page by page. An agency sees its
   * own. Needs the permission `applications:read` in the organization.
   *
   * Extension `applications.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * for await (const application of applications.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * yield* Stream.runForEach(applications.list().items, (application) => Effect.log(application))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      /** Applications in this state; may come several times. Example: `["AWAITING_SORT"]`. */
      readonly state?:
        | "UNCONFIRMED"
        | "AWAITING_SORT"
        | "REVIEWING"
        | "INTERVIEWING"
        | "OFFER"
        | "HIRED"
        | "DECLINED"
        | "REJECTED"
        | "WITHDRAWN"
        | ReadonlyArray<
            | "UNCONFIRMED"
            | "AWAITING_SORT"
            | "REVIEWING"
            | "INTERVIEWING"
            | "OFFER"
            | "HIRED"
            | "DECLINED"
            | "REJECTED"
            | "WITHDRAWN"
          >
      /** Applications for this job. Example: `"job_00000001"`. */
      readonly job_id?: string
      /** Applications of this agency. Example: `"agy_hirewell"`. */
      readonly agency_id?: string
      /** Applications of this person, whatever the email's case. Example: `"grace@example.com"`. */
      readonly email?: string
      /** Applications that the system of their agency calls so. Example: `"CAND-7"`. */
      readonly external_id?: string
      /**
       * Records that the service has written since then, inclusive, in the order of their last write. Start the
       * next walk one minute before the start of the last one. Example: `"2026-01-31T09:30:00.000Z"`.
       */
      readonly updated_since?: string | Date
    },
    options?: CallOptions
  ): ListOf<Kind, Application>

  /**
   * Submit an application. Submits a person for an open job. The application is UNCONFIRMED until the person
   * agrees; confirm it then. Needs the permission `applications:write` in the organization.
   *
   * Extension `applications.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `DuplicateApplication`, `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * const application = await applications.submit({
   *   job_id: "job_00000001",
   *   agency_id: "agy_hirewell",
   *   candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
   *   external_id: "CAND-7"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * const application = yield* applications.submit({
   *   job_id: "job_00000001",
   *   agency_id: "agy_hirewell",
   *   candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
   *   external_id: "CAND-7"
   * })
   * ```
   */
  submit(newApplication: NewApplication, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, Application>

  /**
   * Check a candidate. Checks before a submission whether a person is free for a job: AVAILABLE, POSSIBLE,
   * YOURS or TAKEN. Stores nothing of the person. A client checks at most 1000 times a day in an
   * organization; submissions that are refused because the person is taken count too. Needs the permission
   * `applications:write` in the organization.
   *
   * Extension `applications.check`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `PayloadTooLarge`,
   * `UnsupportedMediaType`, `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * const candidateCheck = await applications.check({
   *   job_id: "job_00000001",
   *   agency_id: "agy_hirewell",
   *   candidate: { email: "grace@example.com" }
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * const candidateCheck = yield* applications.check({
   *   job_id: "job_00000001",
   *   agency_id: "agy_hirewell",
   *   candidate: { email: "grace@example.com" }
   * })
   * ```
   */
  check(newCandidateCheck: NewCandidateCheck, options?: CallOptions): CallOf<Kind, CandidateCheck>

  /**
   * Get an application. One application of the organization. Needs the permission `applications:read` in the
   * organization.
   *
   * Extension `applications.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * const application = await applications.get("app_00000001_1")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * const application = yield* applications.get("app_00000001_1")
   * ```
   */
  get(applicationId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, Application>

  /**
   * Change an application. Changes candidate, note and external id, in UNCONFIRMED and AWAITING_SORT. An
   * absent member keeps its value; null removes an optional one. Once the person has confirmed, another
   * email takes the claim along. Needs the permission `applications:write` in the organization.
   *
   * Extension `applications.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * const application = await applications.update("app_00000001_1", {
   *   candidate: { phone: "+4915112345678" },
   *   note: null
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * const application = yield* applications.update("app_00000001_1", {
   *   candidate: { phone: "+4915112345678" },
   *   note: null
   * })
   * ```
   */
  update(
    applicationId: string,
    applicationPatch: ApplicationPatch,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, Application>

  /**
   * Add a confirmation request. Makes a link by which the person of an UNCONFIRMED application confirms or
   * declines; it works for 14 days, and the link before ends. Where the agency may confirm, the answer shows
   * the link, once: the answer that is replayed under an `Idempotency-Key` lacks it. At most 10 links a day.
   * Needs the permission `applications:write` in the organization.
   *
   * Extension `applications.confirm`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * const confirmationRequest = await applications.requestConfirmation("app_00000001_1")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * const confirmationRequest = yield* applications.requestConfirmation("app_00000001_1")
   * ```
   */
  requestConfirmation(
    applicationId: string,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, ConfirmationRequest>

  /**
   * Delete the candidate of an application. Erases the person of an application for good, in DECLINED and
   * WITHDRAWN: candidate, note, answers, external id and files. An agency erases its own; the employer asks
   * for an erasure by email. Needs the permission `applications:write` in the organization.
   *
   * Extension `applications.erase`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * await applications.eraseCandidate("app_00000001_1")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * yield* applications.eraseCandidate("app_00000001_1")
   * ```
   */
  eraseCandidate(applicationId: string, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, void>

  /**
   * Take an action on an application. Moves an application to another state: confirm, decline, keep,
   * advance, hire, reject, restore, withdraw or release. An action that is not possible answers with those
   * that are. Needs the permission `applications:write` in the organization.
   *
   * Extension `applications.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `DuplicateApplication`, `InvalidTransition`, `IdempotencyInProgress`, `PreconditionFailed`,
   * `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`,
   * `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * const application = await applications.transition("app_00000001_1", { action: "confirm" })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * const application = yield* applications.transition("app_00000001_1", {
   *   action: "confirm"
   * })
   * ```
   */
  transition(
    applicationId: string,
    applicationTransition: ApplicationTransition,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, Application>

  /**
   * List the history of an application. The changes of an application, with their moments and actors; the
   * oldest first, page by page. Needs the permission `applications:read` in the organization.
   *
   * Extension `applications.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * for await (const applicationChange of applications.history("app_00000001_1")) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { applications } = partner.organization("org_acme")
   * yield* Stream.runForEach(applications.history("app_00000001_1").items, (applicationChange) => Effect.log(applicationChange))
   * ```
   */
  history(
    applicationId: string,
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, ApplicationChange>
}

/** Files of applications, such as a CV. */
export interface AttachmentsMethods<Kind extends MethodKind> {
  /**
   * List attachments. The files of an application, ordered by id: at most 10. Needs the permission
   * `applications:read` in the organization.
   *
   * Extension `applications.attachments`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { attachments } = partner.organization("org_acme")
   * for await (const attachment of attachments.list("app_00000001_1")) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { attachments } = partner.organization("org_acme")
   * yield* Stream.runForEach(attachments.list("app_00000001_1").items, (attachment) => Effect.log(attachment))
   * ```
   */
  list(
    applicationId: string,
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, Attachment>

  /**
   * Get an attachment. One file of an application, without its bytes. Needs the permission
   * `applications:read` in the organization.
   *
   * Extension `applications.attachments`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { attachments } = partner.organization("org_acme")
   * const attachment = await attachments.get("app_00000001_1", "att_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { attachments } = partner.organization("org_acme")
   * const attachment = yield* attachments.get("app_00000001_1", "att_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   */
  get(applicationId: string, attachmentId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, Attachment>

  /**
   * Delete an attachment. Removes a file for good, in UNCONFIRMED and AWAITING_SORT. Needs the permission
   * `applications:write` in the organization.
   *
   * Extension `applications.attachments`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { attachments } = partner.organization("org_acme")
   * await attachments.remove("app_00000001_1", "att_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { attachments } = partner.organization("org_acme")
   * yield* attachments.remove("app_00000001_1", "att_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   */
  remove(
    applicationId: string,
    attachmentId: string,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, void>
}

/** Messages of employer and agency about an application. */
export interface MessagesMethods<Kind extends MethodKind> {
  /**
   * List messages. The messages about an application, the oldest first, page by page. Needs the permission
   * `applications:read` in the organization.
   *
   * Extension `applications.messages`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { messages } = partner.organization("org_acme")
   * for await (const message of messages.list("app_00000001_1")) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { messages } = partner.organization("org_acme")
   * yield* Stream.runForEach(messages.list("app_00000001_1").items, (message) => Effect.log(message))
   * ```
   */
  list(
    applicationId: string,
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, Message>

  /**
   * Add a message. Writes a message to the other side, once the person has confirmed. `recruiter_id` writes
   * for the agency, `user_id` for the employer; without them, a token that is bound to an agency writes for
   * it, and any other for the employer. Nobody changes a message; an application has at most 1000. Needs the
   * permission `applications:write` in the organization.
   *
   * Extension `applications.messages`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { messages } = partner.organization("org_acme")
   * const message = await messages.create("app_00000001_1", {
   *   body: "Could she start in March?"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { messages } = partner.organization("org_acme")
   * const message = yield* messages.create("app_00000001_1", {
   *   body: "Could she start in March?"
   * })
   * ```
   */
  create(
    applicationId: string,
    newMessage: NewMessage,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, Message>
}

/** Why applications are rejected and withdrawn. */
export interface RejectionReasonsMethods<Kind extends MethodKind> {
  /**
   * List reasons. The reasons of the organization for rejections and withdrawals, ordered by id; one that is
   * not active too. Needs the permission `applications:read` in the organization.
   *
   * Extension `applications.reasons`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { rejectionReasons } = partner.organization("org_acme")
   * for await (const rejectionReason of rejectionReasons.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { rejectionReasons } = partner.organization("org_acme")
   * yield* Stream.runForEach(rejectionReasons.list().items, (rejectionReason) => Effect.log(rejectionReason))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, RejectionReason>

  /**
   * Get a reason. One reason of the organization for rejections and withdrawals. Needs the permission
   * `applications:read` in the organization.
   *
   * Extension `applications.reasons`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { rejectionReasons } = partner.organization("org_acme")
   * const rejectionReason = await rejectionReasons.get("position_cancelled")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { rejectionReasons } = partner.organization("org_acme")
   * const rejectionReason = yield* rejectionReasons.get("position_cancelled")
   * ```
   */
  get(reasonId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, RejectionReason>

  /**
   * Set a reason. Adds a reason under an id of your choice, or changes the one that has it. A reason that is
   * not `active` stays on the applications that name it, and no further one can name it. An organization has
   * at most 100. Needs the permission `organization:manage` in the organization.
   *
   * Extension `applications.reasons`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { rejectionReasons } = partner.organization("org_acme")
   * const answer = await rejectionReasons.set("position_cancelled", {
   *   text: "The position is on hold",
   *   category: "JOB"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { rejectionReasons } = partner.organization("org_acme")
   * const answer = yield* rejectionReasons.set("position_cancelled", {
   *   text: "The position is on hold",
   *   category: "JOB"
   * })
   * ```
   */
  set(
    reasonId: string,
    newRejectionReason: NewRejectionReason,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, RejectionReason | RejectionReason>

  /**
   * Deletes a reason that no application names; set `active` of any other to false. Needs the permission
   * `organization:manage` in the organization.
   *
   * Extension `applications.reasons`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { rejectionReasons } = partner.organization("org_acme")
   * await rejectionReasons.remove("position_cancelled")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { rejectionReasons } = partner.organization("org_acme")
   * yield* rejectionReasons.remove("position_cancelled")
   * ```
   */
  remove(reasonId: string, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, void>
}

/** Placements, the course of hires: start, guarantee and settlement. */
export interface PlacementsMethods<Kind extends MethodKind> {
  /**
   * List placements. The placements of the organization, ordered by id, page by page. An agency sees its
   * own. Needs the permission `placements:read` in the organization.
   *
   * Extension `placements.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { placements } = partner.organization("org_acme")
   * for await (const placement of placements.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { placements } = partner.organization("org_acme")
   * yield* Stream.runForEach(placements.list().items, (placement) => Effect.log(placement))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      /** Placements with this status; may come several times. Example: `["IN_GUARANTEE"]`. */
      readonly status?:
        | "AWAITING_START"
        | "IN_GUARANTEE"
        | "COMPLETED"
        | "FELL_OFF"
        | "CANCELLED"
        | ReadonlyArray<"AWAITING_START" | "IN_GUARANTEE" | "COMPLETED" | "FELL_OFF" | "CANCELLED">
      /** Placements whose settlement has this status; may come several times. Example: `["DUE"]`. */
      readonly settlement_status?:
        | "NOT_DUE"
        | "DUE"
        | "INVOICED"
        | "PAID"
        | "REFUNDED"
        | "VOID"
        | ReadonlyArray<"NOT_DUE" | "DUE" | "INVOICED" | "PAID" | "REFUNDED" | "VOID">
      /** Placements of this agency. Example: `"agy_hirewell"`. */
      readonly agency_id?: string
      /** Placements in this job. Example: `"job_00000001"`. */
      readonly job_id?: string
      /** Placements of this application. Example: `"app_00000001_1"`. */
      readonly application_id?: string
      /**
       * Records that the service has written since then, inclusive, in the order of their last write. Start the
       * next walk one minute before the start of the last one. Example: `"2026-01-31T09:30:00.000Z"`.
       */
      readonly updated_since?: string | Date
    },
    options?: CallOptions
  ): ListOf<Kind, Placement>

  /**
   * Get a placement. One placement of the organization. Needs the permission `placements:read` in the
   * organization.
   *
   * Extension `placements.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { placements } = partner.organization("org_acme")
   * const placement = await placements.get("plc_00000012_6")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { placements } = partner.organization("org_acme")
   * const placement = yield* placements.get("plc_00000012_6")
   * ```
   */
  get(placementId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, Placement>

  /**
   * Take an action on a placement. Moves a placement on: reschedule, start, cancel, fall_off or settle. An
   * action that is not possible answers with those that are. Needs the permission `placements:write` in the
   * organization.
   *
   * Extension `placements.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `DuplicateApplication`, `InvalidTransition`, `IdempotencyInProgress`, `PreconditionFailed`,
   * `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`,
   * `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { placements } = partner.organization("org_acme")
   * const placement = await placements.transition("plc_00000012_6", {
   *   action: "settle",
   *   status: "INVOICED",
   *   reference: "INV-7"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { placements } = partner.organization("org_acme")
   * const placement = yield* placements.transition("plc_00000012_6", {
   *   action: "settle",
   *   status: "INVOICED",
   *   reference: "INV-7"
   * })
   * ```
   */
  transition(
    placementId: string,
    placementTransition: PlacementTransition,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, Placement>

  /**
   * List the history of a placement. The changes of a placement, with their moments and actors; the oldest
   * first, page by page. Needs the permission `placements:read` in the organization.
   *
   * Extension `placements.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { placements } = partner.organization("org_acme")
   * for await (const placementChange of placements.history("plc_00000012_6")) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { placements } = partner.organization("org_acme")
   * yield* Stream.runForEach(placements.history("plc_00000012_6").items, (placementChange) => Effect.log(placementChange))
   * ```
   */
  history(
    placementId: string,
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, PlacementChange>
}

/** People of the organization. */
export interface UsersMethods<Kind extends MethodKind> {
  /**
   * List users. The users of the organization, ordered by id, page by page. Needs the permission
   * `users:read` in the organization.
   *
   * Extension `users.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { users } = partner.organization("org_acme")
   * for await (const user of users.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { users } = partner.organization("org_acme")
   * yield* Stream.runForEach(users.list().items, (user) => Effect.log(user))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      /** The user with this email, whatever its case. Example: `"ada@example.com"`. */
      readonly email?: string
      /** Users who work in the organization, or who did. Example: `"ACTIVE"`. */
      readonly status?: "ACTIVE" | "DISABLED"
      /**
       * Records in which every word of this begins a word, in any order; case and accents do not count. At most
       * 10 different words; each Han, Hiragana, Katakana or Thai character is one. Without a letter or digit it
       * finds nothing. Example: `"ada"`.
       */
      readonly q?: string
      /**
       * Records that the service has written since then, inclusive, in the order of their last write. Start the
       * next walk one minute before the start of the last one. Example: `"2026-01-31T09:30:00.000Z"`.
       */
      readonly updated_since?: string | Date
    },
    options?: CallOptions
  ): ListOf<Kind, User>

  /**
   * Adds a user to the organization. Identifier and timestamps are kept when given and made when absent.
   * Needs the permission `users:write` in the organization.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { users } = partner.organization("org_acme")
   * const user = await users.create({
   *   first_name: "Ada",
   *   last_name: "Lovelace",
   *   email: "ada@example.com"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { users } = partner.organization("org_acme")
   * const user = yield* users.create({
   *   first_name: "Ada",
   *   last_name: "Lovelace",
   *   email: "ada@example.com"
   * })
   * ```
   */
  create(newUser: NewUser, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, User>

  /**
   * Get a user. One user of the organization. Needs the permission `users:read` in the organization.
   *
   * Extension `users.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { users } = partner.organization("org_acme")
   * const user = await users.get("usr_00000001")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { users } = partner.organization("org_acme")
   * const user = yield* users.get("usr_00000001")
   * ```
   */
  get(userId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, User>

  /**
   * Changes a user and answers with all of it. Needs the permission `users:write` in the organization.
   *
   * Extension `users.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { users } = partner.organization("org_acme")
   * const user = await users.update("usr_00000001", { status: "DISABLED" })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { users } = partner.organization("org_acme")
   * const user = yield* users.update("usr_00000001", { status: "DISABLED" })
   * ```
   */
  update(
    userId: string,
    userPatch: UserPatch,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, User>
}

/** The agencies that recruit for the organization, and their fees. */
export interface AgenciesMethods<Kind extends MethodKind> {
  /**
   * List agencies. The agencies that work for the organization, ordered by id, page by page. Needs the
   * permission `agencies:read` in the organization.
   *
   * Extension `agencies.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * for await (const agency of agencies.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * yield* Stream.runForEach(agencies.list().items, (agency) => Effect.log(agency))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      /**
       * Records in which every word of this begins a word, in any order; case and accents do not count. At most
       * 10 different words; each Han, Hiragana, Katakana or Thai character is one. Without a letter or digit it
       * finds nothing. Example: `"hire"`.
       */
      readonly q?: string
    },
    options?: CallOptions
  ): ListOf<Kind, Agency>

  /**
   * Adds an agency to the organization, with its recruiters. It begins with the optimized fee. Its
   * `external_id` belongs to one agency. Needs the permission `agencies:write` in the organization.
   *
   * Extension `agencies.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * const agency = await agencies.create({
   *   name: "Good Hands",
   *   recruiters: [{ first_name: "Robin", last_name: "Doe", email: "robin@goodhands.example" }]
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * const agency = yield* agencies.create({
   *   name: "Good Hands",
   *   recruiters: [{ first_name: "Robin", last_name: "Doe", email: "robin@goodhands.example" }]
   * })
   * ```
   */
  create(newAgency: NewAgency, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, Agency>

  /**
   * Changes an agency and answers with all of it. A list of recruiters replaces the one before: who has the
   * id or the email of one before stays, and who is not in it is erased. An agency that is INACTIVE reads,
   * and submits and confirms no applications. Needs the permission `agencies:write` in the organization.
   *
   * Extension `agencies.write`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * const agency = await agencies.update("agy_hirewell", { external_id: "AG-1" })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * const agency = yield* agencies.update("agy_hirewell", { external_id: "AG-1" })
   * ```
   */
  update(
    agencyId: string,
    agencyPatch: AgencyPatch,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, Agency>

  /**
   * Get an agency. One agency of the organization. Needs the permission `agencies:read` in the organization.
   *
   * Extension `agencies.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * const agency = await agencies.get("agy_hirewell")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * const agency = yield* agencies.get("agy_hirewell")
   * ```
   */
  get(agencyId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, Agency>

  /**
   * Get the fees of an agency. The fees that the organization has agreed with the agency. Needs the
   * permission `agencies:read` or `fees:write` in the organization.
   *
   * Extension `fees.read`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * const agencyFees = await agencies.getFees("agy_hirewell")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * const agencyFees = yield* agencies.getFees("agy_hirewell")
   * ```
   */
  getFees(agencyId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, AgencyFees>

  /**
   * Sets the fees of an agency and answers with all of them. An absent member keeps its value; a given list
   * replaces the stored one. Needs the permission `fees:write` in the organization.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * const agencyFees = await agencies.setFees("agy_hirewell", {
   *   optimizedFee: false,
   *   customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500000, note: "Senior roles" }]
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * const agencyFees = yield* agencies.setFees("agy_hirewell", {
   *   optimizedFee: false,
   *   customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500000, note: "Senior roles" }]
   * })
   * ```
   */
  setFees(
    agencyId: string,
    agencyFeesUpdate: AgencyFeesUpdate,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, AgencyFees>

  /**
   * Preview the fees of a hire. Answers what a hire would cost under each fee that could apply to it, with
   * the stored fees or with those that are given. Changes nothing. Needs the permission `agencies:read` in
   * the organization.
   *
   * Extension `fees.preview`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * const feePreview = await agencies.previewFees("agy_hirewell", {
   *   base_salary_cents: 7200000,
   *   currency: "EUR"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * const feePreview = yield* agencies.previewFees("agy_hirewell", {
   *   base_salary_cents: 7200000,
   *   currency: "EUR"
   * })
   * ```
   */
  previewFees(agencyId: string, newFeePreview: NewFeePreview, options?: CallOptions): CallOf<Kind, FeePreview>

  /**
   * List the history of an agency's fees. The changes of the fees of an agency, with their moments and
   * actors; the oldest first, page by page. Needs the permission `agencies:read` in the organization.
   *
   * Extension `fees.history`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * for await (const feesChange of agencies.feesHistory("agy_hirewell")) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * yield* Stream.runForEach(agencies.feesHistory("agy_hirewell").items, (feesChange) => Effect.log(feesChange))
   * ```
   */
  feesHistory(
    agencyId: string,
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, FeesChange>

  /**
   * List the assignments of an agency. The jobs that are assigned to the agency, ordered by job, page by
   * page; to the agency itself, those that it sees. Needs the permission `jobs:read` in the organization.
   *
   * Extension `jobs.assignments`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencies } = partner.organization("org_acme")
   * for await (const jobAssignment of agencies.assignments("agy_hirewell")) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencies } = partner.organization("org_acme")
   * yield* Stream.runForEach(agencies.assignments("agy_hirewell").items, (jobAssignment) => Effect.log(jobAssignment))
   * ```
   */
  assignments(
    agencyId: string,
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, JobAssignment>
}

/** Links that bring an agency into the organization. */
export interface AgencyInvitationsMethods<Kind extends MethodKind> {
  /**
   * List invitations of agencies. The invitations of the organization, ordered by id, page by page. Needs
   * the permission `agencies:read` in the organization.
   *
   * Extension `agencies.invite`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencyInvitations } = partner.organization("org_acme")
   * for await (const agencyInvitation of agencyInvitations.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencyInvitations } = partner.organization("org_acme")
   * yield* Stream.runForEach(agencyInvitations.list().items, (agencyInvitation) => Effect.log(agencyInvitation))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      /** Invitations that stand so now. Example: `"PENDING"`. */
      readonly status?: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED"
    },
    options?: CallOptions
  ): ListOf<Kind, AgencyInvitation>

  /**
   * Invite an agency. Makes an invitation and its link, which works for 14 days. The answer shows the link,
   * once: the answer that is replayed under an `Idempotency-Key` lacks it. Send it to the person. At most
   * 100 invitations of an organization are pending, and 100 links are made a day. Needs the permission
   * `agencies:write` in the organization.
   *
   * Extension `agencies.invite`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencyInvitations } = partner.organization("org_acme")
   * const agencyInvitation = await agencyInvitations.create({
   *   company_name: "Talent North",
   *   first_name: "Kim",
   *   last_name: "Berg",
   *   email: "kim@talentnorth.example"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencyInvitations } = partner.organization("org_acme")
   * const agencyInvitation = yield* agencyInvitations.create({
   *   company_name: "Talent North",
   *   first_name: "Kim",
   *   last_name: "Berg",
   *   email: "kim@talentnorth.example"
   * })
   * ```
   */
  create(
    newAgencyInvitation: NewAgencyInvitation,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, AgencyInvitation>

  /**
   * Get an invitation of an agency. One invitation of the organization. Needs the permission `agencies:read`
   * in the organization.
   *
   * Extension `agencies.invite`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencyInvitations } = partner.organization("org_acme")
   * const agencyInvitation = await agencyInvitations.get("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencyInvitations } = partner.organization("org_acme")
   * const agencyInvitation = yield* agencyInvitations.get("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   */
  get(agencyInvitationId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, AgencyInvitation>

  /**
   * Resend an invitation. Makes another link of a pending or expired invitation, which works for 14 days,
   * and shows it, once. The link before ends. Needs the permission `agencies:write` in the organization.
   *
   * Extension `agencies.invite`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencyInvitations } = partner.organization("org_acme")
   * const agencyInvitation = await agencyInvitations.resend("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencyInvitations } = partner.organization("org_acme")
   * const agencyInvitation = yield* agencyInvitations.resend("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   */
  resend(agencyInvitationId: string, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, AgencyInvitation>

  /**
   * Revoke an invitation. Ends the link of a pending invitation. A revoked one stays as it is. Needs the
   * permission `agencies:write` in the organization.
   *
   * Extension `agencies.invite`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { agencyInvitations } = partner.organization("org_acme")
   * const agencyInvitation = await agencyInvitations.revoke("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { agencyInvitations } = partner.organization("org_acme")
   * const agencyInvitation = yield* agencyInvitations.revoke("inv_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   */
  revoke(agencyInvitationId: string, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, AgencyInvitation>
}

/** Requests to erase a person. */
export interface ErasureRequestsMethods<Kind extends MethodKind> {
  /**
   * List erasure requests. The erasure requests of the organization, ordered by id, page by page. Needs the
   * permission `privacy:manage` in the organization.
   *
   * Extension `privacy.erase`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { erasureRequests } = partner.organization("org_acme")
   * for await (const erasureRequest of erasureRequests.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { erasureRequests } = partner.organization("org_acme")
   * yield* Stream.runForEach(erasureRequests.list().items, (erasureRequest) => Effect.log(erasureRequest))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, ErasureRequest>

  /**
   * Add an erasure request. Erases a person for good from every application of the organization: candidate,
   * note, answers, feedback and files, within minutes. Applications that the employer does not see are
   * erased too. The request is kept for 1096 days, without the email. Needs the permission `privacy:manage`
   * in the organization.
   *
   * Extension `privacy.erase`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `IdempotencyInProgress`,
   * `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`,
   * `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { erasureRequests } = partner.organization("org_acme")
   * const erasureRequest = await erasureRequests.create({ email: "grace@example.com" })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { erasureRequests } = partner.organization("org_acme")
   * const erasureRequest = yield* erasureRequests.create({ email: "grace@example.com" })
   * ```
   */
  create(
    newErasureRequest: NewErasureRequest,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, ErasureRequest>

  /**
   * Get an erasure request. One erasure request of the organization. Needs the permission `privacy:manage`
   * in the organization.
   *
   * Extension `privacy.erase`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { erasureRequests } = partner.organization("org_acme")
   * const erasureRequest = await erasureRequests.get("era_01KGAS0F00B3D5F7H9J1K3M5N7")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { erasureRequests } = partner.organization("org_acme")
   * const erasureRequest = yield* erasureRequests.get("era_01KGAS0F00B3D5F7H9J1K3M5N7")
   * ```
   */
  get(erasureRequestId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, ErasureRequest>
}

/** Records about a person. */
export interface SubjectExportsMethods<Kind extends MethodKind> {
  /**
   * Get the records of a person. Every record about a person that the employer sees, one a line:
   * applications, files without their bytes, messages, links, waiting mails, audit log and events. The last
   * line is the end: without it, the export is not whole. Needs the permission `privacy:manage` in the
   * organization.
   *
   * Extension `privacy.export`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `PayloadTooLarge`,
   * `UnsupportedMediaType`, `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { subjectExports } = partner.organization("org_acme")
   * const subjectRecords = await subjectExports.create({ email: "grace@example.com" })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { subjectExports } = partner.organization("org_acme")
   * const subjectRecords = yield* subjectExports.create({ email: "grace@example.com" })
   * ```
   */
  create(newSubjectExport: NewSubjectExport, options?: CallOptions): CallOf<Kind, AsyncIterable<SubjectRecord>>
}

/** The events, in order. */
export interface EventsMethods<Kind extends MethodKind> {
  /**
   * List events. The events of the records of the organization, in order. Keep `cursor` and send it next
   * time: no event between is missed. Shows the events whose records the token may read. Needs a grant for
   * the organization.
   *
   * Extension `events`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `CursorExpired`, `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { events } = partner.organization("org_acme")
   * for await (const event of events.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { events } = partner.organization("org_acme")
   * yield* Stream.runForEach(events.list().items, (event) => Effect.log(event))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      readonly types?: string | ReadonlyArray<string>
      /**
       * The start without a cursor: `oldest`, the first event that is kept; `latest`, after the last one; or a
       * moment (RFC 3339), the first event whose `timestamp` is at or after it. Example: `"latest"`.
       */
      readonly start?: string | Date
      /** The seconds to wait for an event where nothing has happened yet. Example: `"10"`. */
      readonly wait?: number
    },
    options?: CallOptions
  ): ListOf<Kind, Event, FeedEnd>

  /**
   * Follows the feed: page after page, and at its end waits for more. A page comes at least every ten
   * seconds, empty where nothing happened. Keep the `cursor` of a page once its items are done, and go on
   * from it after a restart; what came after it comes again.
   *
   * Fails as other calls do. `CursorExpired` means that events would be missed: walk the lists once more,
   * and begin with `start: "latest"`.
   */
  follow(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      readonly types?: string | ReadonlyArray<string>
      /**
       * The start without a cursor: `oldest`, the first event that is kept; `latest`, after the last one; or a
       * moment (RFC 3339), the first event whose `timestamp` is at or after it. Example: `"latest"`.
       */
      readonly start?: string | Date
      /** The seconds to wait for an event where nothing has happened yet. Example: `"10"`. */
      readonly wait?: number
    },
    options?: CallOptions
  ): FollowOf<Kind, Event>

  /**
   * Get an event. One event of the organization, as long as it is kept. Needs a grant for the organization.
   *
   * Extension `events`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { events } = partner.organization("org_acme")
   * const event = await events.get("evt_00000000000070000000000000")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { events } = partner.organization("org_acme")
   * const event = yield* events.get("evt_00000000000070000000000000")
   * ```
   */
  get(eventId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, Event>
}

/** The addresses that events are sent to, and the outcomes of deliveries. */
export interface WebhookEndpointsMethods<Kind extends MethodKind> {
  /**
   * List webhook endpoints. The webhook endpoints of the client in the organization, ordered by id, page by
   * page. Needs the permission `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * for await (const webhookEndpoint of webhookEndpoints.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * yield* Stream.runForEach(webhookEndpoints.list().items, (webhookEndpoint) => Effect.log(webhookEndpoint))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, WebhookEndpoint>

  /**
   * Add a webhook endpoint. Adds an address that events are sent to, from now on. The answer shows the
   * secret that signs them, once: the answer that is replayed under an `Idempotency-Key` lacks it. A `ping`
   * is sent to the address; the first 2xx status enables the endpoint. Needs the permission
   * `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `Conflict`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookEndpoint = await webhookEndpoints.create({
   *   url: "https://example.com/webhooks",
   *   types: ["application.*", "job.closed"]
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookEndpoint = yield* webhookEndpoints.create({
   *   url: "https://example.com/webhooks",
   *   types: ["application.*", "job.closed"]
   * })
   * ```
   */
  create(
    newWebhookEndpoint: NewWebhookEndpoint,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, WebhookEndpoint>

  /**
   * Get a webhook endpoint. One webhook endpoint of the client. Needs the permission `webhooks:manage` in
   * the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookEndpoint = await webhookEndpoints.get("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookEndpoint = yield* webhookEndpoints.get("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
   * ```
   */
  get(webhookEndpointId: string, options?: CallOptions & NoneMatchOptions): CallOf<Kind, WebhookEndpoint>

  /**
   * Changes a webhook endpoint and answers with all of it. Another `url`, and `status: enabled` where it is
   * disabled or fails, send a `ping`; when it is answered, deliveries resume where they stopped. Needs the
   * permission `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`, `Conflict`,
   * `IdempotencyInProgress`, `PreconditionFailed`, `PayloadTooLarge`, `UnsupportedMediaType`,
   * `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookEndpoint = await webhookEndpoints.update("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", {
   *   types: ["*"]
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookEndpoint = yield* webhookEndpoints.update("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", {
   *   types: ["*"]
   * })
   * ```
   */
  update(
    webhookEndpointId: string,
    webhookEndpointPatch: WebhookEndpointPatch,
    options?: CallOptions & KeyOptions & PersonOptions & MatchOptions
  ): CallOf<Kind, WebhookEndpoint>

  /**
   * Deletes a webhook endpoint with its deliveries. Nothing is sent to it any more. Needs the permission
   * `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * await webhookEndpoints.delete("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * yield* webhookEndpoints.delete("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
   * ```
   */
  delete(webhookEndpointId: string, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, void>

  /**
   * Rotate the secret of a webhook endpoint. Gives a webhook endpoint another secret and shows it, once. The
   * old one signs too until it expires; each delivery has both signatures until then. Needs the permission
   * `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookEndpoint = await webhookEndpoints.rotateSecret("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", {
   *   expires_previous_in: 3600
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookEndpoint = yield* webhookEndpoints.rotateSecret("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", {
   *   expires_previous_in: 3600
   * })
   * ```
   */
  rotateSecret(
    webhookEndpointId: string,
    secretRotation: SecretRotation,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, WebhookEndpoint>

  /**
   * Test a webhook endpoint. Sends a `ping` to a webhook endpoint, whatever its status; at most 10 a minute.
   * Its deliveries show the outcome. Needs the permission `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookDelivery = await webhookEndpoints.test("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookDelivery = yield* webhookEndpoints.test("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
   * ```
   */
  test(webhookEndpointId: string, options?: CallOptions & KeyOptions & PersonOptions): CallOf<Kind, WebhookDelivery>

  /**
   * List the deliveries of a webhook endpoint. The deliveries of the last 30 days with their attempts, those
   * of the newest events first, page by page. Needs the permission `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * for await (const webhookDelivery of webhookEndpoints.deliveries("whe_01KGAS0F00D4N8P2R6T0V3X7Z9")) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * yield* Stream.runForEach(webhookEndpoints.deliveries("whe_01KGAS0F00D4N8P2R6T0V3X7Z9").items, (webhookDelivery) => Effect.log(webhookDelivery))
   * ```
   */
  deliveries(
    webhookEndpointId: string,
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
      /** Only deliveries that stand so. Example: `"failed"`. */
      readonly status?: "pending" | "succeeded" | "parked" | "failed"
    },
    options?: CallOptions
  ): ListOf<Kind, WebhookDelivery>

  /**
   * Redeliver an event. Sends an event again to a webhook endpoint, beside those that are due. Needs the
   * permission `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `IdempotencyInProgress`, `UnprocessableEntity`, `IdempotencyKeyReused`, `RateLimited`, `InternalError`,
   * `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookDelivery = await webhookEndpoints.redeliver("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", "evt_00000000000070000000000000")
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookDelivery = yield* webhookEndpoints.redeliver("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", "evt_00000000000070000000000000")
   * ```
   */
  redeliver(
    webhookEndpointId: string,
    eventId: string,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, WebhookDelivery>

  /**
   * Recover deliveries. Sends the deliveries again that have failed since a moment; with `only: all`, every
   * event since then, in order. They are sent beside later events, in turns; at most 10 recoveries a minute
   * of one client. Needs the permission `webhooks:manage` in the organization.
   *
   * Extension `webhooks`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `Unauthorized`, `Forbidden`, `NotFound`,
   * `IdempotencyInProgress`, `PayloadTooLarge`, `UnsupportedMediaType`, `UnprocessableEntity`,
   * `IdempotencyKeyReused`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookRecovered = await webhookEndpoints.recover("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", {
   *   since: "2026-01-31T09:30:00.000Z",
   *   only: "failed"
   * })
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { webhookEndpoints } = partner.organization("org_acme")
   * const webhookRecovered = yield* webhookEndpoints.recover("whe_01KGAS0F00D4N8P2R6T0V3X7Z9", {
   *   since: "2026-01-31T09:30:00.000Z",
   *   only: "failed"
   * })
   * ```
   */
  recover(
    webhookEndpointId: string,
    webhookRecovery: WebhookRecovery,
    options?: CallOptions & KeyOptions & PersonOptions
  ): CallOf<Kind, WebhookRecovered>
}

/** The changes and their actors. */
export interface AuditLogMethods<Kind extends MethodKind> {
  /**
   * List the audit log. The changes in the organization, with their actors and moments; the oldest first,
   * page by page. Needs the permission `audit:read` in the organization.
   *
   * Extension `audit`: not in the specification.
   *
   * The service may refuse with `InvalidRequest`, `InvalidCursor`, `Unauthorized`, `Forbidden`,
   * `UnprocessableEntity`, `RateLimited`, `InternalError`, `Unavailable`.
   *
   * @example
   * ```ts
   * const { auditLog } = partner.organization("org_acme")
   * for await (const auditEntry of auditLog.list()) {
   *   // page by page, as you go
   * }
   * ```
   *
   * @example
   * ```ts
   * // In Effect:
   * const { auditLog } = partner.organization("org_acme")
   * yield* Stream.runForEach(auditLog.list().items, (auditEntry) => Effect.log(auditEntry))
   * ```
   */
  list(
    query?: {
      /** The maximum number of items of a page. */
      readonly limit?: number
      /** Opaque cursor of the next page, from `next`. */
      readonly cursor?: string
    },
    options?: CallOptions
  ): ListOf<Kind, AuditEntry>
}

/** The methods of a client for its own credentials. */
export interface PartnerMethods<Kind extends MethodKind> {
  /** Flow A: client credentials for a primary token, and where both are described. */
  readonly oauth: OauthMethods<Kind>
  /** The organizations that the client may work for. */
  readonly organizations: OrganizationsMethods<Kind>
  /** The permissions and limits of your client. */
  readonly client: ClientMethods<Kind>
  /** The replacement of a client's secret without its operator. */
  readonly clientSecrets: ClientSecretsMethods<Kind>
  /** The reads and decisions of the person of a link. */
  readonly invitations: InvitationsMethods<Kind>
  /** The reads and decisions of the person of a link. */
  readonly confirmations: ConfirmationsMethods<Kind>
  /** The types of events. */
  readonly eventTypes: EventTypesMethods<Kind>
  /** Health and discovery. */
  readonly system: SystemMethods<Kind>
}

/** The methods of a client inside one organization. */
export interface OrganizationMethods<Kind extends MethodKind> {
  /** The organization's rules for the work with its agencies. */
  readonly settings: SettingsMethods<Kind>
  /** The positions that the organization wants to fill. */
  readonly jobs: JobsMethods<Kind>
  /** People whom agencies submit for jobs. */
  readonly applications: ApplicationsMethods<Kind>
  /** Files of applications, such as a CV. */
  readonly attachments: AttachmentsMethods<Kind>
  /** Messages of employer and agency about an application. */
  readonly messages: MessagesMethods<Kind>
  /** Why applications are rejected and withdrawn. */
  readonly rejectionReasons: RejectionReasonsMethods<Kind>
  /** Placements, the course of hires: start, guarantee and settlement. */
  readonly placements: PlacementsMethods<Kind>
  /** People of the organization. */
  readonly users: UsersMethods<Kind>
  /** The agencies that recruit for the organization, and their fees. */
  readonly agencies: AgenciesMethods<Kind>
  /** Links that bring an agency into the organization. */
  readonly agencyInvitations: AgencyInvitationsMethods<Kind>
  /** Requests to erase a person. */
  readonly erasureRequests: ErasureRequestsMethods<Kind>
  /** Records about a person. */
  readonly subjectExports: SubjectExportsMethods<Kind>
  /** The events, in order. */
  readonly events: EventsMethods<Kind>
  /** The addresses that events are sent to, and the outcomes of deliveries. */
  readonly webhookEndpoints: WebhookEndpointsMethods<Kind>
  /** The changes and their actors. */
  readonly auditLog: AuditLogMethods<Kind>
}
