/**
 * The things of the API as they are sent: times and identifiers are text, and a `Date` is sent as text. Written by `pnpm generate` from the contract.
 *
 * Checks nothing, and is gone when the program runs: what comes from a server is read by the client.
 */

/**
 * The organization that the client may use now, and the agency whose view it has there. Extension: not in
 * the specification. Example: `{"organization_id":"org_acme","agency_id":"agy_hirewell"}`.
 */
export interface AcceptedInvitation {
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly organization_id: string
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id: string
  /**
   * The client that was made; absent where an existing client has accepted. Example:
   * `"cli_01KGAS0F00W2P4J8H6V3B9D5QE"`.
   */
  readonly client_id?: string
  /** The secret of the client that was made: shown once. */
  readonly client_secret?: string
}

/** The employer moves the application to the next stage. Extension: not in the specification. */
export interface AdvanceAction {
  readonly action: "advance"
}

/** A batch of agencies was imported. Extension: not in the specification. */
export interface AgenciesImportedEvent extends EventEnvelope {
  readonly type: "agencies.imported"
  readonly data: ImportEventData
}

/** An agency that works for the organization. Extension: not in the specification. */
export interface Agency {
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly id: string
  /** Example: `"Hirewell"`. */
  readonly name: string
  /** The id of the agency in the system of the employer. */
  readonly external_id?: string
  /** A newer server may send others. */
  readonly status: "ACTIVE" | "INACTIVE" | (string & {})
  /** Example: `true`. */
  readonly optimizedFee: boolean
  readonly recruiters: ReadonlyArray<Recruiter>
}

/** An agency was added. Extension: not in the specification. */
export interface AgencyCreatedEvent extends EventEnvelope {
  readonly type: "agency.created"
  readonly data: AgencyEventData
}

