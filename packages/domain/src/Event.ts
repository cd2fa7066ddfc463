/**
 * The events of the records of an organization, as partners get them (decisions, Journal): the change feed, event by event.
 *
 * An event is a part of the journal: it has the sequence and the action of an entry, and holds the record as it was after the change. An
 * event is stored once, as it is answered. Who sees an event stands in `EventAudience.ts`, how a feed is read in `EventQuery.ts`.
 */
import * as Schema from "effect/Schema"

import { AgencySnapshot } from "./Agency.ts"
import { AgencyFees } from "./AgencyFees.ts"
import { AgencyInvitationId, AgencyInvitationSnapshot, AgencyInvitationStatus } from "./AgencyInvitation.ts"
import { Application } from "./Application.ts"
import { ApplicationState } from "./ApplicationState.ts"
import { AttachmentId, AttachmentType, ScanStatus } from "./Attachment.ts"
import { eventsOf } from "./EventShape.ts"
import { isOfAttachment, typesOf } from "./EventType.ts"
import { AgencyId, ApplicationId, JobId, OrganizationId, UserId } from "./Ids.ts"
import { Job, JobStatus } from "./Job.ts"
import { JobAssignment } from "./JobAssignment.ts"
import { MessageId, MessageSnapshot } from "./Message.ts"
import { OwnOrganization } from "./Organization.ts"
import { StoredSettings } from "./OrganizationSettings.ts"
import { RejectionReason, RejectionReasonId } from "./RejectionReason.ts"
import { PlacementId, PlacementSnapshot } from "./Placement.ts"
import { PlacementStatuses } from "./PlacementHistory.ts"
import { SystemReason } from "./SystemReason.ts"
import { exampleMoment } from "./Timestamp.ts"
import { UserSnapshot, UserStatus } from "./User.ts"
import { exampleSnapshot, WebhookEndpointSnapshot } from "./WebhookEndpoint.ts"

/** The largest event, in bytes of its JSON. Of a larger one, long texts are left out. */
export const eventBytesMax = 65_536

const omitted = Schema.optionalKey(Schema.Array(Schema.String)).annotateKey({
  description: "Members of the record that were left out because the event would be too large; get the record for them"
})

const changed = Schema.Array(Schema.String).annotate({
  description: "The names of the members that changed; of a new record, those that were given",
  examples: [["status"]]
})

/** A job without the text that may be too long for an event. */
const JobSnapshot = Schema.Struct({
  ...Job.fields,
  description: Schema.optionalKey(Job.fields.description)
}).annotate({
  identifier: "JobSnapshot",
  description: "The job after the change; without its description where that is too long for an event",
  "x-extension": true
})

/** The fees of an agency, and whose they are. */
const AgencyFeesSnapshot = Schema.Struct({ agency_id: AgencyId, ...AgencyFees.fields }).annotate({
  identifier: "AgencyFeesSnapshot",
  description: "The fees of an agency after the change",
  "x-extension": true
})

/** The numbers of records that a batch of an import has written. */
const ImportTally = Schema.Struct({
  created: Schema.Int.annotate({ description: "The number of records that were added", examples: [480] }),
  updated: Schema.Int.annotate({ description: "The number of records that changed", examples: [20] })
}).annotate({
  identifier: "ImportTally",
  description: "The numbers of records that a batch of an import has written",
  "x-extension": true
})

/** The types of events about who sees a job. */
const assignmentTypes = ["job.assigned", "job.assignment_set", "job.unassigned", "job.restricted"] as const

const isOfAssignment = Schema.is(Schema.Literals(assignmentTypes))

/** The types of events about a job itself. */
const jobTypes = typesOf("job").filter((type) => !isOfAssignment(type))

