/**
 * The journal: an entry for each change, with who made it, what it touched and when. Entries are appended and never altered.
 *
 * An entry has the values of fees, permissions and statuses alone. Of other members it has the names, so that the journal keeps no data of an erased person.
 */
import * as Struct from "effect/Struct"

import type { Agency } from "./Agency.ts"
import type { AgencyFees } from "./AgencyFees.ts"
import type { AgencyInvitationSnapshot } from "./AgencyInvitation.ts"
import type { StoredApplication } from "./Application.ts"
import { onlyClientOf } from "./ApplicationAccess.ts"
import type { Attachment } from "./Attachment.ts"
import type { AuditEntry } from "./Audit.ts"
import type {
  AgencyEvent,
  AgencyFeesEvent,
  AgencyInvitationEvent,
  ApplicationEvent,
  AssignmentEvent,
  AttachmentEvent,
  Event,
  EventBody,
  JobEvent,
  MessageEvent,
  OrganizationEvent,
  RejectionReasonEvent,
  PlacementEvent,
  UserEvent,
  WebhookEndpointEvent
} from "./Event.ts"
import { audienceOf, type EventAudience } from "./EventAudience.ts"
import type { AgencyId, ClientId, OrganizationId } from "./Ids.ts"
import type { Job } from "./Job.ts"
import type { JobAssignment } from "./JobAssignment.ts"
import type { RepresentedPerson } from "./OnBehalfOf.ts"
import type { OperatorId } from "./operator/OperatorId.ts"
import type { OwnOrganization } from "./Organization.ts"
import type { RejectionReason } from "./RejectionReason.ts"
import { type Placement, snapshotOf } from "./Placement.ts"
import { timestampFromMillis } from "./Timestamp.ts"
import type { WebhookEndpointSnapshot } from "./WebhookEndpoint.ts"

/** A change without its actor and its moment, which `Journal.write` of the service adds. */
export type Change = Omit<AuditEntry, "id" | "occurred_at" | "client_id" | "user_id" | "recruiter_id" | "request_id">

/** A change and the organization it belongs to; clients and their secrets belong to none. */
export interface JournalEntry extends Change {
  readonly organizationId: OrganizationId | undefined
  /** The event that partners get of the change; absent where it is no event. */
  readonly event?: EventBody
  /** The audience of the event, where its record alone does not decide it. */
  readonly audience?: EventAudience
}

/**
 * The maker of a change: a client in a request, an operator in a request or at a command line, the person of an application by a link, or the service between requests. At a command line
 * nobody knows which operator it is.
 */
export type Actor =
  | {
      readonly kind: "client"
      readonly clientId: ClientId
      readonly requestId: string
      /** The person on whose behalf the client acts. */
      readonly onBehalfOf?: RepresentedPerson
    }
  | { readonly kind: "operator"; readonly operatorId?: OperatorId; readonly requestId?: string }
  | { readonly kind: "system" }
  | { readonly kind: "candidate"; readonly requestId: string }

/** The operator at a command line. */
export const operator: Actor = { kind: "operator" }

/** The service between requests. */
export const system: Actor = { kind: "system" }

/** The result of a command: the next state, and the journal entries of the change. */
export interface Decision<Next> {
  readonly next: Next
  readonly entries: ReadonlyArray<JournalEntry>
}

/** The entry of a change that is an event of some types. */
interface EntryOf<E extends Event> extends Omit<JournalEntry, "action" | "event" | "before"> {
  readonly action: E["type"]
  readonly before?: Exclude<Extract<E["data"], { readonly previous?: unknown }>["previous"], undefined>
}

/** The members of an event beside the record. */
const changeOf = <E extends Event>({ before, changed }: EntryOf<E>) => ({
  changed,
  ...(before === undefined ? {} : { previous: before })
})

/** The entry of a change to a job, with its event: the job after it. */
export const ofJob = (entry: EntryOf<JobEvent>, job: Job): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { job, ...changeOf(entry) } }
})

/** The entry of a change to an assignment, with its event: the assignment after it, and the job where an agency begins to see it. */
export const ofAssignment = (
  entry: EntryOf<AssignmentEvent> & Required<Pick<JournalEntry, "audience">>,
  job: Job,
  assignment: JobAssignment
): JournalEntry => {
  const { changed } = entry
  return {
    ...entry,
    event:
      entry.action === "job.assigned"
        ? { type: entry.action, data: { job, assignment, changed } }
        : { type: entry.action, data: { job: { id: job.id }, assignment, changed } }
  }
}

/** The entry of a change to an application, with its event: the application after it. Those who see the application see the event. */
export const ofApplication = (
  entry: EntryOf<ApplicationEvent>,
  stored: Pick<StoredApplication, "application" | "submittedBy">
): JournalEntry => {
  const { application } = stored
  const onlyClientId = onlyClientOf(stored)
  const event: EventBody = {
    type: entry.action,
    data: { application, ...changeOf(entry), ...(entry.reason === undefined ? {} : { reason: entry.reason }) }
  }
  return {
    ...entry,
    event,
    ...(onlyClientId === undefined ? {} : { audience: { ...audienceOf(event), onlyClientId } })
  }
}