/** The record of an event after the change, and what changed. */
export interface AgencyEventData {
  readonly agency: AgencySnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/** The fees of an agency. */
export interface AgencyFees {
  /** true: the platform's optimized fee applies; false: the custom fees do. */
  readonly optimizedFee: boolean
  /** The custom fees in their order, none twice. */
  readonly customFees: ReadonlyArray<Fee>
  readonly guarantee?: Guarantee
  /** The days from the start of a hire until its fee is due. Example: `30`. */
  readonly paymentTermsDays?: number
}

/** The record of an event after the change, and what changed. */
export interface AgencyFeesEventData {
  readonly agency_fees: AgencyFeesSnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
  /** The fees before, without their notes. */
  readonly previous?: Json
}

/** The fees of an agency changed. Extension: not in the specification. */
export interface AgencyFeesSetEvent extends EventEnvelope {
  readonly type: "agency_fees.set"
  readonly data: AgencyFeesEventData
}

/** The fees of an agency after the change. Extension: not in the specification. */
export interface AgencyFeesSnapshot {
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id: string
  /** true: the platform's optimized fee applies; false: the custom fees do. */
  readonly optimizedFee: boolean
  /** The custom fees in their order, none twice. */
  readonly customFees: ReadonlyArray<Fee>
  readonly guarantee?: Guarantee
  /** The days from the start of a hire until its fee is due. Example: `30`. */
  readonly paymentTermsDays?: number
}

/** Sets fees; an absent member keeps its value. */
export interface AgencyFeesUpdate {
  /** true: the platform's optimized fee applies; false: the custom fees do. */
  readonly optimizedFee?: boolean
  /** The custom fees in their order, none twice. */
  readonly customFees?: ReadonlyArray<NewFee>
  readonly guarantee?: NewGuarantee
  /** The days from the start of a hire until its fee is due. Example: `30`. */
  readonly paymentTermsDays?: number
}

/** An invitation of an agency to the organization. Extension: not in the specification. */
export interface AgencyInvitation {
  /** Identifies an invitation. Example: `"inv_01KGAS0F00A2C4E6G8J0K2M4N6"`. */
  readonly id: string
  /** The agency that is invited. Example: `"Talent North"`. */
  readonly company_name: string
  /** Example: `"Kim"`. */
  readonly first_name?: string
  /** Example: `"Berg"`. */
  readonly last_name?: string
  /**
   * With both names: the person who is invited; erased 30 days after the end of the invitation. Example:
   * `"kim@talentnorth.example"`.
   */
  readonly email?: string
  /**
   * Whether the agency begins with the platform's optimized fee; `false` needs `fees:write`. Example:
   * `true`.
   */
  readonly optimizedFee?: boolean
  /** The agency that the invitation is for, or that it has made. Example: `"agy_hirewell"`. */
  readonly agency_id?: string
  /** A newer server may send others. Example: `"PENDING"`. */
  readonly status: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED" | (string & {})
  /** The link for the person: shown when it is made, and never again. */
  readonly url?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly expires_at: string
}

/** An invitation was accepted; `agency_id` names the agency. Extension: not in the specification. */
export interface AgencyInvitationAcceptedEvent extends EventEnvelope {
  readonly type: "agency_invitation.accepted"
  readonly data: AgencyInvitationEventData
}

/** An agency was invited. Extension: not in the specification. */
export interface AgencyInvitationCreatedEvent extends EventEnvelope {
  readonly type: "agency_invitation.created"
  readonly data: AgencyInvitationEventData
}

/** The record of an event after the change, and what changed. */
export interface AgencyInvitationEventData {
  readonly agency_invitation: AgencyInvitationSnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
  /** The status before. */
  readonly previous?: {
    /** A newer server may send others. */
    readonly status: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED" | (string & {})
  }
}

/** An invitation was revoked. Extension: not in the specification. */
export interface AgencyInvitationRevokedEvent extends EventEnvelope {
  readonly type: "agency_invitation.revoked"
  readonly data: AgencyInvitationEventData
}

/**
 * The status of an invitation after the change; get the invitation for the rest. Extension: not in the
 * specification.
 */
export interface AgencyInvitationSnapshot {
  /** Identifies an invitation. Example: `"inv_01KGAS0F00A2C4E6G8J0K2M4N6"`. */
  readonly id: string
  /** A newer server may send others. */
  readonly status: "PENDING" | "ACCEPTED" | "EXPIRED" | "REVOKED" | (string & {})
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id?: string
}

/**
 * The change of an agency, as a JSON Merge Patch (RFC 7396): an absent member stays, a list of recruiters
 * replaces the one before. Extension: not in the specification. Example: `{"external_id":"AG-1"}`.
 */
export interface AgencyPatch {
  /** Counted without white space at the ends, which is removed. */
  readonly name?: string
  /** Whether the agency submits and confirms applications. */
  readonly status?: "ACTIVE" | "INACTIVE"
  /** All recruiters: a list replaces the one before, and who is not in it is erased. */
  readonly recruiters?: ReadonlyArray<NewRecruiter>
  readonly external_id?: string | null
}

/** The agency after the change; get the agency for its recruiters. Extension: not in the specification. */
export interface AgencySnapshot {
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly id: string
  /** Example: `"Hirewell"`. */
  readonly name: string
  /** The id of the agency in the system of the employer. */
  readonly external_id?: string
  /** A newer server may send others. */
  readonly status?: "ACTIVE" | "INACTIVE" | (string & {})
  /** Example: `true`. */
  readonly optimizedFee: boolean
}

/**
 * Members of an agency changed; `changed` names its recruiters, which no event holds. Extension: not in
 * the specification.
 */
export interface AgencyUpdatedEvent extends EventEnvelope {
  readonly type: "agency.updated"
  readonly data: AgencyEventData
}

/**
 * A person whom an agency submits for a job; `candidate` is absent once the person was erased. Extension:
 * not in the specification.
 */
export interface Application {
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly id: string
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly job_id: string
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id: string
  /** The recruiter who submitted; the id stays where the recruiter was removed. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
  readonly candidate?: Candidate
  readonly note?: string
  /** Its id in the agency's system. */
  readonly external_id?: string
  readonly answers?: ReadonlyArray<ApplicationAnswer>
  /** A newer server may send others. */
  readonly state:
    | "UNCONFIRMED"
    | "AWAITING_SORT"
    | "REVIEWING"
    | "INTERVIEWING"
    | "OFFER"
    | "HIRED"
    | "DECLINED"
    | "REJECTED"
    | "WITHDRAWN"
    | (string & {})
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly state_entered_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly confirmed_at?: string
  readonly consent?: Consent
  readonly terms?: ApplicationTerms
  readonly rejection?: Rejection
  readonly withdrawal?: Withdrawal
  readonly hire?: Hire
  readonly ownership?: Ownership
  /** Counts the changes; for information, `ETag` is what `If-Match` takes. */
  readonly version: number
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly erased_at?: string
}

/** The application reached the next stage. Extension: not in the specification. */
export interface ApplicationAdvancedEvent extends EventEnvelope {
  readonly type: "application.advanced"
  readonly data: ApplicationEventData
}

/** A question as it was asked, and its answer. Extension: not in the specification. */
export interface ApplicationAnswer {
  readonly question_id: string
  /** The question, as it was asked. */
  readonly text: string
  /** A newer server may send others. */
  readonly type:
    | "SHORT_TEXT"
    | "LONG_TEXT"
    | "YES_NO"
    | "NUMBER"
    | "DATE"
    | "SINGLE_SELECT"
    | "MULTI_SELECT"
    | (string & {})
  readonly value: string | number | boolean | ReadonlyArray<string>
  /** The labels of the chosen options, as they were shown. */
  readonly labels?: ReadonlyArray<string>
}

/** A file was added to an application; get it for its name. Extension: not in the specification. */
export interface ApplicationAttachmentAddedEvent extends EventEnvelope {
  readonly type: "application.attachment_added"
  readonly data: ApplicationAttachmentAddedEventData
}

/** The record of an event after the change, and what changed. */
export interface ApplicationAttachmentAddedEventData {
  readonly application: ApplicationReference
  /** Identifies an attachment. Example: `"att_01KGAS0F00A2C4E6G8J0K2M4N6"`. */
  readonly attachment_id: string
  /** The purpose of the file. A newer server may send others. Example: `"RESUME"`. */
  readonly type: "RESUME" | "COVER_LETTER" | "PORTFOLIO" | "CONSENT" | "OTHER" | (string & {})
  /** A newer server may send others. */
  readonly scan_status: "NOT_SCANNED" | "PENDING" | "CLEAN" | "REJECTED" | (string & {})
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/** A file of an application was removed, or replaced by another one. Extension: not in the specification. */
export interface ApplicationAttachmentRemovedEvent extends EventEnvelope {
  readonly type: "application.attachment_removed"
  readonly data: ApplicationAttachmentRemovedEventData
}

/** The record of an event after the change, and what changed. */
export interface ApplicationAttachmentRemovedEventData {
  readonly application: ApplicationReference
  /** Identifies an attachment. Example: `"att_01KGAS0F00A2C4E6G8J0K2M4N6"`. */
  readonly attachment_id: string
  /** The purpose of the file. A newer server may send others. Example: `"RESUME"`. */
  readonly type: "RESUME" | "COVER_LETTER" | "PORTFOLIO" | "CONSENT" | "OTHER" | (string & {})
  /** A newer server may send others. */
  readonly scan_status: "NOT_SCANNED" | "PENDING" | "CLEAN" | "REJECTED" | (string & {})
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/**
 * A file of an application was scanned: `scan_status` is `CLEAN` or `REJECTED`. Extension: not in the
 * specification.
 */
export interface ApplicationAttachmentScannedEvent extends EventEnvelope {
  readonly type: "application.attachment_scanned"
  readonly data: ApplicationAttachmentScannedEventData
}

/** The record of an event after the change, and what changed. */
export interface ApplicationAttachmentScannedEventData {
  readonly application: ApplicationReference
  /** Identifies an attachment. Example: `"att_01KGAS0F00A2C4E6G8J0K2M4N6"`. */
  readonly attachment_id: string
  /** The purpose of the file. A newer server may send others. Example: `"RESUME"`. */
  readonly type: "RESUME" | "COVER_LETTER" | "PORTFOLIO" | "CONSENT" | "OTHER" | (string & {})
  /** A newer server may send others. */
  readonly scan_status: "NOT_SCANNED" | "PENDING" | "CLEAN" | "REJECTED" | (string & {})
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/**
 * One change of an application; an agency is not told which client it was. Extension: not in the
 * specification.
 */
export interface ApplicationChange {
  readonly id: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly occurred_at: string
  /** A newer server may send others. */
  readonly action:
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | "agency_invitation.resent"
    | "candidate.checked"
    | "erasure_request.created"
    | "organization.created"
    | "organization.renamed"
    | "client.created"
    | "client.updated"
    | "client.revoked"
    | "grant.set"
    | "grant.removed"
    | "secret.added"
    | "secret.ended"
    | "secret.replaced"
    | "database.restored"
    | "webhook_endpoint.created"
    | "webhook_endpoint.updated"
    | "webhook_endpoint.enabled"
    | "webhook_endpoint.deleted"
    | "webhook_endpoint.secret_rotated"
    | "webhook_endpoint.tested"
    | "webhook_endpoint.redelivered"
    | "webhook_secrets.rewrapped"
    | "operator.created"
    | "operator.updated"
    | "operator.link_created"
    | "operator.signed_in"
    | "operator.signed_out"
    | "operator.revoked"
    | "operator.erased"
    | (string & {})
  /** The names of the members that changed. */
  readonly changed: ReadonlyArray<string>
  /**
   * The actor: a client, the operator, the service unasked or as a consequence, or the person of the
   * application by a link. A newer server may send others.
   */
  readonly actor: "client" | "operator" | "system" | "candidate" | (string & {})
  /**
   * Why the service did it: `ownership_taken` when another application of the person was confirmed,
   * `retention` when it erased a person whose time was over. A newer server may send others.
   */
  readonly reason?: "ownership_taken" | "retention" | (string & {})
  /** Identifies a client. Example: `"cli_01KGAS0F00W2P4J8H6V3B9D5QE"`. */
  readonly client_id?: string
  /** The user on whose behalf the client did it. Example: `"usr_00000001"`. */
  readonly user_id?: string
  /** The recruiter on whose behalf the client of the agency did it. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
  /** The X-Request-Id of the request. */
  readonly request_id?: string
  /** Absent for the submission and for an import. A newer server may send others. */
  readonly state_before?:
    | "UNCONFIRMED"
    | "AWAITING_SORT"
    | "REVIEWING"
    | "INTERVIEWING"
    | "OFFER"
    | "HIRED"
    | "DECLINED"
    | "REJECTED"
    | "WITHDRAWN"
    | (string & {})
  /** Absent where the state did not change. A newer server may send others. */
  readonly state_after?:
    | "UNCONFIRMED"
    | "AWAITING_SORT"
    | "REVIEWING"
    | "INTERVIEWING"
    | "OFFER"
    | "HIRED"
    | "DECLINED"
    | "REJECTED"
    | "WITHDRAWN"
    | (string & {})
}

/** The agency gave up its claim of a person. Extension: not in the specification. */
export interface ApplicationClaimReleasedEvent extends EventEnvelope {
  readonly type: "application.claim_released"
  readonly data: ApplicationEventData
}

/**
 * The application waited too long for its person, and was withdrawn; the agency gets it. Extension: not in
 * the specification.
 */
export interface ApplicationConfirmationExpiredEvent extends EventEnvelope {
  readonly type: "application.confirmation_expired"
  readonly data: ApplicationEventData
}

/** A link was made by which the person confirms; the agency gets it. Extension: not in the specification. */
export interface ApplicationConfirmationRequestedEvent extends EventEnvelope {
  readonly type: "application.confirmation_requested"
  readonly data: ApplicationEventData
}

/** The person agreed. Extension: not in the specification. */
export interface ApplicationConfirmedEvent extends EventEnvelope {
  readonly type: "application.confirmed"
  readonly data: ApplicationEventData
}

/** The person did not agree. Extension: not in the specification. */
export interface ApplicationDeclinedEvent extends EventEnvelope {
  readonly type: "application.declined"
  readonly data: ApplicationEventData
}

/** The person of an application was erased. Extension: not in the specification. */
export interface ApplicationErasedEvent extends EventEnvelope {
  readonly type: "application.erased"
  readonly data: ApplicationEventData
}

/** The record of an event after the change, and what changed. */
export interface ApplicationEventData {
  readonly application: Application
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
  /** The state before. */
  readonly previous?: {
    /** A newer server may send others. */
    readonly state:
      | "UNCONFIRMED"
      | "AWAITING_SORT"
      | "REVIEWING"
      | "INTERVIEWING"
      | "OFFER"
      | "HIRED"
      | "DECLINED"
      | "REJECTED"
      | "WITHDRAWN"
      | (string & {})
  }
  /**
   * Why the service did it: `ownership_taken` when another application of the person was confirmed,
   * `retention` when it erased a person whose time was over. A newer server may send others.
   */
  readonly reason?: "ownership_taken" | "retention" | (string & {})
  /** Members of the record that were left out because the event would be too large; get the record for them. */
  readonly omitted?: ReadonlyArray<string>
}

/** The hire was undone: the application is where it was before. Extension: not in the specification. */
export interface ApplicationHireCancelledEvent extends EventEnvelope {
  readonly type: "application.hire_cancelled"
  readonly data: ApplicationEventData
}

/** The person was hired. Extension: not in the specification. */
export interface ApplicationHiredEvent extends EventEnvelope {
  readonly type: "application.hired"
  readonly data: ApplicationEventData
}

/** An application was added by an import. Extension: not in the specification. */
export interface ApplicationImportedEvent extends EventEnvelope {
  readonly type: "application.imported"
  readonly data: ApplicationEventData
}

/** The employer took the application into review. Extension: not in the specification. */
export interface ApplicationKeptEvent extends EventEnvelope {
  readonly type: "application.kept"
  readonly data: ApplicationEventData
}

/**
 * The change of an application, as a JSON Merge Patch (RFC 7396); null removes an optional member.
 * Extension: not in the specification. Example: `{"candidate":{"phone":"+4915112345678"},"note":null}`.
 */
export interface ApplicationPatch {
  readonly candidate?: CandidatePatch
  readonly note?: string | null
  readonly external_id?: string | null
}

/** The ids of an application, of its job and of its agency. Extension: not in the specification. */
export interface ApplicationReference {
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly id: string
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly job_id: string
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id: string
}

/** The employer rejected the application. Extension: not in the specification. */
export interface ApplicationRejectedEvent extends EventEnvelope {
  readonly type: "application.rejected"
  readonly data: ApplicationEventData
}

/** The employer took a rejection back. Extension: not in the specification. */
export interface ApplicationRestoredEvent extends EventEnvelope {
  readonly type: "application.restored"
  readonly data: ApplicationEventData
}

/** An application was submitted. Extension: not in the specification. */
export interface ApplicationSubmittedEvent extends EventEnvelope {
  readonly type: "application.submitted"
  readonly data: ApplicationEventData
}

/**
 * The fees of the agency when the person was confirmed, and whether a hire obeys them; both sides see
 * them. Extension: not in the specification.
 */
export interface ApplicationTerms {
  readonly fees: AgencyFees
  /**
   * The setting `fees_apply` at the confirmation: `AT_CONFIRMATION`, a hire has a fee of these; `AT_HIRE`,
   * one that the agency has then. A newer server may send others. Example: `"AT_CONFIRMATION"`.
   */
  readonly binding: "AT_HIRE" | "AT_CONFIRMATION" | (string & {})
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly agreed_at: string
}

/**
 * An action on an application, named by `action`. Extension: not in the specification. Example:
 * `{"action":"confirm"}`.
 */
export type ApplicationTransition =
  | ConfirmAction
  | DeclineAction
  | KeepAction
  | AdvanceAction
  | RestoreAction
  | WithdrawAction
  | ReleaseAction
  | RejectAction
  | HireAction

/** Candidate, note or external id changed. Extension: not in the specification. */
export interface ApplicationUpdatedEvent extends EventEnvelope {
  readonly type: "application.updated"
  readonly data: ApplicationEventData
}

/**
 * The application was taken back; `reason` is present when the service did it. Extension: not in the
 * specification.
 */
export interface ApplicationWithdrawnEvent extends EventEnvelope {
  readonly type: "application.withdrawn"
  readonly data: ApplicationEventData
}

/** A batch of applications was imported. Extension: not in the specification. */
export interface ApplicationsImportedEvent extends EventEnvelope {
  readonly type: "applications.imported"
  readonly data: ImportEventData
}

/** A file of an application, without its bytes. Extension: not in the specification. */
export interface Attachment {
  /** Identifies an attachment. Example: `"att_01KGAS0F00A2C4E6G8J0K2M4N6"`. */
  readonly id: string
  /** The purpose of the file. A newer server may send others. Example: `"RESUME"`. */
  readonly type: "RESUME" | "COVER_LETTER" | "PORTFOLIO" | "CONSENT" | "OTHER" | (string & {})
  /** The name that the file was sent with. Example: `"cv.pdf"`. */
  readonly file_name: string
  /** Example: `"application/pdf"`. */
  readonly media_type: string
  /** Example: `184320`. */
  readonly size_bytes: number
  /**
   * The SHA-256 of the bytes, in hexadecimal. Example:
   * `"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`.
   */
  readonly sha256: string
  /**
   * `NOT_SCANNED` where the service had no scanner when the file came; `PENDING` and `REJECTED` files cannot
   * be read. A newer server may send others. Example: `"NOT_SCANNED"`.
   */
  readonly scan_status: "NOT_SCANNED" | "PENDING" | "CLEAN" | "REJECTED" | (string & {})
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
}

/**
 * The actor, the action and the moment of a change; without a client, an operator or the service did it.
 * Extension: not in the specification.
 */
export interface AuditEntry {
  readonly id: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly occurred_at: string
  /** A newer server may send others. */
  readonly action:
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | "agency_invitation.resent"
    | "candidate.checked"
    | "erasure_request.created"
    | "organization.created"
    | "organization.renamed"
    | "client.created"
    | "client.updated"
    | "client.revoked"
    | "grant.set"
    | "grant.removed"
    | "secret.added"
    | "secret.ended"
    | "secret.replaced"
    | "database.restored"
    | "webhook_endpoint.created"
    | "webhook_endpoint.updated"
    | "webhook_endpoint.enabled"
    | "webhook_endpoint.deleted"
    | "webhook_endpoint.secret_rotated"
    | "webhook_endpoint.tested"
    | "webhook_endpoint.redelivered"
    | "webhook_secrets.rewrapped"
    | "operator.created"
    | "operator.updated"
    | "operator.link_created"
    | "operator.signed_in"
    | "operator.signed_out"
    | "operator.revoked"
    | "operator.erased"
    | (string & {})
  /** The id of what was touched. */
  readonly resource_id: string
  /** Identifies a client. Example: `"cli_01KGAS0F00W2P4J8H6V3B9D5QE"`. */
  readonly client_id?: string
  /** The operator who did it; an opaque id. Example: `"opr_01KGAS0F00R4N8P2R6T0V3X7Z9"`. */
  readonly operator_id?: string
  /** The user on whose behalf the client did it. Example: `"usr_00000001"`. */
  readonly user_id?: string
  /** The recruiter on whose behalf the client of the agency did it. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
  /**
   * `system`: the service did it, unasked or as a consequence of the request; `candidate`: the person of the
   * application, by a link. A newer server may send others.
   */
  readonly actor?: "system" | "candidate" | (string & {})
  /**
   * Why the service did it: `ownership_taken` when another application of the person was confirmed,
   * `retention` when it erased a person whose time was over. A newer server may send others.
   */
  readonly reason?: "ownership_taken" | "retention" | (string & {})
  /** The agency that it concerns. Example: `"agy_hirewell"`. */
  readonly agency_id?: string
  /** The X-Request-Id of the request. */
  readonly request_id?: string
  /** The names of the members that changed. */
  readonly changed: ReadonlyArray<string>
  /** Members that the service generates, and that the request supplied instead. */
  readonly supplied?: ReadonlyArray<string>
  /**
   * The value before, of fees, permissions, status and the state of an application; the ids of secrets that
   * ended.
   */
  readonly before?: Json
  /**
   * The value after, of fees, permissions, status and the state of an application; of an import, how much
   * was written; the id of a secret that was made.
   */
  readonly after?: Json
}

/** The metadata of the token endpoint for OAuth clients (RFC 8414). Extension: not in the specification. */
export interface AuthorizationServerMetadata {
  readonly issuer: string
  readonly token_endpoint: string
  readonly revocation_endpoint: string
  readonly grant_types_supported: ReadonlyArray<string>
  readonly token_endpoint_auth_methods_supported: ReadonlyArray<string>
  readonly revocation_endpoint_auth_methods_supported: ReadonlyArray<string>
  readonly response_types_supported: ReadonlyArray<string>
  readonly service_documentation: string
}

/** A member of a body, without its value. Extension: not in the specification. */
export interface BodyMember {
  /**
   * JSON Pointer (RFC 6901) to the member; `*` stands for every item of an array, `?` for a name that is not
   * shown. Example: `"/candidate/email"`.
   */
  readonly path: string
  /** Its type. A newer server may send others. Example: `"string"`. */
  readonly type: "null" | "boolean" | "number" | "string" | "array" | "object" | (string & {})
}

/** The hire is undone: the application returns to the state before it. Extension: not in the specification. */
export interface CancelAction {
  readonly action: "cancel"
  /** Why; the agency reads it. Example: `"Took another offer"`. */
  readonly reason: string
}

/**
 * The person who applies. Extension: not in the specification. Example:
 * `{"first_name":"Grace","last_name":"Hopper","email":"grace@example.com"}`.
 */
export interface Candidate {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone?: string
  readonly linkedin_url?: string
  readonly location?: string
  readonly resume_url?: string
  readonly salary_expectation?: SalaryExpectation
  /** The first day on which the person can start. Example: `"2026-03-01"`. */
  readonly available_from?: string
  /** The notice that the person has to give, in days. */
  readonly notice_period_days?: number
  readonly work_authorization?: WorkAuthorization
  readonly current_title?: string
  readonly current_company?: string
  readonly links?: ReadonlyArray<string>
}

/**
 * Whether a person is free for a job. Extension: not in the specification. Example:
 * `{"result":"AVAILABLE"}`.
 */
export interface CandidateCheck {
  /**
   * `AVAILABLE`: nobody has a claim; `POSSIBLE`: the agency may have submitted the person under another
   * email; `YOURS`: the agency has the claim, or an open application that the caller sees; `TAKEN`: the
   * claim is another agency's, or the employer's. A newer server may send others. Example: `"AVAILABLE"`.
   */
  readonly result: "AVAILABLE" | "POSSIBLE" | "YOURS" | "TAKEN" | (string & {})
  /** The applications that the result is about, as far as the caller sees them; at most 20. */
  readonly application_ids?: ReadonlyArray<string>
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly until?: string
  /**
   * To the employer: applications for the job with the same telephone number or LinkedIn profile, of any
   * agency; at most 20.
   */
  readonly similar_application_ids?: ReadonlyArray<string>
}

/** The change of the candidate; null removes an optional member. Extension: not in the specification. */
export interface CandidatePatch {
  /** Counted without white space at the ends, which is removed. */
  readonly first_name?: string
  /** Counted without white space at the ends, which is removed. */
  readonly last_name?: string
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email?: string
  /** The country in which `phone` is dialled as it is written; not stored. Example: `"DE"`. */
  readonly phone_country?: string
  readonly phone?: string | null
  readonly linkedin_url?: string | null
  readonly location?: string | null
  readonly resume_url?: string | null
  readonly salary_expectation?: SalaryExpectationPatch | null
  readonly available_from?: string | null
  readonly notice_period_days?: number | null
  readonly work_authorization?: WorkAuthorizationPatch | null
  readonly current_title?: string | null
  readonly current_company?: string | null
  readonly links?: ReadonlyArray<string> | null
}

/**
 * The person; nothing of it is stored. Extension: not in the specification. Example:
 * `{"email":"grace@example.com"}`.
 */
export interface CheckedCandidate {
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email: string
  /** Telephone number as E.164. Example: `"+4915112345678"`. */
  readonly phone?: string
  /** An https: address. Example: `"https://example.com/resume.pdf"`. */
  readonly linkedin_url?: string
}

/**
 * The permissions of a client in one organization. Extension: not in the specification. Example:
 * `{"organization_id":"org_acme","permissions":["jobs:read"]}`.
 */
export interface ClientGrant {
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly organization_id: string
  /** The permissions of the grant. A newer server may send others. */
  readonly permissions: ReadonlyArray<
    | "jobs:read"
    | "jobs:write"
    | "applications:read"
    | "applications:write"
    | "users:read"
    | "users:write"
    | "agencies:read"
    | "fees:write"
    | "audit:read"
    | "webhooks:manage"
    | "agencies:write"
    | "organization:manage"
    | "privacy:manage"
    | "placements:read"
    | "placements:write"
    | (string & {})
  >
  /** The agency that the grant is bound to; without it, the view of the employer. Example: `"agy_hirewell"`. */
  readonly agency_id?: string
}

/**
 * The limits of the client. `organization` is its rate in each organization, `client` its rate in all of
 * them together, requests for tokens included; a service of several nodes shows the rates of the node that
 * answers. Extension: not in the specification.
 */
export interface ClientLimits {
  readonly organization: RequestRate
  readonly client: RequestRate
  /** The most organizations that it may be granted. Example: `1000`. */
  readonly grants: number
  /** The most live tokens; a new one ends the oldest of its kind. Example: `10000`. */
  readonly live_tokens: number
  /** The most live secrets. Example: `2`. */
  readonly secrets: number
}

/** The person agrees: the application owns the person for this job. Extension: not in the specification. */
export interface ConfirmAction {
  readonly action: "confirm"
  readonly consent?: NewConsent
}

/**
 * The decision of the person of a link. Extension: not in the specification. Example:
 * `{"token":"<redacted>","decision":"CONFIRM"}`.
 */
export interface ConfirmationDecision {
  /** The part of the link behind `#`. Example: `"hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"`. */
  readonly token: string
  /** `WITHDRAW` takes a confirmation back, until the hire. Example: `"CONFIRM"`. */
  readonly decision: "CONFIRM" | "DECLINE" | "WITHDRAW"
}

/**
 * A link by which the person confirms or declines; it works for 14 days. Extension: not in the
 * specification. Example: `{"expires_at":"2026-01-31T09:30:00.000Z"}`.
 */
export interface ConfirmationRequest {
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly expires_at: string
  /**
   * The link for the person: shown when it is made, and never again; absent where the service alone sends
   * it.
   */
  readonly url?: string
}

/**
 * The token of a link, which is the part of the link behind `#`. Extension: not in the specification.
 * Example: `{"token":"<redacted>"}`.
 */
export interface ConfirmationToken {
  /** The part of the link behind `#`. Example: `"hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"`. */
  readonly token: string
}

/** The consent of the person: when and how it was given. Extension: not in the specification. */
export interface Consent {
  /** When the person consented. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly obtained_at: string
  /**
   * The way in which the person consented: as the agency attests it, or `LINK` where the person did it by a
   * confirmation link. A newer server may send others. Example: `"EMAIL"`.
   */
  readonly method: "EMAIL" | "FORM" | "SIGNED" | "VERBAL" | "LINK" | (string & {})
  /**
   * The end of a consent that the person gave for a time; nothing happens then. Example:
   * `"2026-01-31T09:30:00.000Z"`.
   */
  readonly expires_at?: string
  /**
   * The file of the consent: a `CONSENT` attachment of this application. Example:
   * `"att_01KGAS0F00A2C4E6G8J0K2M4N6"`.
   */
  readonly attachment_id?: string
  /**
   * The sender of the link of a consent by `LINK`: `SERVICE` where this service alone did, so that only the
   * mailbox of the person had it. A newer server may send others. Example: `"SERVICE"`.
   */
  readonly delivered_by?: "SERVICE" | "AGENCY" | (string & {})
}

/**
 * The change of the custom fields; null removes a field. Extension: not in the specification. Example:
 * `{"team":"Payments","tags":null}`.
 */
export interface CustomFieldsPatch {
  readonly [key: string]: string | number | boolean | ReadonlyArray<string> | null
}

/** The person does not agree. Extension: not in the specification. */
export interface DeclineAction {
  readonly action: "decline"
}

/**
 * A request to erase a person from every application of the organization. Extension: not in the
 * specification.
 */
export interface ErasureRequest {
  /** Identifies an erasure request. Example: `"era_01KGAS0F00B3D5F7H9J1K3M5N7"`. */
  readonly id: string
  /**
   * `DONE` once the person is erased everywhere and the bytes of all files are gone; `HELD` while all else
   * is gone and a placement keeps the name. A newer server may send others. Example: `"PENDING"`.
   */
  readonly status: "PENDING" | "DONE" | "HELD" | (string & {})
  /**
   * The number of applications of the person that the client saw when it asked; the erasure reaches others
   * too. Example: `2`.
   */
  readonly applications: number
  /**
   * A keyed digest in the place of the email: the same for the same person; absent where the service has no
   * key.
   */
  readonly email_digest?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly held_until?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly done_at?: string
}

/**
 * A change of a record; `type` names the change and the kind of the record in `data`. Extension: not in
 * the specification.
 */
export type Event =
  | JobCreatedEvent
  | JobUpdatedEvent
  | JobOpenedEvent
  | JobHeldEvent
  | JobClosedEvent
  | JobAssignedEvent
  | JobAssignmentSetEvent
  | JobUnassignedEvent
  | JobRestrictedEvent
  | ApplicationSubmittedEvent
  | ApplicationImportedEvent
  | ApplicationConfirmationRequestedEvent
  | ApplicationConfirmationExpiredEvent
  | ApplicationConfirmedEvent
  | ApplicationDeclinedEvent
  | ApplicationKeptEvent
  | ApplicationAdvancedEvent
  | ApplicationRejectedEvent
  | ApplicationRestoredEvent
  | ApplicationWithdrawnEvent
  | ApplicationClaimReleasedEvent
  | ApplicationHiredEvent
  | ApplicationHireCancelledEvent
  | ApplicationUpdatedEvent
  | ApplicationErasedEvent
  | ApplicationAttachmentAddedEvent
  | ApplicationAttachmentRemovedEvent
  | ApplicationAttachmentScannedEvent
  | MessageCreatedEvent
  | PlacementCreatedEvent
  | PlacementRescheduledEvent
  | PlacementStartedEvent
  | PlacementCancelledEvent
  | PlacementFellOffEvent
  | PlacementCompletedEvent
  | PlacementSettledEvent
  | UserCreatedEvent
  | UserUpdatedEvent
  | UserDisabledEvent
  | UserErasedEvent
  | AgencyCreatedEvent
  | AgencyUpdatedEvent
  | AgencyFeesSetEvent
  | AgencyInvitationCreatedEvent
  | AgencyInvitationAcceptedEvent
  | AgencyInvitationRevokedEvent
  | WebhookEndpointFailingEvent
  | WebhookEndpointRecoveredEvent
  | WebhookEndpointDisabledEvent
  | OrganizationUpdatedEvent
  | RejectionReasonCreatedEvent
  | RejectionReasonUpdatedEvent
  | RejectionReasonDeletedEvent
  | JobsImportedEvent
  | AgenciesImportedEvent
  | UsersImportedEvent
  | ApplicationsImportedEvent

/** The members of every event of the feed. */
export interface EventEnvelope {
  /** Identifies an event within its organization. Example: `"evt_00000000000070000000000000"`. */
  readonly id: string
  /** When it happened. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly timestamp: string
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly organization_id: string
  /**
   * The number of the entry in the journal of the organization: events come in this order, with gaps.
   * Example: `7`.
   */
  readonly sequence: number
  /** The person was erased after the event: what was personal is gone. */
  readonly erased?: true
}

/** A type of events: when it occurs, and the permission that shows it. Extension: not in the specification. */
export interface EventTypeInfo {
  /** A newer server may send others. Example: `"job.opened"`. */
  readonly type:
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | (string & {})
  /** Example: `"A job became OPEN; other members may have changed too"`. */
  readonly description: string
  /** A newer server may send others. Example: `"jobs:read"`. */
  readonly permission:
    | "jobs:read"
    | "jobs:write"
    | "applications:read"
    | "applications:write"
    | "users:read"
    | "users:write"
    | "agencies:read"
    | "fees:write"
    | "audit:read"
    | "webhooks:manage"
    | "agencies:write"
    | "organization:manage"
    | "privacy:manage"
    | "placements:read"
    | "placements:write"
    | (string & {})
}

/** Every type of events. Extension: not in the specification. */
export interface EventTypeList {
  readonly types: ReadonlyArray<EventTypeInfo>
}

/**
 * The fee that the caller expects to apply: it chooses the custom fee that equals it, and where none does,
 * or another fee applies, the answer is 409 `conflict`. Extension: not in the specification.
 */
export type ExpectedFee = NewFlatFee | NewPercentageFee | OptimizedFee

/**
 * The extensions of this server beyond the specification. Extension: not in the specification. Example:
 * `{"extensions":["fees.read","users.read"]}`.
 */
export interface Extensions {
  readonly extensions: ReadonlyArray<string>
}

/** The person left within the guarantee. Extension: not in the specification. */
export interface FallOffAction {
  readonly action: "fall_off"
  /** The day on which the person left. Example: `"2026-04-15"`. */
  readonly on: string
  /** Why; the agency reads it. Example: `"Left for another company"`. */
  readonly reason: string
}

/** A custom fee of the kind in `feeType`. */
export type Fee = FlatFee | PercentageFee

/** The cost of a hire under each fee that could apply. Extension: not in the specification. */
export interface FeePreview {
  /** true: the platform's optimized fee applies. Example: `false`. */
  readonly optimizedFee: boolean
  /**
   * The fees that a hire could have, at their index for `custom_fee`; the optimized fee alone where that
   * applies.
   */
  readonly fees: ReadonlyArray<{
    readonly fee: HireFee
    /**
     * The cost of the hire, in minor units: of the fee's currency for a flat fee, of the salary's for a
     * percentage. Absent for the optimized fee. Example: `500000`.
     */
    readonly fee_amount_cents?: number
  }>
}

/**
 * One change of the fees of an agency, without their notes; an agency is not told which client it was.
 * Extension: not in the specification.
 */
export interface FeesChange {
  readonly id: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly occurred_at: string
  /** A newer server may send others. */
  readonly action:
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | "agency_invitation.resent"
    | "candidate.checked"
    | "erasure_request.created"
    | "organization.created"
    | "organization.renamed"
    | "client.created"
    | "client.updated"
    | "client.revoked"
    | "grant.set"
    | "grant.removed"
    | "secret.added"
    | "secret.ended"
    | "secret.replaced"
    | "database.restored"
    | "webhook_endpoint.created"
    | "webhook_endpoint.updated"
    | "webhook_endpoint.enabled"
    | "webhook_endpoint.deleted"
    | "webhook_endpoint.secret_rotated"
    | "webhook_endpoint.tested"
    | "webhook_endpoint.redelivered"
    | "webhook_secrets.rewrapped"
    | "operator.created"
    | "operator.updated"
    | "operator.link_created"
    | "operator.signed_in"
    | "operator.signed_out"
    | "operator.revoked"
    | "operator.erased"
    | (string & {})
  /** The names of the members that changed. */
  readonly changed: ReadonlyArray<string>
  /**
   * The actor: a client, the operator, the service unasked or as a consequence, or the person of the
   * application by a link. A newer server may send others.
   */
  readonly actor: "client" | "operator" | "system" | "candidate" | (string & {})
  /**
   * Why the service did it: `ownership_taken` when another application of the person was confirmed,
   * `retention` when it erased a person whose time was over. A newer server may send others.
   */
  readonly reason?: "ownership_taken" | "retention" | (string & {})
  /** Identifies a client. Example: `"cli_01KGAS0F00W2P4J8H6V3B9D5QE"`. */
  readonly client_id?: string
  /** The user on whose behalf the client did it. Example: `"usr_00000001"`. */
  readonly user_id?: string
  /** The recruiter on whose behalf the client of the agency did it. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
  /** The X-Request-Id of the request. */
  readonly request_id?: string
  readonly before?: AgencyFees
  readonly after?: AgencyFees
}

/**
 * A fixed amount for each hire. Example:
 * `{"feeType":"FLAT_FEE","currency":"EUR","feeCents":500000,"note":"Senior roles"}`.
 */
export interface FlatFee {
  readonly feeType: "FLAT_FEE"
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency: string
  /** Minor units of the currency: cents of the euro, whole yen. Example: `500000`. */
  readonly feeCents: number
  /** The purpose of the fee. */
  readonly note?: string
}

/**
 * For how long the agency answers for a hire, and what it owes back of the fee when the person leaves.
 * Extension: not in the specification. Example: `{"days":90,"refund":"PRORATED"}`.
 */
export interface Guarantee {
  /** The days of the guarantee, from the start on. Example: `90`. */
  readonly days: number
  /**
   * The amount that the agency owes back: `FULL`, all of the fee; `PRORATED`, the share of the days that are
   * left, half a minor unit rounded up; `NONE`, nothing. A newer server may send others. Example:
   * `"PRORATED"`.
   */
  readonly refund: "FULL" | "PRORATED" | "NONE" | (string & {})
}

/** It works. Extension: not in the specification. */
export interface Health {
  readonly status: "ok"
}

/** A hire, and what it costs. Extension: not in the specification. */
export interface Hire {
  /** A day, as YYYY-MM-DD. Example: `"2026-03-01"`. */
  readonly start_date: string
  /** The base salary of the first year, in minor units of `currency`. */
  readonly base_salary_cents: number
  /**
   * The amount of which a percentage is taken, in minor units of `currency`; without it, that is the base
   * salary. A percentage on a CONTRACT or TEMPORARY job needs it.
   */
  readonly fee_base_cents?: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency: string
  readonly fee: HireFee
  /**
   * The cost of the hire, in minor units: of the fee's currency for a flat fee, of the salary's for a
   * percentage. Absent for the optimized fee. Example: `500000`.
   */
  readonly fee_amount_cents?: number
}

/** The employer hires the person, at a fee. Extension: not in the specification. */
export interface HireAction {
  readonly action: "hire"
  readonly hire: NewHire
}

/** The fee of a hire, of the kind in `feeType`. Extension: not in the specification. */
export type HireFee = FlatFee | PercentageFee | OptimizedFee

/** The record of an event after the change, and what changed. */
export interface ImportEventData {
  readonly import: ImportTally
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/** The numbers of records that a batch of an import has written. Extension: not in the specification. */
export interface ImportTally {
  /** The number of records that were added. Example: `480`. */
  readonly created: number
  /** The number of records that changed. Example: `20`. */
  readonly updated: number
}

/**
 * The token of a link, which is the part of the link behind `#`. Extension: not in the specification.
 * Example: `{"token":"<redacted>"}`.
 */
export interface InvitationToken {
  /** The part of the link behind `#`. Example: `"hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"`. */
  readonly token: string
}

/** A job of the organization; an absent member is not known. */
export interface Job {
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly id: string
  /** Example: `"Engineer"`. */
  readonly title: string
  /** Example: `"Builds engines."`. */
  readonly description: string
  /** A newer server may send others. Example: `"OPEN"`. */
  readonly status?: "DRAFT" | "OPEN" | "ON_HOLD" | "CLOSED" | (string & {})
  /** Example: `"Berlin"`. */
  readonly location?: string
  /** A newer server may send others. Example: `"HYBRID"`. */
  readonly workplace_type?: "ON_SITE" | "HYBRID" | "REMOTE" | (string & {})
  /** Upper-case ISO 3166-1 alpha-2 code of a country. Example: `"DE"`. */
  readonly country_code?: string
  /** Example: `"Berlin"`. */
  readonly city?: string
  /** A newer server may send others. */
  readonly employment_type?: "FULL_TIME" | "PART_TIME" | "CONTRACT" | "TEMPORARY" | "INTERNSHIP" | (string & {})
  /** Example: `"Engineering"`. */
  readonly department?: string
  /** Example: `2`. */
  readonly openings?: number
  /** Example: `6000000`. */
  readonly salary_min_cents?: number
  /** Example: `7500000`. */
  readonly salary_max_cents?: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency?: string
  /** A newer server may send others. */
  readonly agency_access?: "ALL" | "ASSIGNED" | (string & {})
  /** A newer server may send others. Example: `"YEAR"`. */
  readonly salary_period?: "YEAR" | "MONTH" | "WEEK" | "DAY" | "HOUR" | (string & {})
  /** Identifies a user within its organization. Example: `"usr_00000001"`. */
  readonly hiring_manager_id?: string
  /** Identifies a user within its organization. Example: `"usr_00000001"`. */
  readonly recruiting_contact_id?: string
  /** A newer server may send others. Example: `"TEXT"`. */
  readonly description_format?: "TEXT" | "MARKDOWN" | "HTML" | (string & {})
  /** A day, as YYYY-MM-DD. Example: `"2027-03-31"`. */
  readonly closes_on?: string
  /** Example: `"https://careers.example.com/jobs/1"`. */
  readonly apply_url?: string
  /**
   * Fields of the employer's own system, by name; agencies of the job read them. Example:
   * `{"team":"Payments","budget_code":4711,"tags":["urgent"]}`.
   */
  readonly custom_fields?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string>>>
  /** The questions that a submission answers. */
  readonly questions?: ReadonlyArray<Question>
  /** A newer server may send others. */
  readonly close_reason?: "FILLED" | "CANCELLED" | "OTHER" | (string & {})
  /** The number of people hired through this API; the service alone writes it. Example: `1`. */
  readonly hired_count?: number
  /** Example: `"REQ-1"`. */
  readonly external_id?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at?: string
}

/** An agency was assigned to a job, and sees it. Extension: not in the specification. */
export interface JobAssignedEvent extends EventEnvelope {
  readonly type: "job.assigned"
  readonly data: JobAssignedEventData
}

/** The record of an event after the change, and what changed. */
export interface JobAssignedEventData {
  readonly job: JobSnapshot
  readonly assignment: JobAssignment
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
  /** Members of the record that were left out because the event would be too large; get the record for them. */
  readonly omitted?: ReadonlyArray<string>
}

/**
 * The assignment of a job to an agency; an absent member sets no bound. Extension: not in the
 * specification.
 */
export interface JobAssignment {
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly job_id: string
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id: string
  /**
   * `ACTIVE` once the agency sees the job; `PENDING` before `visible_from`. A newer server may send others.
   * Example: `"ACTIVE"`.
   */
  readonly status: "PENDING" | "ACTIVE" | (string & {})
  /**
   * When the agency begins to see the job, as RFC 3339; at once where it is absent or has come. Example:
   * `"2026-01-31T09:30:00.000Z"`.
   */
  readonly visible_from?: string
  /** Until when the job is assigned to no other agency, as RFC 3339. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly exclusive_until?: string
  /** The most applications of the agency for the job, without those that are DECLINED or WITHDRAWN. */
  readonly submission_limit?: number
  /** The note for the agency about the job. */
  readonly instructions?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at: string
}

/**
 * The terms of an assignment changed, or an assignment was made for later. Extension: not in the
 * specification.
 */
export interface JobAssignmentSetEvent extends EventEnvelope {
  readonly type: "job.assignment_set"
  readonly data: JobAssignmentSetEventData
}

/** The record of an event after the change, and what changed. */
export interface JobAssignmentSetEventData {
  readonly job: JobReference
  readonly assignment: JobAssignment
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/** A job became CLOSED; other members may have changed too. Extension: not in the specification. */
export interface JobClosedEvent extends EventEnvelope {
  readonly type: "job.closed"
  readonly data: JobEventData
}

/** A job was added. Extension: not in the specification. */
export interface JobCreatedEvent extends EventEnvelope {
  readonly type: "job.created"
  readonly data: JobEventData
}

/** The record of an event after the change, and what changed. */
export interface JobEventData {
  readonly job: JobSnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
  /** The status before. */
  readonly previous?: {
    /** A newer server may send others. */
    readonly status?: "DRAFT" | "OPEN" | "ON_HOLD" | "CLOSED" | (string & {})
  }
  /** Members of the record that were left out because the event would be too large; get the record for them. */
  readonly omitted?: ReadonlyArray<string>
}

/** A job became ON_HOLD; other members may have changed too. Extension: not in the specification. */
export interface JobHeldEvent extends EventEnvelope {
  readonly type: "job.held"
  readonly data: JobEventData
}

/** A job became OPEN; other members may have changed too. Extension: not in the specification. */
export interface JobOpenedEvent extends EventEnvelope {
  readonly type: "job.opened"
  readonly data: JobEventData
}

/**
 * The change of a job, as a JSON Merge Patch (RFC 7396): an absent member stays, null removes an optional
 * one. Extension: not in the specification. Example: `{"status":"OPEN","location":null}`.
 */
export interface JobPatch {
  /** Counted without white space at the ends, which is removed. */
  readonly title?: string
  /** The work, in full. */
  readonly description?: string
  readonly status?: "DRAFT" | "OPEN" | "ON_HOLD" | "CLOSED"
  /** The agencies that see the job: ALL, or those that are ASSIGNED to it. */
  readonly agency_access?: "ALL" | "ASSIGNED"
  readonly location?: string | null
  readonly workplace_type?: "ON_SITE" | "HYBRID" | "REMOTE" | null
  readonly country_code?: string | null
  readonly city?: string | null
  readonly employment_type?: "FULL_TIME" | "PART_TIME" | "CONTRACT" | "TEMPORARY" | "INTERNSHIP" | null
  readonly department?: string | null
  readonly openings?: number | null
  readonly salary_min_cents?: number | null
  readonly salary_max_cents?: number | null
  readonly currency?: string | null
  readonly salary_period?: "YEAR" | "MONTH" | "WEEK" | "DAY" | "HOUR" | null
  readonly hiring_manager_id?: string | null
  readonly recruiting_contact_id?: string | null
  readonly description_format?: "TEXT" | "MARKDOWN" | "HTML" | null
  readonly closes_on?: string | null
  readonly apply_url?: string | null
  readonly custom_fields?: CustomFieldsPatch | null
  readonly questions?: ReadonlyArray<NewQuestion> | null
  readonly close_reason?: "FILLED" | "CANCELLED" | "OTHER" | null
  readonly external_id?: string | null
}

/**
 * The id of a job; get the job, which is `not_found` where the reader does not see it. Extension: not in
 * the specification.
 */
export interface JobReference {
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly id: string
}

/**
 * A job became ASSIGNED: get the job, which an agency that is not assigned does not see any more.
 * Extension: not in the specification.
 */
export interface JobRestrictedEvent extends EventEnvelope {
  readonly type: "job.restricted"
  readonly data: JobRestrictedEventData
}

/** The record of an event after the change, and what changed. */
export interface JobRestrictedEventData {
  readonly job: JobReference
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/**
 * The job after the change; without its description where that is too long for an event. Extension: not in
 * the specification.
 */
export interface JobSnapshot {
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly id: string
  /** Example: `"Engineer"`. */
  readonly title: string
  /** Example: `"Builds engines."`. */
  readonly description?: string
  /** A newer server may send others. Example: `"OPEN"`. */
  readonly status?: "DRAFT" | "OPEN" | "ON_HOLD" | "CLOSED" | (string & {})
  /** Example: `"Berlin"`. */
  readonly location?: string
  /** A newer server may send others. Example: `"HYBRID"`. */
  readonly workplace_type?: "ON_SITE" | "HYBRID" | "REMOTE" | (string & {})
  /** Upper-case ISO 3166-1 alpha-2 code of a country. Example: `"DE"`. */
  readonly country_code?: string
  /** Example: `"Berlin"`. */
  readonly city?: string
  /** A newer server may send others. */
  readonly employment_type?: "FULL_TIME" | "PART_TIME" | "CONTRACT" | "TEMPORARY" | "INTERNSHIP" | (string & {})
  /** Example: `"Engineering"`. */
  readonly department?: string
  /** Example: `2`. */
  readonly openings?: number
  /** Example: `6000000`. */
  readonly salary_min_cents?: number
  /** Example: `7500000`. */
  readonly salary_max_cents?: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency?: string
  /** A newer server may send others. */
  readonly agency_access?: "ALL" | "ASSIGNED" | (string & {})
  /** A newer server may send others. Example: `"YEAR"`. */
  readonly salary_period?: "YEAR" | "MONTH" | "WEEK" | "DAY" | "HOUR" | (string & {})
  /** Identifies a user within its organization. Example: `"usr_00000001"`. */
  readonly hiring_manager_id?: string
  /** Identifies a user within its organization. Example: `"usr_00000001"`. */
  readonly recruiting_contact_id?: string
  /** A newer server may send others. Example: `"TEXT"`. */
  readonly description_format?: "TEXT" | "MARKDOWN" | "HTML" | (string & {})
  /** A day, as YYYY-MM-DD. Example: `"2027-03-31"`. */
  readonly closes_on?: string
  /** Example: `"https://careers.example.com/jobs/1"`. */
  readonly apply_url?: string
  /**
   * Fields of the employer's own system, by name; agencies of the job read them. Example:
   * `{"team":"Payments","budget_code":4711,"tags":["urgent"]}`.
   */
  readonly custom_fields?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string>>>
  /** The questions that a submission answers. */
  readonly questions?: ReadonlyArray<Question>
  /** A newer server may send others. */
  readonly close_reason?: "FILLED" | "CANCELLED" | "OTHER" | (string & {})
  /** The number of people hired through this API; the service alone writes it. Example: `1`. */
  readonly hired_count?: number
  /** Example: `"REQ-1"`. */
  readonly external_id?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at?: string
}

/**
 * An assignment was deleted: get the job, which the agency may not see any more. Extension: not in the
 * specification.
 */
export interface JobUnassignedEvent extends EventEnvelope {
  readonly type: "job.unassigned"
  readonly data: JobUnassignedEventData
}

/** The record of an event after the change, and what changed. */
export interface JobUnassignedEventData {
  readonly job: JobReference
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id: string
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/** Members of a job changed, and not its status. Extension: not in the specification. */
export interface JobUpdatedEvent extends EventEnvelope {
  readonly type: "job.updated"
  readonly data: JobEventData
}

/** A batch of jobs was imported. Extension: not in the specification. */
export interface JobsImportedEvent extends EventEnvelope {
  readonly type: "jobs.imported"
  readonly data: ImportEventData
}

/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** The employer takes the application into review. Extension: not in the specification. */
export interface KeepAction {
  readonly action: "keep"
}

/** The state of the rate limit. Extension: not in the specification. */
export interface LoggedAllowance {
  /** The number of requests that were left at once. Example: `199`. */
  readonly remaining: number
  /** The maximum number of requests at once. Example: `200`. */
  readonly burst: number
}

/** A mistake that the answer has named. Extension: not in the specification. */
export interface LoggedProblem {
  readonly in: ProblemLocation
  /** JSON Pointer (RFC 6901); `?` stands for a name that is not shown. */
  readonly path: string
  /** A newer server may send others. */
  readonly code:
    | "required"
    | "unknown"
    | "type"
    | "format"
    | "range"
    | "length"
    | "duplicate"
    | "conflict"
    | "not_allowed"
    | (string & {})
}

/** A step on the way of a request. Extension: not in the specification. */
export interface LoggedStep {
  /** A newer server may send others. */
  readonly step: "admitted" | "body_read" | "answered" | (string & {})
  /** When, in milliseconds after it came. Example: `0.4`. */
  readonly after_ms: number
}

/**
 * A message about an application, which employer and agency read and nobody changes. Extension: not in the
 * specification.
 */
export interface Message {
  /** Identifies a message. Example: `"msg_01KGAS0F00A2C4E6G8J0K2M4N6"`. */
  readonly id: string
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  /** The side that wrote it. A newer server may send others. Example: `"EMPLOYER"`. */
  readonly from: "EMPLOYER" | "AGENCY" | (string & {})
  /** Example: `"Could she start in March?"`. */
  readonly body: string
  /** The user of the employer who wrote it. Example: `"usr_00000001"`. */
  readonly user_id?: string
  /** The recruiter of the agency who wrote it; the id stays after a removal. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
}

/**
 * A message was written; get the messages of the application for its body. Extension: not in the
 * specification.
 */
export interface MessageCreatedEvent extends EventEnvelope {
  readonly type: "message.created"
  readonly data: MessageCreatedEventData
}

/** The record of an event after the change, and what changed. */
export interface MessageCreatedEventData {
  readonly application: ApplicationReference
  readonly message: MessageSnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/**
 * A message without its body; get the messages of the application for it. Extension: not in the
 * specification.
 */
export interface MessageSnapshot {
  /** Identifies a message. Example: `"msg_01KGAS0F00A2C4E6G8J0K2M4N6"`. */
  readonly id: string
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  /** The side that wrote it. A newer server may send others. Example: `"EMPLOYER"`. */
  readonly from: "EMPLOYER" | "AGENCY" | (string & {})
  /** The user of the employer who wrote it. Example: `"usr_00000001"`. */
  readonly user_id?: string
  /** The recruiter of the agency who wrote it; the id stays after a removal. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
}

/**
 * A new agency: ACTIVE by default, and with the optimized fee at first. Extension: not in the
 * specification.
 */
export interface NewAgency {
  /** Counted without white space at the ends, which is removed. */
  readonly name: string
  /** The id of the agency in your own system; unique in the organization. Example: `"AG-7"`. */
  readonly external_id?: string
  /** Whether the agency submits and confirms applications. */
  readonly status?: "ACTIVE" | "INACTIVE"
  /** All recruiters: a list replaces the one before, and who is not in it is erased. */
  readonly recruiters?: ReadonlyArray<NewRecruiter>
}

/** Invites an agency: its company, and the person who gets the link. Extension: not in the specification. */
export interface NewAgencyInvitation {
  /** Counted without white space at the ends, which is removed. */
  readonly company_name: string
  /** Counted without white space at the ends, which is removed. */
  readonly first_name: string
  /** Counted without white space at the ends, which is removed. */
  readonly last_name: string
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email: string
  /**
   * Whether the agency begins with the platform's optimized fee; `false` needs `fees:write`. Example:
   * `true`.
   */
  readonly optimizedFee?: boolean
  /**
   * An agency of the organization that gets another client; without it, a new agency. Example:
   * `"agy_hirewell"`.
   */
  readonly agency_id?: string
}

/**
 * The answer to a question of the job. Extension: not in the specification. Example:
 * `{"question_id":"permit","value":true}`.
 */
export interface NewAnswer {
  readonly question_id: string
  /**
   * A text, a number, true or false, a day, the id of an option, or a list of such ids, as the question has
   * it.
   */
  readonly value: string | number | boolean | ReadonlyArray<string>
}

/** Submits an application. Extension: not in the specification. */
export interface NewApplication {
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly job_id: string
  /** The agency that submits; may be left out where the grant is bound to one. Example: `"agy_hirewell"`. */
  readonly agency_id?: string
  /** The recruiter who submits: an ACTIVE one of the agency. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
  readonly candidate: NewCandidate
  readonly note?: string
  /** Its id in the agency's system; unique for the agency. Example: `"REQ-1"`. */
  readonly external_id?: string
  /** Answers to the questions of the job, all required ones among them. */
  readonly answers?: ReadonlyArray<NewAnswer>
}

/**
 * The person who applies. Extension: not in the specification. Example:
 * `{"first_name":"Grace","last_name":"Hopper","email":"grace@example.com"}`.
 */
export interface NewCandidate {
  /** Counted without white space at the ends, which is removed. */
  readonly first_name: string
  /** Counted without white space at the ends, which is removed. */
  readonly last_name: string
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email: string
  /** The country in which `phone` is dialled as it is written; not stored. Example: `"DE"`. */
  readonly phone_country?: string
  /**
   * Telephone number as E.164, or as it is dialled in `phone_country`; it is stored as E.164. Example:
   * `"+4915112345678"`.
   */
  readonly phone?: string
  /** An https: address. Example: `"https://example.com/resume.pdf"`. */
  readonly linkedin_url?: string
  readonly location?: string
  /** An https: address. Example: `"https://example.com/resume.pdf"`. */
  readonly resume_url?: string
  readonly salary_expectation?: SalaryExpectation
  /** The first day on which the person can start. Example: `"2026-03-01"`. */
  readonly available_from?: string
  /** The notice that the person has to give, in days. */
  readonly notice_period_days?: number
  readonly work_authorization?: WorkAuthorization
  /** The current occupation of the person. */
  readonly current_title?: string
  /** The company that the person works for. */
  readonly current_company?: string
  /** https: addresses of the person's work, never fetched. */
  readonly links?: ReadonlyArray<string>
}

/** The person of a check, and the job. Extension: not in the specification. */
export interface NewCandidateCheck {
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly job_id: string
  /**
   * The agency that would submit; may be left out where the grant is bound to one. Example:
   * `"agy_hirewell"`.
   */
  readonly agency_id?: string
  readonly candidate: CheckedCandidate
}

/**
 * The consent of the person; required where the setting `consent` is `REQUIRED`. Extension: not in the
 * specification. Example: `{"obtained_at":"2026-01-31T09:30:00.000Z","method":"EMAIL"}`.
 */
export interface NewConsent {
  /** When the person consented. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly obtained_at: string | Date
  /** The way in which the person consented. Example: `"EMAIL"`. */
  readonly method: "EMAIL" | "FORM" | "SIGNED" | "VERBAL"
  /**
   * The end of a consent that the person gave for a time; nothing happens then. Example:
   * `"2026-01-31T09:30:00.000Z"`.
   */
  readonly expires_at?: string | Date
  /**
   * The file of the consent: a `CONSENT` attachment of this application. Example:
   * `"att_01KGAS0F00A2C4E6G8J0K2M4N6"`.
   */
  readonly attachment_id?: string
}

/**
 * Fields of the employer's own system, by name; agencies of the job read them. Extension: not in the
 * specification. Example: `{"team":"Payments","budget_code":4711,"tags":["urgent"]}`.
 */
export interface NewCustomFields {
  readonly [key: string]: string | number | boolean | ReadonlyArray<string>
}

/**
 * The person who is to be erased. Extension: not in the specification. Example:
 * `{"email":"grace@example.com"}`.
 */
export interface NewErasureRequest {
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email: string
}

/** A custom fee of the kind in `feeType`. */
export type NewFee = NewFlatFee | NewPercentageFee

/**
 * The salary of a hire; fees that are given take the place of the stored ones. Extension: not in the
 * specification. Example: `{"base_salary_cents":7200000,"currency":"EUR"}`.
 */
export interface NewFeePreview {
  /** The base salary of the first year, or what else a percentage is taken of, in minor units of `currency`. */
  readonly base_salary_cents: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency: string
  /** true: the platform's optimized fee applies; false: the custom fees do. */
  readonly optimizedFee?: boolean
  /** The custom fees in their order, none twice. */
  readonly customFees?: ReadonlyArray<NewFee>
}

/**
 * A fixed amount for each hire. Example:
 * `{"feeType":"FLAT_FEE","currency":"EUR","feeCents":500000,"note":"Senior roles"}`.
 */
export interface NewFlatFee {
  readonly feeType: "FLAT_FEE"
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency: string
  /** Minor units of the currency: cents of the euro, whole yen. Example: `500000`. */
  readonly feeCents: number
  /** The purpose of the fee. */
  readonly note?: string
}

export interface NewGuarantee {
  /** The days of the guarantee, from the start on; 0, alone, removes the guarantee. Example: `90`. */
  readonly days: number
  /**
   * The amount that the agency owes back: `FULL`, all of the fee; `PRORATED`, the share of the days that are
   * left, half a minor unit rounded up; `NONE`, nothing. Example: `"PRORATED"`.
   */
  readonly refund?: "FULL" | "PRORATED" | "NONE"
}

/**
 * The terms of a hire. Extension: not in the specification. Example:
 * `{"start_date":"2026-03-01","base_salary_cents":7200000,"currency":"EUR"}`.
 */
export interface NewHire {
  /** The first day of work, within 730 days of today. Example: `"2026-03-01"`. */
  readonly start_date: string
  /** The base salary of the first year, in minor units of `currency`. */
  readonly base_salary_cents: number
  /**
   * The amount of which a percentage is taken, in minor units of `currency`; without it, that is the base
   * salary. A percentage on a CONTRACT or TEMPORARY job needs it.
   */
  readonly fee_base_cents?: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency: string
  /**
   * The index of the custom fee that applies; required when there are several and no `expected_fee` chooses
   * one.
   *
   * @deprecated Since 2026-11-28 and may be gone from 2027-12-31 on: send `expected_fee`.
   */
  readonly custom_fee?: number
  readonly expected_fee?: ExpectedFee
}

/**
 * Adds a job; a salary needs a currency. Agencies read every member of a job: nothing internal belongs
 * into it. Extension: not in the specification. Example:
 * `{"title":"Engineer","description":"Builds engines.","status":"OPEN"}`.
 */
export interface NewJob {
  /** Counted without white space at the ends, which is removed. */
  readonly title: string
  /** The work, in full. */
  readonly description: string
  /** DRAFT when it is absent. */
  readonly status?: "DRAFT" | "OPEN" | "ON_HOLD" | "CLOSED"
  /**
   * The agencies that see the job: ALL, or those that are ASSIGNED to it; where it is absent, the setting of
   * the organization.
   */
  readonly agency_access?: "ALL" | "ASSIGNED"
  /** The place of the work. */
  readonly location?: string
  /** The place of the work. */
  readonly workplace_type?: "ON_SITE" | "HYBRID" | "REMOTE"
  /** The country of the work, as ISO 3166-1 alpha-2. Example: `"DE"`. */
  readonly country_code?: string
  /** The city of the work. */
  readonly city?: string
  /** The kind of contract. */
  readonly employment_type?: "FULL_TIME" | "PART_TIME" | "CONTRACT" | "TEMPORARY" | "INTERNSHIP"
  /** The department that hires. */
  readonly department?: string
  /** The number of people wanted. */
  readonly openings?: number
  readonly salary_min_cents?: number
  readonly salary_max_cents?: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency?: string
  /** The time that the salary is for; a year when it is absent. */
  readonly salary_period?: "YEAR" | "MONTH" | "WEEK" | "DAY" | "HOUR"
  /** The user who hires; ACTIVE when it is set. Example: `"usr_00000001"`. */
  readonly hiring_manager_id?: string
  /** The user whom agencies ask; ACTIVE when it is set. Example: `"usr_00000001"`. */
  readonly recruiting_contact_id?: string
  /**
   * The format of the description; TEXT when it is absent. It is never rendered here: sanitise HTML before
   * you show it.
   */
  readonly description_format?: "TEXT" | "MARKDOWN" | "HTML"
  /** The last day, in UTC, on which people are submitted. Example: `"2026-03-01"`. */
  readonly closes_on?: string
  /**
   * The address at which candidates apply by themselves: an https: address, never fetched. Example:
   * `"https://careers.example.com/jobs/1"`.
   */
  readonly apply_url?: string
  readonly custom_fields?: NewCustomFields
  readonly questions?: ReadonlyArray<NewQuestion>
  /** Why the job is closed; only with the move to CLOSED. */
  readonly close_reason?: "FILLED" | "CANCELLED" | "OTHER"
  /** The id of the job in your own system. Example: `"REQ-1"`. */
  readonly external_id?: string
}

/**
 * The terms of an assignment; an absent member is removed from an assignment that is there. Extension: not
 * in the specification. Example:
 * `{"submission_limit":100,"instructions":"Call the hiring manager first."}`.
 */
export interface NewJobAssignment {
  /**
   * When the agency begins to see the job, as RFC 3339; at once where it is absent or has come. Example:
   * `"2026-01-31T09:30:00.000Z"`.
   */
  readonly visible_from?: string | Date
  /** Until when the job is assigned to no other agency, as RFC 3339. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly exclusive_until?: string | Date
  /** The most applications of the agency for the job, without those that are DECLINED or WITHDRAWN. */
  readonly submission_limit?: number
  /** The note for the agency about the job. */
  readonly instructions?: string
}

/** Writes a message. Extension: not in the specification. Example: `{"body":"Could she start in March?"}`. */
export interface NewMessage {
  /** Example: `"Could she start in March?"`. */
  readonly body: string
  /** The ACTIVE user who writes it, for the employer; not beside `recruiter_id`. Example: `"usr_00000001"`. */
  readonly user_id?: string
  /** The ACTIVE recruiter who writes it, for the agency; not beside `user_id`. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
}

/** Creates an organization. Extension: not in the specification. Example: `{"name":"Analytical Engines"}`. */
export interface NewOrganization {
  /** Counted without white space at the ends, which is removed. */
  readonly name: string
}

/**
 * A new secret of the client. A replayed answer lacks `client_secret`. Extension: not in the
 * specification. Example: `{"id":"sec_1f0a9c3b","created_at":"2026-01-31T09:30:00.000Z"}`.
 */
export interface NewOwnSecret {
  /** Identifies a secret of the client. Example: `"sec_1f0a9c3b"`. */
  readonly id: string
  /** The secret: shown once. */
  readonly client_secret?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
}

/**
 * A share of the first year's base salary. Extension: not in the specification. Example:
 * `{"feeType":"PERCENTAGE_FEE","feeBasisPoints":2000}`.
 */
export interface NewPercentageFee {
  readonly feeType: "PERCENTAGE_FEE"
  /** Hundredths of a percent: 2000 is 20 %. Example: `2000`. */
  readonly feeBasisPoints: number
  /** The purpose of the fee. */
  readonly note?: string
}

/**
 * A question that a submission answers; a must-have is a required one. Extension: not in the
 * specification.
 */
export interface NewQuestion {
  readonly id: string
  readonly text: string
  readonly type: "SHORT_TEXT" | "LONG_TEXT" | "YES_NO" | "NUMBER" | "DATE" | "SINGLE_SELECT" | "MULTI_SELECT"
  readonly required: boolean
  readonly options?: ReadonlyArray<NewQuestionOption>
}

/** An answer that can be chosen. Extension: not in the specification. */
export interface NewQuestionOption {
  readonly id: string
  readonly label: string
}

/**
 * A person of the agency, new or there already. Extension: not in the specification. Example:
 * `{"first_name":"Robin","last_name":"Doe","email":"robin@hirewell.example"}`.
 */
export interface NewRecruiter {
  /**
   * The id of a recruiter who stays; without it, the one with the email stays, or there is a new one.
   * Example: `"rec_hirewell_1"`.
   */
  readonly id?: string
  /** Counted without white space at the ends, which is removed. */
  readonly first_name: string
  /** Counted without white space at the ends, which is removed. */
  readonly last_name: string
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email: string
  /** Telephone number as E.164. Example: `"+4915112345678"`. */
  readonly phone?: string
  /** Without it, a recruiter who stays keeps the status, and a new one is ACTIVE. */
  readonly status?: "ACTIVE" | "INACTIVE"
}

/**
 * Sets a reason for rejections and withdrawals. Extension: not in the specification. Example:
 * `{"text":"The position is on hold","category":"JOB"}`.
 */
export interface NewRejectionReason {
  /** Counted without white space at the ends, which is removed. */
  readonly text: string
  /**
   * The side of the reason: with the employer, who decides; with the candidate; or with the job. Example:
   * `"JOB"`.
   */
  readonly category: "EMPLOYER" | "CANDIDATE" | "JOB"
  /**
   * Whether rejections and withdrawals can still name it; what named it before keeps it; true where it is
   * absent.
   */
  readonly active?: boolean
}

/**
 * The person whose records are exported. Extension: not in the specification. Example:
 * `{"email":"grace@example.com"}`.
 */
export interface NewSubjectExport {
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email: string
}

/**
 * Adds a user; identifier and timestamps are made when absent. Example:
 * `{"first_name":"Ada","last_name":"Lovelace","email":"ada@example.com"}`.
 */
export interface NewUser {
  /** Identifies a user within its organization. Example: `"usr_00000001"`. */
  readonly id?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at?: string | Date
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at?: string | Date
  /** Counted without white space at the ends, which is removed. */
  readonly first_name: string
  /** Counted without white space at the ends, which is removed. */
  readonly last_name: string
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email: string
}

/**
 * Adds an endpoint: without `types` it gets every event that the token may read. Extension: not in the
 * specification. Example: `{"url":"https://example.com/webhooks","types":["application.*","job.closed"]}`.
 */
export interface NewWebhookEndpoint {
  /**
   * The address that events are sent to: an https: address that is reachable from the internet. Example:
   * `"https://example.com/webhooks"`.
   */
  readonly url: string
  readonly types?: ReadonlyArray<
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | "job.*"
    | "application.*"
    | "message.*"
    | "placement.*"
    | "user.*"
    | "agency.*"
    | "agency_fees.*"
    | "agency_invitation.*"
    | "webhook_endpoint.*"
    | "organization.*"
    | "rejection_reason.*"
    | "*"
  >
  /** The purpose of the endpoint, in the partner's words. Example: `"Copy of the applicant tracking system"`. */
  readonly description?: string
  /**
   * The number of requests that may be under way at once. With more than 1, events come in no order.
   * Example: `1`.
   */
  readonly concurrency?: number
}

/** The platform's optimized fee, which is settled outside this API. Extension: not in the specification. */
export interface OptimizedFee {
  readonly feeType: "OPTIMIZED_FEE"
}

/** An organization that the client may work for. Example: `{"id":"org_acme","name":"Acme"}`. */
export interface Organization {
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly id: string
  readonly name: string
}

/** The record of an event after the change, and what changed. */
export interface OrganizationEventData {
  readonly organization: OrganizationSnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
  /** The settings that changed, as they were before. */
  readonly previous?: {
    readonly settings: {
      /**
       * The agencies that see a new or imported job that does not have its own `agency_access`: `ALL` agencies,
       * or those that are `ASSIGNED` to it. A newer server may send others. Example: `"ASSIGNED"`.
       */
      readonly agency_access?: "ALL" | "ASSIGNED" | (string & {})
      /**
       * The party that confirms an application: `ATTESTED`, its agency, which attests that the person agrees;
       * `CANDIDATE`, the person by a link that the service sends, which needs a service with mail. A newer
       * server may send others. Example: `"ATTESTED"`.
       */
      readonly confirmation?: "ATTESTED" | "CANDIDATE" | (string & {})
      /**
       * Whether an agency that confirms has to state the consent of the person. A newer server may send others.
       * Example: `"REQUIRED"`.
       */
      readonly consent?: "OPTIONAL" | "REQUIRED" | (string & {})
      /**
       * The fees of a hire: `AT_HIRE`, those of the agency at the hire; `AT_CONFIRMATION`, those at the
       * confirmation of the person. A change acts on applications that are confirmed after it. A newer server
       * may send others. Example: `"AT_CONFIRMATION"`.
       */
      readonly fees_apply?: "AT_HIRE" | "AT_CONFIRMATION" | (string & {})
      /**
       * The days after the confirmation that an agency's claim to the fee for a person on a job lasts, also
       * where the application was rejected or withdrawn; 0 ends it with the application. A change acts on later
       * confirmations. Example: `180`.
       */
      readonly ownership_days?: number
      /**
       * The days that the person of an application is kept after its end, or after the last change of a `CLOSED`
       * job and the application: from 30 to 3650, or 0, which keeps every person. Example: `365`.
       */
      readonly retention_days?: number
    }
  }
}

/**
 * The change of the organization, as a JSON Merge Patch (RFC 7396): an absent setting stays. Extension:
 * not in the specification. Example: `{"settings":{"agency_access":"ASSIGNED"}}`.
 */
export interface OrganizationPatch {
  readonly settings?: OrganizationSettingsPatch
}

/** The organization's rules for the work with its agencies. Extension: not in the specification. */
export interface OrganizationSettings {
  /**
   * The agencies that see a new or imported job that does not have its own `agency_access`: `ALL` agencies,
   * or those that are `ASSIGNED` to it. A newer server may send others. Example: `"ASSIGNED"`.
   */
  readonly agency_access: "ALL" | "ASSIGNED" | (string & {})
  /**
   * The party that confirms an application: `ATTESTED`, its agency, which attests that the person agrees;
   * `CANDIDATE`, the person by a link that the service sends, which needs a service with mail. A newer
   * server may send others. Example: `"ATTESTED"`.
   */
  readonly confirmation: "ATTESTED" | "CANDIDATE" | (string & {})
  /**
   * Whether an agency that confirms has to state the consent of the person. A newer server may send others.
   * Example: `"REQUIRED"`.
   */
  readonly consent: "OPTIONAL" | "REQUIRED" | (string & {})
  /**
   * The fees of a hire: `AT_HIRE`, those of the agency at the hire; `AT_CONFIRMATION`, those at the
   * confirmation of the person. A change acts on applications that are confirmed after it. A newer server
   * may send others. Example: `"AT_CONFIRMATION"`.
   */
  readonly fees_apply: "AT_HIRE" | "AT_CONFIRMATION" | (string & {})
  /**
   * The days after the confirmation that an agency's claim to the fee for a person on a job lasts, also
   * where the application was rejected or withdrawn; 0 ends it with the application. A change acts on later
   * confirmations. Example: `180`.
   */
  readonly ownership_days: number
  /**
   * The days that the person of an application is kept after its end, or after the last change of a `CLOSED`
   * job and the application: from 30 to 3650, or 0, which keeps every person. Example: `365`.
   */
  readonly retention_days: number
}

/**
 * The change of the settings: an absent one stays. Extension: not in the specification. Example:
 * `{"agency_access":"ALL"}`.
 */
export interface OrganizationSettingsPatch {
  /**
   * The agencies that see a new or imported job that does not have its own `agency_access`: `ALL` agencies,
   * or those that are `ASSIGNED` to it. Example: `"ASSIGNED"`.
   */
  readonly agency_access?: "ALL" | "ASSIGNED"
  /**
   * The party that confirms an application: `ATTESTED`, its agency, which attests that the person agrees;
   * `CANDIDATE`, the person by a link that the service sends, which needs a service with mail. Example:
   * `"ATTESTED"`.
   */
  readonly confirmation?: "ATTESTED" | "CANDIDATE"
  /** Whether an agency that confirms has to state the consent of the person. Example: `"REQUIRED"`. */
  readonly consent?: "OPTIONAL" | "REQUIRED"
  /**
   * The fees of a hire: `AT_HIRE`, those of the agency at the hire; `AT_CONFIRMATION`, those at the
   * confirmation of the person. A change acts on applications that are confirmed after it. Example:
   * `"AT_CONFIRMATION"`.
   */
  readonly fees_apply?: "AT_HIRE" | "AT_CONFIRMATION"
  /**
   * The days after the confirmation that an agency's claim to the fee for a person on a job lasts, also
   * where the application was rejected or withdrawn; 0 ends it with the application. A change acts on later
   * confirmations. Example: `180`.
   */
  readonly ownership_days?: number
  /**
   * The days that the person of an application is kept after its end, or after the last change of a `CLOSED`
   * job and the application: from 30 to 3650, or 0, which keeps every person. Example: `365`.
   */
  readonly retention_days?: number
}

/** The organization after the change. Extension: not in the specification. */
export interface OrganizationSnapshot {
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly id: string
  readonly name: string
  readonly settings: {
    /**
     * The agencies that see a new or imported job that does not have its own `agency_access`: `ALL` agencies,
     * or those that are `ASSIGNED` to it. A newer server may send others. Example: `"ASSIGNED"`.
     */
    readonly agency_access?: "ALL" | "ASSIGNED" | (string & {})
    /**
     * The party that confirms an application: `ATTESTED`, its agency, which attests that the person agrees;
     * `CANDIDATE`, the person by a link that the service sends, which needs a service with mail. A newer
     * server may send others. Example: `"ATTESTED"`.
     */
    readonly confirmation?: "ATTESTED" | "CANDIDATE" | (string & {})
    /**
     * Whether an agency that confirms has to state the consent of the person. A newer server may send others.
     * Example: `"REQUIRED"`.
     */
    readonly consent?: "OPTIONAL" | "REQUIRED" | (string & {})
    /**
     * The fees of a hire: `AT_HIRE`, those of the agency at the hire; `AT_CONFIRMATION`, those at the
     * confirmation of the person. A change acts on applications that are confirmed after it. A newer server
     * may send others. Example: `"AT_CONFIRMATION"`.
     */
    readonly fees_apply?: "AT_HIRE" | "AT_CONFIRMATION" | (string & {})
    /**
     * The days after the confirmation that an agency's claim to the fee for a person on a job lasts, also
     * where the application was rejected or withdrawn; 0 ends it with the application. A change acts on later
     * confirmations. Example: `180`.
     */
    readonly ownership_days?: number
    /**
     * The days that the person of an application is kept after its end, or after the last change of a `CLOSED`
     * job and the application: from 30 to 3650, or 0, which keeps every person. Example: `365`.
     */
    readonly retention_days?: number
  }
}

/** Settings of the organization changed. Extension: not in the specification. */
export interface OrganizationUpdatedEvent extends EventEnvelope {
  readonly type: "organization.updated"
  readonly data: OrganizationEventData
}

/** The client of the token. Extension: not in the specification. */
export interface OwnClient {
  /** Identifies a client. Example: `"cli_01KGAS0F00W2P4J8H6V3B9D5QE"`. */
  readonly id: string
  /** The partner that the client was issued to. Example: `"Hirewell"`. */
  readonly name: string
  /** Its grants, ordered by organization. */
  readonly grants: ReadonlyArray<ClientGrant>
  readonly limits: ClientLimits
  /** Its live secrets, the oldest first. */
  readonly secrets: ReadonlyArray<OwnSecret>
}

/** The organization of the token. Extension: not in the specification. */
export interface OwnOrganization {
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly id: string
  readonly name: string
  readonly settings: OrganizationSettings
}

/** A request of the client and its answer, without values. Extension: not in the specification. */
export interface OwnRequest {
  /** The `X-Request-Id` of the answer. Example: `"0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90"`. */
  readonly request_id: string
  /** When it came. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly at: string
  /** Example: `"POST"`. */
  readonly method: string
  /**
   * The path of the endpoint with its parameters as `:name`; `unknown` where there is none. Example:
   * `"unknown"`.
   */
  readonly route: string
  /** The status of the answer; 499 where the caller has gone. Example: `422`. */
  readonly status: number
  /** The code of the error. Example: `"unprocessable_entity"`. */
  readonly error?: string
  /** The duration, in milliseconds. Example: `3.2`. */
  readonly duration_ms: number
  /** A stored answer was repeated, for an `Idempotency-Key`. */
  readonly is_replay?: true
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly organization_id?: string
  /** The trace (W3C Trace Context). */
  readonly trace_id?: string
  /** The time line. */
  readonly steps: ReadonlyArray<LoggedStep>
  /** The mistakes that the answer has named. */
  readonly problems: ReadonlyArray<LoggedProblem>
  /** The names of the query parameters. Example: `["limit"]`. */
  readonly query: ReadonlyArray<string>
  /** The members of the body, of refused requests. */
  readonly body: ReadonlyArray<BodyMember>
  readonly rate_limit?: LoggedAllowance
}

/**
 * A live secret of the client, without its value. Extension: not in the specification. Example:
 * `{"id":"sec_1f0a9c3b","created_at":"2026-01-31T09:30:00.000Z"}`.
 */
export interface OwnSecret {
  /** Identifies a secret of the client. Example: `"sec_1f0a9c3b"`. */
  readonly id: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly last_used_hour?: string
}

/**
 * The claim of the agency to the fee for the person on the job; absent of an application that was never
 * confirmed, or stored before claims. Extension: not in the specification. Example:
 * `{"since":"2026-01-31T09:30:00.000Z","expires_at":"2026-07-30T09:30:00.000Z"}`.
 */
export interface Ownership {
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly since: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly expires_at?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly ended_at?: string
  /**
   * `RELEASED`: the agency gave the claim up; `KNOWN_TO_EMPLOYER`: the employer knew the person before the
   * confirmation. A newer server may send others. Example: `"RELEASED"`.
   */
  readonly ended_reason?: "RELEASED" | "KNOWN_TO_EMPLOYER" | (string & {})
}

/**
 * A share of the first year's base salary. Extension: not in the specification. Example:
 * `{"feeType":"PERCENTAGE_FEE","feeBasisPoints":2000}`.
 */
export interface PercentageFee {
  readonly feeType: "PERCENTAGE_FEE"
  /** Hundredths of a percent: 2000 is 20 %. Example: `2000`. */
  readonly feeBasisPoints: number
  /** The purpose of the fee. */
  readonly note?: string
}

/** The permissions of a token in an organization. */
export type Permission =
  | "jobs:read"
  | "jobs:write"
  | "applications:read"
  | "applications:write"
  | "users:read"
  | "users:write"
  | "agencies:read"
  | "fees:write"
  | "audit:read"
  | "webhooks:manage"
  | "agencies:write"
  | "organization:manage"
  | "privacy:manage"
  | "placements:read"
  | "placements:write"

/** A test of whether a webhook endpoint answers. Extension: not in the specification. */
export interface PingEvent {
  /** Identifies an event within its organization. Example: `"evt_00000000000070000000000000"`. */
  readonly id: string
  readonly type: "ping"
  /** When the ping was requested. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly timestamp: string
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly organization_id: string
  readonly data: {
    readonly webhook_endpoint: WebhookEndpointSnapshot
  }
}

/**
 * A hire with its course: its start, its guarantee, and the settlement of its fee. Extension: not in the
 * specification.
 */
export interface Placement {
  /** Identifies a placement within its organization. Example: `"plc_00000012_6"`. */
  readonly id: string
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly job_id: string
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id: string
  /** Example: `"Grace Hopper"`. */
  readonly candidate_name?: string
  /**
   * `AWAITING_START` until the person starts; `IN_GUARANTEE` until the guarantee ends; `COMPLETED` then, or
   * without a guarantee at once; `FELL_OFF`: the person left within the guarantee; `CANCELLED`: the hire was
   * undone. A newer server may send others. Example: `"IN_GUARANTEE"`.
   */
  readonly status: "AWAITING_START" | "IN_GUARANTEE" | "COMPLETED" | "FELL_OFF" | "CANCELLED" | (string & {})
  /** The first day of work. Example: `"2026-03-01"`. */
  readonly start_date: string
  readonly guarantee?: Guarantee
  /** The last day of the guarantee. Example: `"2026-05-30"`. */
  readonly guarantee_ends_on?: string
  /** The base salary of the first year, in minor units of `currency`. Example: `7500000`. */
  readonly base_salary_cents: number
  /** The amount of which a percentage is taken, in minor units of `currency`. Example: `7500000`. */
  readonly fee_base_cents: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency: string
  readonly fee: HireFee
  /**
   * The cost of the hire, in minor units: of the fee's currency for a flat fee, of `currency` otherwise.
   * Absent for an optimized fee until it is settled. Example: `1500000`.
   */
  readonly fee_amount_cents?: number
  /** The day on which the person left. Example: `"2026-04-15"`. */
  readonly fell_off_on?: string
  /**
   * The amount that the agency owes back, in minor units of the fee; absent until the amount of the fee is
   * known. Example: `750000`.
   */
  readonly refund_cents?: number
  /** Why it was cancelled or fell off. Example: `"Took another offer"`. */
  readonly reason?: string
  readonly settlement?: Settlement
  /** Counts the changes; for information, `ETag` is what `If-Match` takes. */
  readonly version: number
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at: string
}

/** The hire was undone. Extension: not in the specification. */
export interface PlacementCancelledEvent extends EventEnvelope {
  readonly type: "placement.cancelled"
  readonly data: PlacementEventData
}

/**
 * One change of a placement; an agency is not told which client it was. Extension: not in the
 * specification.
 */
export interface PlacementChange {
  readonly id: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly occurred_at: string
  /** A newer server may send others. */
  readonly action:
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | "agency_invitation.resent"
    | "candidate.checked"
    | "erasure_request.created"
    | "organization.created"
    | "organization.renamed"
    | "client.created"
    | "client.updated"
    | "client.revoked"
    | "grant.set"
    | "grant.removed"
    | "secret.added"
    | "secret.ended"
    | "secret.replaced"
    | "database.restored"
    | "webhook_endpoint.created"
    | "webhook_endpoint.updated"
    | "webhook_endpoint.enabled"
    | "webhook_endpoint.deleted"
    | "webhook_endpoint.secret_rotated"
    | "webhook_endpoint.tested"
    | "webhook_endpoint.redelivered"
    | "webhook_secrets.rewrapped"
    | "operator.created"
    | "operator.updated"
    | "operator.link_created"
    | "operator.signed_in"
    | "operator.signed_out"
    | "operator.revoked"
    | "operator.erased"
    | (string & {})
  /** The names of the members that changed. */
  readonly changed: ReadonlyArray<string>
  /**
   * The actor: a client, the operator, the service unasked or as a consequence, or the person of the
   * application by a link. A newer server may send others.
   */
  readonly actor: "client" | "operator" | "system" | "candidate" | (string & {})
  /**
   * Why the service did it: `ownership_taken` when another application of the person was confirmed,
   * `retention` when it erased a person whose time was over. A newer server may send others.
   */
  readonly reason?: "ownership_taken" | "retention" | (string & {})
  /** Identifies a client. Example: `"cli_01KGAS0F00W2P4J8H6V3B9D5QE"`. */
  readonly client_id?: string
  /** The user on whose behalf the client did it. Example: `"usr_00000001"`. */
  readonly user_id?: string
  /** The recruiter on whose behalf the client of the agency did it. Example: `"rec_hirewell_1"`. */
  readonly recruiter_id?: string
  /** The X-Request-Id of the request. */
  readonly request_id?: string
  readonly before?: PlacementStatuses
  readonly after?: PlacementStatuses
}

/** The guarantee is over. Extension: not in the specification. */
export interface PlacementCompletedEvent extends EventEnvelope {
  readonly type: "placement.completed"
  readonly data: PlacementEventData
}

/** A hire became a placement. Extension: not in the specification. */
export interface PlacementCreatedEvent extends EventEnvelope {
  readonly type: "placement.created"
  readonly data: PlacementEventData
}

/** The record of an event after the change, and what changed. */
export interface PlacementEventData {
  readonly placement: PlacementSnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
  readonly previous?: PlacementStatuses
}

/** The person left within the guarantee. Extension: not in the specification. */
export interface PlacementFellOffEvent extends EventEnvelope {
  readonly type: "placement.fell_off"
  readonly data: PlacementEventData
}

/** The person starts on another day. Extension: not in the specification. */
export interface PlacementRescheduledEvent extends EventEnvelope {
  readonly type: "placement.rescheduled"
  readonly data: PlacementEventData
}

/** The settlement of the fee moved on. Extension: not in the specification. */
export interface PlacementSettledEvent extends EventEnvelope {
  readonly type: "placement.settled"
  readonly data: PlacementEventData
}

/**
 * A placement without the name of the person and without reasons; get the placement for them. Extension:
 * not in the specification.
 */
export interface PlacementSnapshot {
  /** Identifies a placement within its organization. Example: `"plc_00000012_6"`. */
  readonly id: string
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  /** Identifies a job within its organization. Example: `"job_00000001"`. */
  readonly job_id: string
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id: string
  /**
   * `AWAITING_START` until the person starts; `IN_GUARANTEE` until the guarantee ends; `COMPLETED` then, or
   * without a guarantee at once; `FELL_OFF`: the person left within the guarantee; `CANCELLED`: the hire was
   * undone. A newer server may send others. Example: `"IN_GUARANTEE"`.
   */
  readonly status: "AWAITING_START" | "IN_GUARANTEE" | "COMPLETED" | "FELL_OFF" | "CANCELLED" | (string & {})
  /** The first day of work. Example: `"2026-03-01"`. */
  readonly start_date: string
  readonly guarantee?: Guarantee
  /** The last day of the guarantee. Example: `"2026-05-30"`. */
  readonly guarantee_ends_on?: string
  /** The base salary of the first year, in minor units of `currency`. Example: `7500000`. */
  readonly base_salary_cents: number
  /** The amount of which a percentage is taken, in minor units of `currency`. Example: `7500000`. */
  readonly fee_base_cents: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency: string
  readonly fee: HireFee
  /**
   * The cost of the hire, in minor units: of the fee's currency for a flat fee, of `currency` otherwise.
   * Absent for an optimized fee until it is settled. Example: `1500000`.
   */
  readonly fee_amount_cents?: number
  /** The day on which the person left. Example: `"2026-04-15"`. */
  readonly fell_off_on?: string
  /**
   * The amount that the agency owes back, in minor units of the fee; absent until the amount of the fee is
   * known. Example: `750000`.
   */
  readonly refund_cents?: number
  /** Counts the changes; for information, `ETag` is what `If-Match` takes. */
  readonly version: number
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at: string
  readonly settlement?: SettlementSnapshot
}

/** The person has started; the fee is due. Extension: not in the specification. */
export interface PlacementStartedEvent extends EventEnvelope {
  readonly type: "placement.started"
  readonly data: PlacementEventData
}

/**
 * The status of a placement, and that of its settlement, before or after a change. Extension: not in the
 * specification. Example: `{"status":"AWAITING_START","settlement_status":"NOT_DUE"}`.
 */
export interface PlacementStatuses {
  /**
   * `AWAITING_START` until the person starts; `IN_GUARANTEE` until the guarantee ends; `COMPLETED` then, or
   * without a guarantee at once; `FELL_OFF`: the person left within the guarantee; `CANCELLED`: the hire was
   * undone. A newer server may send others. Example: `"IN_GUARANTEE"`.
   */
  readonly status: "AWAITING_START" | "IN_GUARANTEE" | "COMPLETED" | "FELL_OFF" | "CANCELLED" | (string & {})
  /**
   * `NOT_DUE` until the person starts, then `DUE`; `INVOICED`, `PAID` and `REFUNDED` as the parties settle
   * it; `VOID`: nothing is owed. A newer server may send others. Example: `"DUE"`.
   */
  readonly settlement_status?: "NOT_DUE" | "DUE" | "INVOICED" | "PAID" | "REFUNDED" | "VOID" | (string & {})
}

/**
 * An action on a placement, named by `action`. Extension: not in the specification. Example:
 * `{"action":"settle","status":"INVOICED","reference":"INV-7"}`.
 */
export type PlacementTransition = RescheduleAction | StartAction | CancelAction | FallOffAction | SettleAction

/**
 * One mistake in the request. Extension: not in the specification. Example:
 * `{"in":"body","path":"/title","code":"required","message":"is required"}`.
 */
export interface Problem {
  readonly in: ProblemLocation
  /** JSON Pointer (RFC 6901) to the offending value. */
  readonly path: string
  /** The kind of mistake. A newer server may send others. */
  readonly code:
    | "required"
    | "unknown"
    | "type"
    | "format"
    | "range"
    | "length"
    | "duplicate"
    | "conflict"
    | "not_allowed"
    | (string & {})
  /** The correction, as a sentence. */
  readonly message: string
}

/** The part of the request. Extension: not in the specification. A newer server may send others. */
export type ProblemLocation = "body" | "query" | "path" | "header" | (string & {})

/** The issuer of tokens for this service (RFC 9728). Extension: not in the specification. */
export interface ProtectedResourceMetadata {
  readonly resource: string
  readonly authorization_servers: ReadonlyArray<string>
  readonly bearer_methods_supported: ReadonlyArray<string>
  readonly resource_documentation: string
}

/**
 * A question that a submission answers; a must-have is a required one. Extension: not in the
 * specification.
 */
export interface Question {
  readonly id: string
  readonly text: string
  /** A newer server may send others. */
  readonly type:
    | "SHORT_TEXT"
    | "LONG_TEXT"
    | "YES_NO"
    | "NUMBER"
    | "DATE"
    | "SINGLE_SELECT"
    | "MULTI_SELECT"
    | (string & {})
  readonly required: boolean
  readonly options?: ReadonlyArray<QuestionOption>
}

/** An answer that can be chosen. Extension: not in the specification. */
export interface QuestionOption {
  readonly id: string
  readonly label: string
}

/** A person of the agency. Extension: not in the specification. */
export interface Recruiter {
  /** Identifies a recruiter of an agency. Example: `"rec_hirewell_1"`. */
  readonly id: string
  /** Example: `"Robin"`. */
  readonly first_name: string
  /** Example: `"Doe"`. */
  readonly last_name: string
  /** Email address, as the HTML standard defines it. Example: `"robin@hirewell.example"`. */
  readonly email: string
  /** Example: `"+4915112345678"`. */
  readonly phone?: string
  /** A newer server may send others. */
  readonly status: "ACTIVE" | "INACTIVE" | (string & {})
}

/** The employer rejects the application. Extension: not in the specification. */
export interface RejectAction {
  readonly action: "reject"
  /** Why; the agency reads it. */
  readonly feedback: string
  /** A reason of the organization that is active. Example: `"position_cancelled"`. */
  readonly reason_id?: string
  /**
   * Since when the employer knew the person before the submission: a day of the 730 before the confirmation,
   * stated within 14 days after it, in AWAITING_SORT or REVIEWING; the claim becomes the employer's.
   * Example: `"2026-03-01"`.
   */
  readonly known_since?: string
}

/** Why the application was rejected. Extension: not in the specification. */
export interface Rejection {
  /** Empty once the person was erased. */
  readonly feedback: string
  /** Identifies a reason within its organization. Example: `"position_cancelled"`. */
  readonly reason_id?: string
  /**
   * Since when the employer knew the person, before the agency submitted it: the claim is the employer's.
   * Example: `"2026-03-01"`.
   */
  readonly known_since?: string
}

/** A reason of the organization for rejections and withdrawals. Extension: not in the specification. */
export interface RejectionReason {
  /** Identifies a reason within its organization. Example: `"position_cancelled"`. */
  readonly id: string
  /** Example: `"The position is cancelled or on hold"`. */
  readonly text: string
  /**
   * The side of the reason: with the employer, who decides; with the candidate; or with the job. A newer
   * server may send others. Example: `"JOB"`.
   */
  readonly category: "EMPLOYER" | "CANDIDATE" | "JOB" | (string & {})
  /** Whether rejections and withdrawals can still name it; what named it before keeps it. Example: `true`. */
  readonly active: boolean
}

/** A reason for rejections and withdrawals was added. Extension: not in the specification. */
export interface RejectionReasonCreatedEvent extends EventEnvelope {
  readonly type: "rejection_reason.created"
  readonly data: RejectionReasonEventData
}

/** A reason that no application names was deleted. Extension: not in the specification. */
export interface RejectionReasonDeletedEvent extends EventEnvelope {
  readonly type: "rejection_reason.deleted"
  readonly data: RejectionReasonEventData
}

/** The record of an event after the change, and what changed. */
export interface RejectionReasonEventData {
  readonly rejection_reason: RejectionReason
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/** A reason for rejections and withdrawals changed. Extension: not in the specification. */
export interface RejectionReasonUpdatedEvent extends EventEnvelope {
  readonly type: "rejection_reason.updated"
  readonly data: RejectionReasonEventData
}

/** The agency gives up the claim of an application that has ended. Extension: not in the specification. */
export interface ReleaseAction {
  readonly action: "release"
}

/**
 * A rate of requests. Extension: not in the specification. Example:
 * `{"requests_per_second":50,"burst":200}`.
 */
export interface RequestRate {
  /** The sustained rate. Example: `50`. */
  readonly requests_per_second: number
  /** The number of requests that may come at once after a pause. Example: `200`. */
  readonly burst: number
}

/** The person starts on another day. Extension: not in the specification. */
export interface RescheduleAction {
  readonly action: "reschedule"
  /** The new first day of work; the guarantee moves along. Example: `"2026-04-01"`. */
  readonly start_date: string
}

/** The employer takes a rejection back. Extension: not in the specification. */
export interface RestoreAction {
  readonly action: "restore"
}

/**
 * The salary that the person expects. Extension: not in the specification. Example:
 * `{"amount_cents":7200000,"currency":"EUR","period":"YEAR"}`.
 */
export interface SalaryExpectation {
  /** The amount of the period, in minor units of `currency`. */
  readonly amount_cents: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency: string
  readonly period: "YEAR" | "MONTH" | "WEEK" | "DAY" | "HOUR"
}

/**
 * The salary that the person expects. Extension: not in the specification. Example:
 * `{"amount_cents":7200000,"currency":"EUR","period":"YEAR"}`.
 */
export interface SalaryExpectationPatch {
  /** The amount of the period, in minor units of `currency`. */
  readonly amount_cents?: number
  /** Upper-case ISO 4217 code of a currency in use. Example: `"EUR"`. */
  readonly currency?: string
  readonly period?: "YEAR" | "MONTH" | "WEEK" | "DAY" | "HOUR"
}

/**
 * Replaces the secret of an endpoint. Extension: not in the specification. Example:
 * `{"expires_previous_in":3600}`.
 */
export interface SecretRotation {
  /** For how many seconds the old secret signs too; a day by default. Example: `3600`. */
  readonly expires_previous_in?: number
}

/** The code of a refusal of the service: `error` on the wire. */
export type ServiceErrorCode =
  | "invalid_request"
  | "invalid_cursor"
  | "unsupported_grant_type"
  | "invalid_scope"
  | "unauthorized"
  | "invalid_client"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "conflict"
  | "duplicate_application"
  | "invalid_transition"
  | "idempotency_in_progress"
  | "cursor_expired"
  | "precondition_failed"
  | "payload_too_large"
  | "uri_too_long"
  | "unsupported_media_type"
  | "range_not_satisfiable"
  | "expectation_failed"
  | "headers_too_large"
  | "unprocessable_entity"
  | "idempotency_key_reused"
  | "rate_limited"
  | "internal_error"
  | "unavailable"

/** The kind of a refusal of the service. */
export type ServiceErrorTag =
  | "InvalidRequest"
  | "InvalidCursor"
  | "UnsupportedGrantType"
  | "InvalidScope"
  | "Unauthorized"
  | "InvalidClient"
  | "Forbidden"
  | "NotFound"
  | "MethodNotAllowed"
  | "RequestTimeout"
  | "Conflict"
  | "DuplicateApplication"
  | "InvalidTransition"
  | "IdempotencyInProgress"
  | "CursorExpired"
  | "PreconditionFailed"
  | "PayloadTooLarge"
  | "UriTooLong"
  | "UnsupportedMediaType"
  | "RangeNotSatisfiable"
  | "ExpectationFailed"
  | "HeadersTooLarge"
  | "UnprocessableEntity"
  | "IdempotencyKeyReused"
  | "RateLimited"
  | "InternalError"
  | "Unavailable"

/** The parties settle the fee. Extension: not in the specification. */
export interface SettleAction {
  readonly action: "settle"
  /**
   * `NOT_DUE` until the person starts, then `DUE`; `INVOICED`, `PAID` and `REFUNDED` as the parties settle
   * it; `VOID`: nothing is owed. Example: `"DUE"`.
   */
  readonly status: "NOT_DUE" | "DUE" | "INVOICED" | "PAID" | "REFUNDED" | "VOID"
  /** The parties' own reference. Example: `"INV-7"`. */
  readonly reference?: string
  /**
   * The amount of an optimized fee, in minor units of `currency`; required with `INVOICED`. Example:
   * `1500000`.
   */
  readonly fee_amount_cents?: number
  /**
   * After a fall-off: what was paid with `PAID`, what was paid back with `REFUNDED`, in minor units.
   * Example: `750000`.
   */
  readonly amount_cents?: number
  /** Why nothing is owed; required with `VOID`, and with it alone. Example: `"Agreed by both sides"`. */
  readonly reason?: string
}

/**
 * The settlement of the fee, as the parties recorded it; absent of a hire from before placements.
 * Extension: not in the specification. Example: `{"status":"DUE","due_on":"2026-03-31"}`.
 */
export interface Settlement {
  /**
   * `NOT_DUE` until the person starts, then `DUE`; `INVOICED`, `PAID` and `REFUNDED` as the parties settle
   * it; `VOID`: nothing is owed. A newer server may send others. Example: `"DUE"`.
   */
  readonly status: "NOT_DUE" | "DUE" | "INVOICED" | "PAID" | "REFUNDED" | "VOID" | (string & {})
  /** The day on which the fee is due. Example: `"2026-03-31"`. */
  readonly due_on?: string
  /** The parties' own reference. Example: `"INV-7"`. */
  readonly reference?: string
  /** The amount that was paid, in minor units. Example: `500000`. */
  readonly paid_cents?: number
  /** The amount that was paid back, in minor units. Example: `250000`. */
  readonly refunded_cents?: number
  /** Why nothing is owed. Example: `"Agreed by both sides"`. */
  readonly reason?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly at?: string
}

/** A settlement without its reason. Extension: not in the specification. */
export interface SettlementSnapshot {
  /**
   * `NOT_DUE` until the person starts, then `DUE`; `INVOICED`, `PAID` and `REFUNDED` as the parties settle
   * it; `VOID`: nothing is owed. A newer server may send others. Example: `"DUE"`.
   */
  readonly status: "NOT_DUE" | "DUE" | "INVOICED" | "PAID" | "REFUNDED" | "VOID" | (string & {})
  /** The day on which the fee is due. Example: `"2026-03-31"`. */
  readonly due_on?: string
  /** The parties' own reference. Example: `"INV-7"`. */
  readonly reference?: string
  /** The amount that was paid, in minor units. Example: `500000`. */
  readonly paid_cents?: number
  /** The amount that was paid back, in minor units. Example: `250000`. */
  readonly refunded_cents?: number
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly at?: string
}

/** The application as the person of its link reads it. Extension: not in the specification. */
export interface ShownConfirmation {
  /** The employer. Example: `"Acme"`. */
  readonly organization_name: string
  /** Example: `"Engineer"`. */
  readonly job_title: string
  /** The agency that submits the person. Example: `"Hirewell"`. */
  readonly agency_name: string
  /** Example: `"Grace"`. */
  readonly first_name: string
  /** The end of the link for a confirmation. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly expires_at: string
  /**
   * `UNCONFIRMED` until the person decides; `AWAITING_SORT` once confirmed, whatever the employer does then;
   * `DECLINED`, `WITHDRAWN`. A newer server may send others. Example: `"UNCONFIRMED"`.
   */
  readonly state: "UNCONFIRMED" | "AWAITING_SORT" | "DECLINED" | "WITHDRAWN" | (string & {})
}

/** The invitation as the holder of its link reads it. Extension: not in the specification. */
export interface ShownInvitation {
  /** The organization that invites. Example: `"Acme"`. */
  readonly organization_name: string
  /** The agency that is invited. Example: `"Talent North"`. */
  readonly company_name: string
  /** Example: `"Kim"`. */
  readonly first_name: string
  /** Example: `"Berg"`. */
  readonly last_name: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly expires_at: string
  /**
   * The ways to accept it: `CLIENT` with the primary token of a client, `NEW_CLIENT` without a token, which
   * makes a client. A newer server may send others. Example: `["CLIENT","NEW_CLIENT"]`.
   */
  readonly ways: ReadonlyArray<"CLIENT" | "NEW_CLIENT" | (string & {})>
}

/**
 * The person has started; the service does it on the day after `start_date`. Extension: not in the
 * specification.
 */
export interface StartAction {
  readonly action: "start"
}

/** An application of the person. Extension: not in the specification. */
export interface SubjectApplicationRecord {
  readonly type: "application"
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  readonly record: Application
}

/** A file of an application, without its bytes. Extension: not in the specification. */
export interface SubjectAttachmentRecord {
  readonly type: "attachment"
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  readonly record: Attachment
}

/** An entry of the audit log about an application. Extension: not in the specification. */
export interface SubjectAuditRecord {
  readonly type: "audit_entry"
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  readonly record: AuditEntry
}

/** An event of the change feed that holds the person. Extension: not in the specification. */
export interface SubjectEventRecord {
  readonly type: "event"
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  readonly record: Event
}

/** The last line: an export without it is not whole. Extension: not in the specification. */
export interface SubjectExportEnd {
  readonly type: "end"
  /** The number of lines before this one. */
  readonly records: number
}

/** The last link by which the person confirms, without its token. Extension: not in the specification. */
export interface SubjectLink {
  /** The sender of the link. A newer server may send others. */
  readonly delivered_by: "SERVICE" | "AGENCY" | (string & {})
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly expires_at: string
  /** The last decision of the person. A newer server may send others. */
  readonly decision?: "CONFIRM" | "DECLINE" | "WITHDRAW" | (string & {})
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly decided_at?: string
}

/** The link by which the person confirms. Extension: not in the specification. */
export interface SubjectLinkRecord {
  readonly type: "link"
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  readonly record: SubjectLink
}

/** A mail to the person that is not sent yet, without its text. Extension: not in the specification. */
export interface SubjectMail {
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** When it is sent, or tried again. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly due_at: string
}

/** A mail to the person that waits. Extension: not in the specification. */
export interface SubjectMailRecord {
  readonly type: "mail"
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  readonly record: SubjectMail
}

/** A message about an application. Extension: not in the specification. */
export interface SubjectMessageRecord {
  readonly type: "message"
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  readonly record: Message
}

/** The placement of a hire of the person. Extension: not in the specification. */
export interface SubjectPlacementRecord {
  readonly type: "placement"
  /** Identifies an application within its organization. Example: `"app_00000001_1"`. */
  readonly application_id: string
  readonly record: Placement
}

/** A line of an export: a record about the person, or the end. Extension: not in the specification. */
export type SubjectRecord =
  | SubjectApplicationRecord
  | SubjectAttachmentRecord
  | SubjectMessageRecord
  | SubjectPlacementRecord
  | SubjectLinkRecord
  | SubjectMailRecord
  | SubjectAuditRecord
  | SubjectEventRecord
  | SubjectExportEnd

/** A user of the organization. */
export interface User {
  /** Identifies a user within its organization. Example: `"usr_00000001"`. */
  readonly id: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at: string
  /** Example: `"Ada"`. */
  readonly first_name: string
  /** Example: `"Lovelace"`. */
  readonly last_name: string
  /** Example: `"ada@example.com"`. */
  readonly email: string
  /** A newer server may send others. */
  readonly status?: "ACTIVE" | "DISABLED" | (string & {})
}

/** A user was added. Extension: not in the specification. */
export interface UserCreatedEvent extends EventEnvelope {
  readonly type: "user.created"
  readonly data: UserEventData
}

/** A user became DISABLED; other members may have changed too. Extension: not in the specification. */
export interface UserDisabledEvent extends EventEnvelope {
  readonly type: "user.disabled"
  readonly data: UserEventData
}

/** A user was erased. Extension: not in the specification. */
export interface UserErasedEvent extends EventEnvelope {
  readonly type: "user.erased"
  readonly data: UserEventData
}

/** The record of an event after the change, and what changed. */
export interface UserEventData {
  readonly user: UserSnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
  /** The status before. */
  readonly previous?: {
    /** A newer server may send others. */
    readonly status: "ACTIVE" | "DISABLED" | (string & {})
  }
}

/**
 * The change of a user, as a JSON Merge Patch (RFC 7396): an absent member stays. Extension: not in the
 * specification. Example: `{"status":"DISABLED"}`.
 */
export interface UserPatch {
  /** Counted without white space at the ends, which is removed. */
  readonly first_name?: string
  /** Counted without white space at the ends, which is removed. */
  readonly last_name?: string
  /** Email address, as the HTML standard defines it. Example: `"ada@example.com"`. */
  readonly email?: string
  readonly status?: "ACTIVE" | "DISABLED"
}

/**
 * The user after the change; of a person who was erased, the id alone. Extension: not in the
 * specification.
 */
export interface UserSnapshot {
  /** Identifies a user within its organization. Example: `"usr_00000001"`. */
  readonly id: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at?: string
  /** Example: `"Ada"`. */
  readonly first_name?: string
  /** Example: `"Lovelace"`. */
  readonly last_name?: string
  /** Example: `"ada@example.com"`. */
  readonly email?: string
  /** A newer server may send others. */
  readonly status?: "ACTIVE" | "DISABLED" | (string & {})
}

/** Members of a user changed. Extension: not in the specification. */
export interface UserUpdatedEvent extends EventEnvelope {
  readonly type: "user.updated"
  readonly data: UserEventData
}

/** A batch of users was imported. Extension: not in the specification. */
export interface UsersImportedEvent extends EventEnvelope {
  readonly type: "users.imported"
  readonly data: ImportEventData
}

/** An attempt to deliver an event; a 2xx status is a success. Extension: not in the specification. */
export interface WebhookAttempt {
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly at: string
  /** The status of the answer. */
  readonly status?: number
  /**
   * Why there was no answer. `dns`: the name was not found · `address`: the name leads to an address that is
   * not public · `connection`: it was refused or broken off · `tls`: the certificate is not valid ·
   * `timeout`: none came within 15 seconds. A newer server may send others. Example: `"timeout"`.
   */
  readonly failure?: "dns" | "address" | "connection" | "tls" | "timeout" | (string & {})
  /** The duration, in milliseconds. Example: `42`. */
  readonly duration_ms: number
}

/** The delivery of an event to a webhook endpoint. Extension: not in the specification. */
export interface WebhookDelivery {
  /** Identifies an event within its organization. Example: `"evt_00000000000070000000000000"`. */
  readonly event_id: string
  /** A newer server may send others. Example: `"job.opened"`. */
  readonly type:
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | "ping"
    | (string & {})
  /**
   * `pending`: it is tried (again) · `parked`: it alone is refused, and is tried again beside the later ones
   * · `failed`: it is not tried any more; redeliver it. A newer server may send others. Example:
   * `"succeeded"`.
   */
  readonly status: "pending" | "succeeded" | "parked" | "failed" | (string & {})
  readonly attempts: ReadonlyArray<WebhookAttempt>
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly next_attempt_at?: string
}

/** An address of a partner that events are sent to. Extension: not in the specification. */
export interface WebhookEndpoint {
  /** Identifies a webhook endpoint. Example: `"whe_01KGAS0F00D4N8P2R6T0V3X7Z9"`. */
  readonly id: string
  /** The address that events are sent to. Example: `"https://example.com/webhooks"`. */
  readonly url: string
  /** A newer server may send others. */
  readonly types: ReadonlyArray<
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | "job.*"
    | "application.*"
    | "message.*"
    | "placement.*"
    | "user.*"
    | "agency.*"
    | "agency_fees.*"
    | "agency_invitation.*"
    | "webhook_endpoint.*"
    | "organization.*"
    | "rejection_reason.*"
    | "*"
    | (string & {})
  >
  /**
   * The number of requests that may be under way at once. With more than 1, events come in no order.
   * Example: `1`.
   */
  readonly concurrency: number
  /** The purpose of the endpoint, in the partner's words. Example: `"Copy of the applicant tracking system"`. */
  readonly description?: string
  /** `enabled` once its address has answered a `ping`. A newer server may send others. Example: `"enabled"`. */
  readonly status: "pending" | "enabled" | "disabled" | (string & {})
  /** Why it is disabled. A newer server may send others. */
  readonly disabled_reason?:
    | "ping_failed"
    | "failing"
    | "gone"
    | "requested"
    | "credentials_replaced"
    | "operator"
    | (string & {})
  /** A sentence for people: what is wrong with it and what to do. */
  readonly message?: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly failing_since?: string
  /** The last characters of the secret that signs its deliveries. Example: `"Zm8="`. */
  readonly secret_hint: string
  /** The secret that signs its deliveries: shown when it is made, and never again. */
  readonly secret?: string
  /**
   * The permissions of the token that made the endpoint or chose its types last; it delivers no event that
   * needs another permission. A newer server may send others. Example:
   * `["jobs:read","applications:read","webhooks:manage"]`.
   */
  readonly permissions?: ReadonlyArray<
    | "jobs:read"
    | "jobs:write"
    | "applications:read"
    | "applications:write"
    | "users:read"
    | "users:write"
    | "agencies:read"
    | "fees:write"
    | "audit:read"
    | "webhooks:manage"
    | "agencies:write"
    | "organization:manage"
    | "privacy:manage"
    | "placements:read"
    | "placements:write"
    | (string & {})
  >
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly created_at: string
  /** RFC 3339; answers are in UTC with milliseconds. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly updated_at: string
}

/**
 * A webhook endpoint gets no events any more; `disabled_reason` has the reason. Extension: not in the
 * specification.
 */
export interface WebhookEndpointDisabledEvent extends EventEnvelope {
  readonly type: "webhook_endpoint.disabled"
  readonly data: WebhookEndpointEventData
}

/** The record of an event after the change, and what changed. */
export interface WebhookEndpointEventData {
  readonly webhook_endpoint: WebhookEndpointSnapshot
  /** The names of the members that changed; of a new record, those that were given. Example: `["status"]`. */
  readonly changed: ReadonlyArray<string>
}

/** Three deliveries to a webhook endpoint in a row have failed. Extension: not in the specification. */
export interface WebhookEndpointFailingEvent extends EventEnvelope {
  readonly type: "webhook_endpoint.failing"
  readonly data: WebhookEndpointEventData
}

/**
 * The change of an endpoint, as a JSON Merge Patch (RFC 7396): an absent member stays. Extension: not in
 * the specification. Example: `{"types":["*"]}`.
 */
export interface WebhookEndpointPatch {
  /**
   * The address that events are sent to: an https: address that is reachable from the internet. Example:
   * `"https://example.com/webhooks"`.
   */
  readonly url?: string
  readonly types?: ReadonlyArray<
    | "job.created"
    | "job.updated"
    | "job.opened"
    | "job.held"
    | "job.closed"
    | "job.assigned"
    | "job.assignment_set"
    | "job.unassigned"
    | "job.restricted"
    | "application.submitted"
    | "application.imported"
    | "application.confirmation_requested"
    | "application.confirmation_expired"
    | "application.confirmed"
    | "application.declined"
    | "application.kept"
    | "application.advanced"
    | "application.rejected"
    | "application.restored"
    | "application.withdrawn"
    | "application.claim_released"
    | "application.hired"
    | "application.hire_cancelled"
    | "application.updated"
    | "application.erased"
    | "application.attachment_added"
    | "application.attachment_removed"
    | "application.attachment_scanned"
    | "message.created"
    | "placement.created"
    | "placement.rescheduled"
    | "placement.started"
    | "placement.cancelled"
    | "placement.fell_off"
    | "placement.completed"
    | "placement.settled"
    | "user.created"
    | "user.updated"
    | "user.disabled"
    | "user.erased"
    | "agency.created"
    | "agency.updated"
    | "agency_fees.set"
    | "agency_invitation.created"
    | "agency_invitation.accepted"
    | "agency_invitation.revoked"
    | "jobs.imported"
    | "agencies.imported"
    | "users.imported"
    | "applications.imported"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.recovered"
    | "webhook_endpoint.disabled"
    | "organization.updated"
    | "rejection_reason.created"
    | "rejection_reason.updated"
    | "rejection_reason.deleted"
    | "job.*"
    | "application.*"
    | "message.*"
    | "placement.*"
    | "user.*"
    | "agency.*"
    | "agency_fees.*"
    | "agency_invitation.*"
    | "webhook_endpoint.*"
    | "organization.*"
    | "rejection_reason.*"
    | "*"
  >
  /**
   * The number of requests that may be under way at once. With more than 1, events come in no order.
   * Example: `1`.
   */
  readonly concurrency?: number
  /** `enabled` sends a `ping` first; deliveries resume where they stopped. */
  readonly status?: "enabled" | "disabled"
  readonly description?: string | null
}

/** A webhook endpoint that was failing has accepted a delivery. Extension: not in the specification. */
export interface WebhookEndpointRecoveredEvent extends EventEnvelope {
  readonly type: "webhook_endpoint.recovered"
  readonly data: WebhookEndpointEventData
}

/**
 * The owner of a webhook endpoint and its status; get the endpoint for the rest. Extension: not in the
 * specification.
 */
export interface WebhookEndpointSnapshot {
  /** Identifies a webhook endpoint. Example: `"whe_01KGAS0F00D4N8P2R6T0V3X7Z9"`. */
  readonly id: string
  /** Identifies a client. Example: `"cli_01KGAS0F00W2P4J8H6V3B9D5QE"`. */
  readonly client_id: string
  /** Identifies an agency within its organization. Example: `"agy_hirewell"`. */
  readonly agency_id?: string
  /** A newer server may send others. */
  readonly status: "pending" | "enabled" | "disabled" | (string & {})
  /** A newer server may send others. */
  readonly disabled_reason?:
    | "ping_failed"
    | "failing"
    | "gone"
    | "requested"
    | "credentials_replaced"
    | "operator"
    | (string & {})
}

/** The number of deliveries that are sent again to a webhook endpoint. Extension: not in the specification. */
export interface WebhookRecovered {
  /**
   * The number of deliveries that are sent again; with `only: all`, how many there were of the events since
   * then. At most 1000 are counted, and all of them are sent. Example: `12`.
   */
  readonly deliveries: number
}

/**
 * The events that are sent again to a webhook endpoint. Extension: not in the specification. Example:
 * `{"since":"2026-01-31T09:30:00.000Z","only":"failed"}`.
 */
export interface WebhookRecovery {
  /** Events from then on. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly since: string | Date
  /**
   * `failed`: the deliveries that have failed, by default · `all`: every event, in order. Example:
   * `"failed"`.
   */
  readonly only?: "failed" | "all"
}

/** The application is taken back. Extension: not in the specification. */
export interface WithdrawAction {
  readonly action: "withdraw"
  /** A reason of the organization that is active. Example: `"position_cancelled"`. */
  readonly reason_id?: string
  /** Why, in words; employer and agency read it. */
  readonly note?: string
}

/**
 * The party that took the application back, and its reason; absent of one from before this member.
 * Extension: not in the specification.
 */
export interface Withdrawal {
  /**
   * `CANDIDATE`: the person, by a link; `SYSTEM`: the service, and `cause` has the reason. A newer server
   * may send others. Example: `"AGENCY"`.
   */
  readonly by: "AGENCY" | "CANDIDATE" | "SYSTEM" | (string & {})
  /**
   * `CONFIRMATION_EXPIRED`: the person did not confirm in time; `OWNERSHIP_TAKEN`: another application of
   * the person was confirmed. A newer server may send others. Example: `"OWNERSHIP_TAKEN"`.
   */
  readonly cause?: "CONFIRMATION_EXPIRED" | "OWNERSHIP_TAKEN" | (string & {})
  /** Identifies a reason within its organization. Example: `"position_cancelled"`. */
  readonly reason_id?: string
  readonly note?: string
}

/**
 * Whether the person may work in a country. Extension: not in the specification. Example:
 * `{"country_code":"DE","needs_sponsorship":false}`.
 */
export interface WorkAuthorization {
  /** Upper-case ISO 3166-1 alpha-2 code of a country. Example: `"DE"`. */
  readonly country_code: string
  /** Whether an employer has to sponsor the permit. */
  readonly needs_sponsorship: boolean
}

/**
 * Whether the person may work in a country. Extension: not in the specification. Example:
 * `{"country_code":"DE","needs_sponsorship":false}`.
 */
export interface WorkAuthorizationPatch {
  /** Upper-case ISO 3166-1 alpha-2 code of a country. Example: `"DE"`. */
  readonly country_code?: string
  /** Whether an employer has to sponsor the permit. */
  readonly needs_sponsorship?: boolean
}