const jobEvents = eventsOf(
  jobTypes,
  {
    job: JobSnapshot,
    changed,
    previous: Schema.optionalKey(Schema.Struct({ status: Schema.optionalKey(JobStatus) })).annotateKey({
      description: "The status before"
    }),
    omitted
  },
  {
    examples: [
      {
        job: { id: JobId.make("job_00000001"), title: "Engineer", description: "Builds engines.", status: "OPEN" },
        changed: ["status"]
      }
    ]
  }
)

/** A job by its id alone: whoever reads the event may not see the job. */
const JobReference = Schema.Struct({ id: JobId }).annotate({
  identifier: "JobReference",
  description: "The id of a job; get the job, which is `not_found` where the reader does not see it",
  "x-extension": true
})

const exampleAssignment = (): JobAssignment => ({
  job_id: JobId.make("job_00001001"),
  agency_id: AgencyId.make("agy_contoso"),
  status: "ACTIVE",
  created_at: exampleMoment,
  updated_at: exampleMoment
})

const assignedEvents = eventsOf(
  ["job.assigned"],
  { job: JobSnapshot, assignment: JobAssignment, changed, omitted },
  {
    examples: [
      {
        job: { id: JobId.make("job_00001001"), title: "Engineer", status: "OPEN", agency_access: "ASSIGNED" },
        assignment: exampleAssignment(),
        changed: ["status"]
      }
    ]
  }
)

const assignmentSetEvents = eventsOf(
  ["job.assignment_set"],
  { job: JobReference, assignment: JobAssignment, changed },
  {
    examples: [
      {
        job: { id: JobId.make("job_00001001") },
        assignment: { ...exampleAssignment(), submission_limit: 5 },
        changed: ["submission_limit"]
      }
    ]
  }
)

const unassignedEvents = eventsOf(
  ["job.unassigned"],
  { job: JobReference, agency_id: AgencyId, changed },
  { examples: [{ job: { id: JobId.make("job_00001001") }, agency_id: AgencyId.make("agy_contoso"), changed: [] }] }
)

const restrictedEvents = eventsOf(
  ["job.restricted"],
  { job: JobReference, changed },
  { examples: [{ job: { id: JobId.make("job_00001001") }, changed: ["agency_access"] }] }
)

/** The types of events about a file of an application. */
const attachmentTypes = typesOf("application").filter(isOfAttachment)

/** The types of events about an application itself. */
const applicationTypes = typesOf("application").filter((type) => !isOfAttachment(type))

const applicationEvents = eventsOf(
  applicationTypes,
  {
    application: Application,
    changed,
    previous: Schema.optionalKey(Schema.Struct({ state: ApplicationState })).annotateKey({
      description: "The state before"
    }),
    reason: Schema.optionalKey(SystemReason),
    omitted
  },
  {
    examples: [
      {
        application: {
          id: ApplicationId.make("app_00000001_1"),
          job_id: JobId.make("job_00000001"),
          agency_id: AgencyId.make("agy_hirewell"),
          candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
          state: "AWAITING_SORT",
          state_entered_at: exampleMoment,
          version: 2,
          created_at: exampleMoment,
          updated_at: exampleMoment
        },
        changed: ["state"],
        previous: { state: "UNCONFIRMED" }
      }
    ]
  }
)

/** An application by its ids, without what is personal. */
const ApplicationReference = Schema.Struct({ id: ApplicationId, job_id: JobId, agency_id: AgencyId }).annotate({
  identifier: "ApplicationReference",
  description: "The ids of an application, of its job and of its agency",
  "x-extension": true
})

const exampleReference = () => ({
  id: ApplicationId.make("app_00000001_1"),
  job_id: JobId.make("job_00000001"),
  agency_id: AgencyId.make("agy_hirewell")
})

const attachmentEvents = eventsOf(
  attachmentTypes,
  {
    application: ApplicationReference,
    attachment_id: AttachmentId,
    type: AttachmentType.annotate({ description: "The purpose of the file", examples: ["RESUME"] }),
    scan_status: ScanStatus,
    changed
  },
  {
    examples: [
      {
        application: exampleReference(),
        attachment_id: AttachmentId.make("att_01KGAS0F00A2C4E6G8J0K2M4N6"),
        type: "RESUME",
        scan_status: "NOT_SCANNED",
        changed: []
      }
    ]
  }
)

