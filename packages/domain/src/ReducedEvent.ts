/**
 * Removes parts of an event: what is personal, once its person was erased (recruiting 9), and the long texts of one that would be too large
 * (`eventBytesMax`, `Event.ts`).
 */
import * as Struct from "effect/Struct"

import { withoutPerson } from "./Application.ts"
import { type EventType, isOfAttachment, typesOf } from "./EventType.ts"
import type { ApplicationEvent, AssignedEvent, Event, JobEvent, UserEvent } from "./Event.ts"

const isOfApplication = (event: Event): event is ApplicationEvent =>
  "application" in event.data && "state" in event.data.application
const isOfUser = (event: Event): event is UserEvent => "user" in event.data
const hasJob = (event: Event): event is JobEvent | AssignedEvent => "job" in event.data && "title" in event.data.job

/** The types whose events hold the record of a person; events of all other types stay as they are when a person is erased. */
export const personalTypes: ReadonlyArray<EventType> = [
  ...typesOf("application").filter((type) => !isOfAttachment(type)),
  ...typesOf("user")
]

/** An event after its person was erased: what happened stays, what was personal is gone. One that is erased already is the same. */
export const erasedEvent = (event: Event): Event => {
  if ("erased" in event && event.erased === true) return event
  if (isOfApplication(event)) {
    const application = withoutPerson(event.data.application)
    return { ...event, data: { ...event.data, application }, erased: true }
  }
  if (isOfUser(event)) return { ...event, data: { ...event.data, user: { id: event.data.user.id } }, erased: true }
  return event
}

/** The members of a record that may be too long for an event. */
const longMembersOfJob = ["description", "custom_fields", "questions"] as const
const longMembersOfApplication = ["answers", "note"] as const

const thereIn = <Name extends string>(names: ReadonlyArray<Name>, record: { readonly [Member in Name]?: unknown }) =>
  names.filter((name) => record[name] !== undefined)

const withShortJob = (event: JobEvent | AssignedEvent): Event => {
  const job = Struct.omit(event.data.job, longMembersOfJob)
  const omitted = thereIn(longMembersOfJob, event.data.job)
  return event.type === "job.assigned"
    ? { ...event, data: { ...event.data, job, omitted } }
    : { ...event, data: { ...event.data, job, omitted } }
}

/** The texts anywhere in a value. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** The texts of the long members of an event. Its JSON has at least their bytes, so an event is too large where they are. */
export const longTextsOf = (event: Event): ReadonlyArray<string> => {
  if (hasJob(event)) return textsIn(Struct.pick(event.data.job, longMembersOfJob))
  return isOfApplication(event) ? textsIn(Struct.pick(event.data.application, longMembersOfApplication)) : []
}

/** An event without its long members, which `omitted` names. */
export const withoutLongTexts = (event: Event): Event => {
  if (hasJob(event)) return withShortJob(event)
  if (!isOfApplication(event)) return event
  const { application } = event.data
  return {
    ...event,
    data: {
      ...event.data,
      application: Struct.omit(application, longMembersOfApplication),
      omitted: thereIn(longMembersOfApplication, application)
    }
  }
}
