/**
 * Forwarded events, as people and programs read them: one line for each.
 */
import * as Result from "effect/Result"
import { type Forwarded, isAccepted } from "./Forward.ts"

const outcomeOf = (forwarded: Forwarded): string => {
  const { answer, durationMs } = forwarded
  if (Result.isFailure(answer)) return `not delivered: ${answer.failure} Is the program running?`
  return `${answer.success} ${durationMs} ms${isAccepted(forwarded) ? "" : ", not accepted"}`
}

/** The line for people: time, type, id, and what came of it. */
export const forwardLine = (forwarded: Forwarded): string => {
  const { id, timestamp, type } = forwarded.event
  return `${timestamp}  ${type}  ${id} → ${outcomeOf(forwarded)}`
}

/** The object for programs. */
export const forwardRecord = ({ answer, durationMs, event }: Forwarded) => ({
  event_id: event.id,
  type: event.type,
  timestamp: event.timestamp,
  status: Result.isSuccess(answer) ? answer.success : null,
  error: Result.isFailure(answer) ? answer.failure : null,
  duration_ms: durationMs
})
