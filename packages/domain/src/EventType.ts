/**
 * The types of events, each declared once: what it says, and which permission shows it (decisions, Journal).
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import type { AuditAction } from "./Audit.ts"
import { Permission } from "./Permission.ts"

/** What is known of a type of events. */
interface EventTypeFacts {
  /** The permission that shows events of this type. */
  readonly permission: Permission
  /** When such an event occurs. */
  readonly description: string
}

/** Every type of events: an action of the journal, under the same name. A type that is here stays. */
export const eventTypes = {
  "job.created": { permission: "jobs:read", description: "A job was added" },
  "job.updated": { permission: "jobs:read", description: "Members of a job changed, and not its status" },
  "job.opened": { permission: "jobs:read", description: "A job became OPEN; other members may have changed too" },
  "job.held": { permission: "jobs:read", description: "A job became ON_HOLD; other members may have changed too" },
  "job.closed": { permission: "jobs:read", description: "A job became CLOSED; other members may have changed too" },
  "application.submitted": { permission: "applications:read", description: "An application was submitted" },
  "application.imported": { permission: "applications:read", description: "An application was added by an import" },
  "application.confirmed": { permission: "applications:read", description: "The person agreed" },
  "application.declined": { permission: "applications:read", description: "The person did not agree" },
  "application.kept": { permission: "applications:read", description: "The employer took the application into review" },
  "application.advanced": { permission: "applications:read", description: "The application reached the next stage" },
  "application.rejected": { permission: "applications:read", description: "The employer rejected the application" },
  "application.restored": { permission: "applications:read", description: "The employer took a rejection back" },
  "application.withdrawn": {
    permission: "applications:read",
    description: "The application was taken back; `reason` says when the service did it"
  },
  "application.hired": { permission: "applications:read", description: "The person was hired" },
  "application.updated": { permission: "applications:read", description: "Candidate, note or external id changed" },
  "application.erased": { permission: "applications:read", description: "The person of an application was erased" },
  "user.created": { permission: "users:read", description: "A user was added" },
  "user.updated": { permission: "users:read", description: "Members of a user changed" },
  "user.disabled": {
    permission: "users:read",
    description: "A user became DISABLED; other members may have changed too"
  },
  "user.erased": { permission: "users:read", description: "A user was erased" },
  "agency_fees.set": { permission: "agencies:read", description: "The fees of an agency changed" },
  "jobs.imported": { permission: "jobs:read", description: "A batch of jobs was imported" },
  "agencies.imported": { permission: "agencies:read", description: "A batch of agencies was imported" },
  "users.imported": { permission: "users:read", description: "A batch of users was imported" },
  "applications.imported": { permission: "applications:read", description: "A batch of applications was imported" }
} as const satisfies Partial<Record<AuditAction, EventTypeFacts>>

export type EventType = keyof typeof eventTypes

/** The types in their order. */
const types: ReadonlyArray<EventType> = Struct.keys(eventTypes)

/** A type of events. */
export const EventTypeName = Schema.Literals(types)

/** The types of a noun, such as `job`. */
export const typesOf = <const Noun extends string>(...nouns: ReadonlyArray<Noun>) =>
  types.filter((type): type is Extract<EventType, `${Noun}.${string}`> =>
    nouns.some((noun) => type.startsWith(`${noun}.`))
  )

/** What is told of a type of events. */
export const EventTypeInfo = Schema.Struct({
  type: EventTypeName.annotate({ examples: ["job.opened"] }),
  description: Schema.String.annotate({ examples: ["A job became OPEN; other members may have changed too"] }),
  permission: Permission.annotate({ examples: ["jobs:read"] })
}).annotate({
  identifier: "EventTypeInfo",
  description: "A type of events: when it occurs, and the permission that shows it",
  "x-extension": true
})

/** What is told of every type, in their order. */
export const eventTypeInfos: ReadonlyArray<typeof EventTypeInfo.Type> = types.map((type) => ({
  type,
  ...eventTypes[type]
}))