/** The entry of a file of an application, with its event: the file without its name. Those who see the application see the event. */
export const ofAttachment = (
  action: AttachmentEvent["type"],
  {
    attachment,
    organizationId,
    stored
  }: {
    readonly organizationId: OrganizationId
    readonly stored: Pick<StoredApplication, "application" | "submittedBy">
    readonly attachment: Attachment
  }
): JournalEntry => {
  const { agency_id, id, job_id } = stored.application
  const onlyClientId = onlyClientOf(stored)
  const event: EventBody = {
    type: action,
    data: {
      application: { id, job_id, agency_id },
      attachment_id: attachment.id,
      type: attachment.type,
      scan_status: attachment.scan_status,
      changed: []
    }
  }
  return {
    organizationId,
    action,
    resource_id: id,
    agency_id,
    changed: ["attachments"],
    event,
    ...(onlyClientId === undefined ? {} : { audience: { ...audienceOf(event), onlyClientId } })
  }
}

/** The entry of a message about an application, with its event: the message without its body. Those who see the application see the event. */
export const ofMessage = (
  organizationId: OrganizationId,
  { application }: Pick<StoredApplication, "application">,
  message: MessageEvent["data"]["message"]
): JournalEntry => {
  const { agency_id, id, job_id } = application
  return {
    organizationId,
    action: "message.created",
    resource_id: id,
    agency_id,
    changed: ["messages"],
    event: { type: "message.created", data: { application: { id, job_id, agency_id }, message, changed: [] } }
  }
}

/** The entry of a change to a placement, with its event: the placement after it, without what is personal. */
export const ofPlacement = (entry: EntryOf<PlacementEvent>, placement: Placement): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { placement: snapshotOf(placement), ...changeOf(entry) } }
})

/** The entry of a change to a user, with its event: the user after it, or the id alone of one who was erased. */
export const ofUser = (entry: EntryOf<UserEvent>, user: UserEvent["data"]["user"]): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { user, ...changeOf(entry) } }
})

/** The entry of a change to an agency, with its event: the agency after it, without its people. */
export const ofAgency = (entry: EntryOf<AgencyEvent>, agency: Agency): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { agency: Struct.omit(agency, ["recruiters"]), ...changeOf(entry) } }
})

/** The entry of a change to the fees of an agency, with its event: the fees after it. */
export const ofAgencyFees = (entry: EntryOf<AgencyFeesEvent>, agencyId: AgencyId, fees: AgencyFees): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { agency_fees: { agency_id: agencyId, ...fees }, ...changeOf(entry) } }
})

/** The entry of a change to an invitation, with its event: where the invitation stands after it. */
export const ofAgencyInvitation = (
  entry: EntryOf<AgencyInvitationEvent>,
  invitation: AgencyInvitationSnapshot
): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { agency_invitation: invitation, ...changeOf(entry) } }
})

/** The entry of a change of the status of a webhook endpoint, with its event. */
export const ofWebhookEndpoint = (
  entry: EntryOf<WebhookEndpointEvent>,
  endpoint: WebhookEndpointSnapshot
): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { webhook_endpoint: endpoint, ...changeOf(entry) } }
})

/** The entry of a change to an organization, with its event: the organization after it. */
export const ofOrganization = (entry: EntryOf<OrganizationEvent>, organization: OwnOrganization): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { organization, ...changeOf(entry) } }
})

/** The entry of a change to a reason for rejections, with its event: the reason after it, or before its deletion. */
export const ofRejectionReason = (entry: EntryOf<RejectionReasonEvent>, reason: RejectionReason): JournalEntry => ({
  ...entry,
  event: { type: entry.action, data: { rejection_reason: reason, ...changeOf(entry) } }
})

/** The members of an entry about its actor. */
const actorOf = (entry: JournalEntry, actor: Actor) => {
  switch (actor.kind) {
    case "client":
      // A change that the service makes as a consequence has no client; the request id leads to the cause.
      return {
        ...(entry.actor === undefined ? { client_id: actor.clientId, ...actor.onBehalfOf } : {}),
        request_id: actor.requestId
      }
    case "system":
      return { actor: "system" } as const
    case "candidate":
      return { actor: entry.actor ?? ("candidate" as const), request_id: actor.requestId }
    case "operator":
      return {
        ...(actor.operatorId === undefined ? {} : { operator_id: actor.operatorId }),
        ...(actor.requestId === undefined ? {} : { request_id: actor.requestId })
      }
  }
}

/** An entry as the audit log shows it. */
export const auditEntryOf = (
  entry: JournalEntry,
  { actor, id, nowMs }: { readonly id: string; readonly actor: Actor; readonly nowMs: number }
): AuditEntry => ({
  id,
  occurred_at: timestampFromMillis(nowMs),
  ...Struct.omit(entry, ["organizationId", "event", "audience"]),
  ...actorOf(entry, actor)
})