const messageEvents = eventsOf(
  typesOf("message"),
  { application: ApplicationReference, message: MessageSnapshot, changed },
  {
    examples: [
      {
        application: exampleReference(),
        message: {
          id: MessageId.make("msg_01KGAS0F00A2C4E6G8J0K2M4N6"),
          application_id: exampleReference().id,
          from: "EMPLOYER",
          created_at: exampleMoment
        },
        changed: []
      }
    ]
  }
)

const placementEvents = eventsOf(
  typesOf("placement"),
  {
    placement: PlacementSnapshot,
    changed,
    previous: Schema.optionalKey(PlacementStatuses)
  },
  {
    examples: [
      {
        placement: {
          id: PlacementId.make("plc_00000012_6"),
          application_id: exampleReference().id,
          job_id: exampleReference().job_id,
          agency_id: exampleReference().agency_id,
          status: "COMPLETED",
          start_date: "2026-03-01",
          base_salary_cents: 7_500_000,
          fee_base_cents: 7_500_000,
          currency: "EUR",
          fee: { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000 },
          fee_amount_cents: 500_000,
          settlement: { status: "DUE", due_on: "2026-03-31", at: exampleMoment },
          version: 2,
          created_at: exampleMoment,
          updated_at: exampleMoment
        },
        changed: ["status", "settlement"],
        previous: { status: "AWAITING_START", settlement_status: "NOT_DUE" }
      }
    ]
  }
)

const userEvents = eventsOf(
  typesOf("user"),
  {
    user: UserSnapshot,
    changed,
    previous: Schema.optionalKey(Schema.Struct({ status: UserStatus })).annotateKey({
      description: "The status before"
    })
  },
  {
    examples: [
      { user: { id: UserId.make("usr_00000001"), first_name: "Ada", last_name: "Lovelace" }, changed: ["last_name"] }
    ]
  }
)

const agencyEvents = eventsOf(
  typesOf("agency"),
  { agency: AgencySnapshot, changed },
  {
    examples: [
      {
        agency: { id: AgencyId.make("agy_hirewell"), name: "Hirewell", status: "ACTIVE", optimizedFee: true },
        changed: ["name"]
      }
    ]
  }
)

const agencyFeesEvents = eventsOf(
  typesOf("agency_fees"),
  {
    agency_fees: AgencyFeesSnapshot,
    changed,
    previous: Schema.optionalKey(Schema.Json).annotateKey({ description: "The fees before, without their notes" })
  },
  {
    examples: [
      {
        agency_fees: {
          agency_id: AgencyId.make("agy_hirewell"),
          optimizedFee: false,
          customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }]
        },
        changed: ["optimizedFee", "customFees"],
        previous: { optimizedFee: true, customFees: [] }
      }
    ]
  }
)

const agencyInvitationEvents = eventsOf(
  typesOf("agency_invitation"),
  {
    agency_invitation: AgencyInvitationSnapshot,
    changed,
    previous: Schema.optionalKey(Schema.Struct({ status: AgencyInvitationStatus })).annotateKey({
      description: "The status before"
    })
  },
  {
    examples: [
      {
        agency_invitation: {
          id: AgencyInvitationId.make("inv_01KGAS0F00A2C4E6G8J0K2M4N6"),
          status: "ACCEPTED",
          agency_id: AgencyId.make("agy_hirewell")
        },
        changed: ["status", "agency_id"],
        previous: { status: "PENDING" }
      }
    ]
  }
)

const webhookEndpointEvents = eventsOf(
  typesOf("webhook_endpoint"),
  { webhook_endpoint: WebhookEndpointSnapshot, changed },
  { examples: [{ webhook_endpoint: exampleSnapshot(), changed: [] }] }
)

