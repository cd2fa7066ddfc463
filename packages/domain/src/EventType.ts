/**
 * The types of events, each declared once: its description, and the permission that shows it (decisions, Journal).
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { Permission } from "./Permission.ts"

/** The nouns of events, and the permission that shows each: that of its records. */
const nouns = {
  job: "jobs:read",
  jobs: "jobs:read",
  application: "applications:read",
  applications: "applications:read",
  message: "applications:read",
  placement: "placements:read",
  user: "users:read",
  users: "users:read",
  agency: "agencies:read",
  agency_fees: "agencies:read",
  agencies: "agencies:read",
  agency_invitation: "agencies:read",
  webhook_endpoint: "webhooks:manage",
  organization: "organization:manage",
  rejection_reason: "applications:read"
} as const satisfies Readonly<Record<string, Permission>>

type Noun = keyof typeof nouns

/** Every type of events. Each is an action of the journal too (`Audit.ts`). A type that is here stays. */
export const eventTypes = {
  "job.created": { description: "A job was added" },
  "job.updated": { description: "Members of a job changed, and not its status" },
  "job.opened": { description: "A job became OPEN; other members may have changed too" },
  "job.held": { description: "A job became ON_HOLD; other members may have changed too" },
  "job.closed": { description: "A job became CLOSED; other members may have changed too" },
  "job.assigned": { description: "An agency was assigned to a job, and sees it" },
  "job.assignment_set": { description: "The terms of an assignment changed, or an assignment was made for later" },
  "job.unassigned": { description: "An assignment was deleted: get the job, which the agency may not see any more" },
  "job.restricted": {
    description: "A job became ASSIGNED: get the job, which an agency that is not assigned does not see any more"
  },
  "application.submitted": { description: "An application was submitted" },
  "application.imported": { description: "An application was added by an import" },
  "application.confirmation_requested": {
    description: "A link was made by which the person confirms; the agency gets it"
  },
  "application.confirmation_expired": {
    description: "The application waited too long for its person, and was withdrawn; the agency gets it"
  },
  "application.confirmed": { description: "The person agreed" },
  "application.declined": { description: "The person did not agree" },
  "application.kept": { description: "The employer took the application into review" },
  "application.advanced": { description: "The application reached the next stage" },
  "application.rejected": { description: "The employer rejected the application" },
  "application.restored": { description: "The employer took a rejection back" },
  "application.withdrawn": {
    description: "The application was taken back; `reason` is present when the service did it"
  },
  "application.claim_released": { description: "The agency gave up its claim of a person" },
  "application.hired": { description: "The person was hired" },
  "application.hire_cancelled": { description: "The hire was undone: the application is where it was before" },
  "application.updated": { description: "Candidate, note or external id changed" },
  "application.erased": { description: "The person of an application was erased" },
  "application.attachment_added": { description: "A file was added to an application; get it for its name" },
  "application.attachment_removed": { description: "A file of an application was removed, or replaced by another one" },
  "application.attachment_scanned": {
    description: "A file of an application was scanned: `scan_status` is `CLEAN` or `REJECTED`"
  },
  "message.created": { description: "A message was written; get the messages of the application for its body" },
  "placement.created": { description: "A hire became a placement" },
  "placement.rescheduled": { description: "The person starts on another day" },
  "placement.started": { description: "The person has started; the fee is due" },
  "placement.cancelled": { description: "The hire was undone" },
  "placement.fell_off": { description: "The person left within the guarantee" },
  "placement.completed": { description: "The guarantee is over" },
  "placement.settled": { description: "The settlement of the fee moved on" },
  "user.created": { description: "A user was added" },
  "user.updated": { description: "Members of a user changed" },
  "user.disabled": { description: "A user became DISABLED; other members may have changed too" },
  "user.erased": { description: "A user was erased" },
  "agency.created": { description: "An agency was added" },
  "agency.updated": {
    description: "Members of an agency changed; `changed` names its recruiters, which no event holds"
  },
  "agency_fees.set": { description: "The fees of an agency changed" },
  "agency_invitation.created": { description: "An agency was invited" },
  "agency_invitation.accepted": { description: "An invitation was accepted; `agency_id` names the agency" },
  "agency_invitation.revoked": { description: "An invitation was revoked" },
  "jobs.imported": { description: "A batch of jobs was imported" },
  "agencies.imported": { description: "A batch of agencies was imported" },
  "users.imported": { description: "A batch of users was imported" },
  "applications.imported": { description: "A batch of applications was imported" },
  "webhook_endpoint.failing": { description: "Three deliveries to a webhook endpoint in a row have failed" },
  "webhook_endpoint.recovered": { description: "A webhook endpoint that was failing has accepted a delivery" },
  "webhook_endpoint.disabled": {
    description: "A webhook endpoint gets no events any more; `disabled_reason` has the reason"
  },
  "organization.updated": { description: "Settings of the organization changed" },
  "rejection_reason.created": { description: "A reason for rejections and withdrawals was added" },
  "rejection_reason.updated": { description: "A reason for rejections and withdrawals changed" },
  "rejection_reason.deleted": { description: "A reason that no application names was deleted" }
} as const satisfies Readonly<Record<`${Noun}.${string}`, { readonly description: string }>>

export type EventType = keyof typeof eventTypes

/** The types in their order. */
const types: ReadonlyArray<EventType> = Struct.keys(eventTypes)

/** A type of events. */
export const EventTypeName = Schema.Literals(types)

const isOf =
  <N extends Noun>(noun: N) =>
  (type: EventType): type is Extract<EventType, `${N}.${string}`> =>
    type.startsWith(`${noun}.`)

/** The types of a noun. */
export const typesOf = <const N extends Noun>(noun: N) => types.filter(isOf(noun))

/** Whether a type is about a file of an application. */
export const isOfAttachment = (type: EventType): type is Extract<EventType, `application.attachment_${string}`> =>
  type.startsWith("application.attachment_")

/** The permission that shows events of a type. */
export const permissionOf = (type: EventType): Permission => {
  const noun = Struct.keys(nouns).find((one) => isOf(one)(type))
  return nouns[noun ?? "job"]
}

/** The description of a type of events in the API. */
export const EventTypeInfo = Schema.Struct({
  type: EventTypeName.annotate({ examples: ["job.opened"] }),
  description: Schema.String.annotate({ examples: ["A job became OPEN; other members may have changed too"] }),
  permission: Permission.annotate({ examples: ["jobs:read"] })
}).annotate({
  identifier: "EventTypeInfo",
  description: "A type of events: when it occurs, and the permission that shows it",
  "x-extension": true
})

/** Every type of events. */
export const EventTypeList = Schema.Struct({ types: Schema.Array(EventTypeInfo) }).annotate({
  identifier: "EventTypeList",
  description: "Every type of events",
  "x-extension": true
})

/** The descriptions of all types, in their order. */
export const listEventTypes = (): typeof EventTypeList.Type => ({
  types: types.map((type) => ({ type, ...eventTypes[type], permission: permissionOf(type) }))
})