/** An organization with its settings. */
const OrganizationSnapshot = Schema.Struct({
  ...OwnOrganization.fields,
  // An event from before a setting does not have it.
  settings: StoredSettings
}).annotate({
  identifier: "OrganizationSnapshot",
  description: "The organization after the change",
  "x-extension": true
})

const organizationEvents = eventsOf(
  typesOf("organization"),
  {
    organization: OrganizationSnapshot,
    changed,
    previous: Schema.optionalKey(Schema.Struct({ settings: StoredSettings })).annotateKey({
      description: "The settings that changed, as they were before"
    })
  },
  {
    examples: [
      {
        organization: { id: OrganizationId.make("org_acme"), name: "Acme", settings: { agency_access: "ASSIGNED" } },
        changed: ["settings"],
        previous: { settings: { agency_access: "ALL" } }
      }
    ]
  }
)

const rejectionReasonEvents = eventsOf(
  typesOf("rejection_reason"),
  { rejection_reason: RejectionReason, changed },
  {
    examples: [
      {
        rejection_reason: {
          id: RejectionReasonId.make("language"),
          text: "Does not speak the language of the team",
          category: "EMPLOYER",
          active: false
        },
        changed: ["active"]
      }
    ]
  }
)

const importEvents = eventsOf(
  [...typesOf("jobs"), ...typesOf("agencies"), ...typesOf("users"), ...typesOf("applications")],
  { import: ImportTally, changed },
  { examples: [{ import: { created: 480, updated: 20 }, changed: [] }] }
)

type TypeOf<Schemas extends ReadonlyArray<Schema.Top>> = Schemas[number]["Type"]

export type JobEvent = TypeOf<typeof jobEvents>
export type AssignedEvent = TypeOf<typeof assignedEvents>
export type AssignmentEvent = AssignedEvent | TypeOf<typeof assignmentSetEvents>
export type ApplicationEvent = TypeOf<typeof applicationEvents>
export type AttachmentEvent = TypeOf<typeof attachmentEvents>
export type MessageEvent = TypeOf<typeof messageEvents>
export type PlacementEvent = TypeOf<typeof placementEvents>
export type UserEvent = TypeOf<typeof userEvents>
export type AgencyEvent = TypeOf<typeof agencyEvents>
export type AgencyFeesEvent = TypeOf<typeof agencyFeesEvents>
export type AgencyInvitationEvent = TypeOf<typeof agencyInvitationEvents>
export type WebhookEndpointEvent = TypeOf<typeof webhookEndpointEvents>
export type OrganizationEvent = TypeOf<typeof organizationEvents>
export type RejectionReasonEvent = TypeOf<typeof rejectionReasonEvents>

/** An event; `type` names it. */
export const Event = Schema.Union([
  ...jobEvents,
  ...assignedEvents,
  ...assignmentSetEvents,
  ...unassignedEvents,
  ...restrictedEvents,
  ...applicationEvents,
  ...attachmentEvents,
  ...messageEvents,
  ...placementEvents,
  ...userEvents,
  ...agencyEvents,
  ...agencyFeesEvents,
  ...agencyInvitationEvents,
  ...webhookEndpointEvents,
  ...organizationEvents,
  ...rejectionReasonEvents,
  ...importEvents
]).annotate({
  identifier: "Event",
  description: "A change of a record; `type` names the change and the kind of the record in `data`",
  problemMember: "type",
  "x-extension": true
})
export type Event = typeof Event.Type

type BodyOf<E> = E extends Event ? Pick<E, "type" | "data"> : never

/** The type and data of an event, before it has a sequence. */
export type EventBody = BodyOf<Event>

/** The record with personal data that an event is about; none where there is no such data. */
export const personOf = ({ data }: EventBody): string | undefined => {
  if ("application" in data) return data.application.id
  if ("placement" in data) return data.placement.application_id
  return "user" in data ? data.user.id : undefined
}
