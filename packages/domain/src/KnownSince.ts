/**
 * `known_since` of a rejection: the day from which on the employer knew the person before the agency submitted it (recruiting 7).
 *
 * The employer states it soon, before it has worked with the application: later it would take a person whom the agency has brought.
 */
import * as Schema from "effect/Schema"

import { dayOf } from "./CalendarDate.ts"
import { Conflict, UnprocessableEntity } from "./Errors.ts"
import { dayMs } from "./StorageQuota.ts"
import { Timestamp, timestampToMillis } from "./Timestamp.ts"

/** The days after the confirmation in which the employer may state that it knew the person: enough to look into its own records. */
export const knownSinceDays = 14

/** The maximum number of days from the stated day to the confirmation: a person who was known two years ago and never hired is the agency's find. */
export const knownBeforeDaysMax = 730

/** The members that decide whether the day may still be stated; a reader of answers may know no other states. */
const ConfirmedState = Schema.Struct({
  state: Schema.String,
  confirmed_at: Schema.optionalKey(Timestamp),
  ownership: Schema.optionalKey(Schema.Struct({ since: Timestamp }))
})
type ConfirmedState = typeof ConfirmedState.Type

/** Reads it of an answer; none where its moments are not in the form of this program. */
export const readConfirmed = /* @__PURE__ */ Schema.decodeUnknownOption(ConfirmedState)

/** When the agency had the person confirmed: at the first confirmation with which its claim began, where a later application goes on with it. */
const broughtMs = ({ confirmed_at, ownership }: ConfirmedState): number => {
  const moments = [confirmed_at, ownership?.since].flatMap((at) => (at === undefined ? [] : [timestampToMillis(at)]))
  return moments.length === 0 ? 0 : Math.min(...moments)
}

/** The refusal of a rejection with a day from which on the person was known. */
export const refusedKnownSince = (
  application: ConfirmedState,
  knownSince: string,
  nowMs: number
): Conflict | UnprocessableEntity | undefined => {
  const { state } = application
  if (state !== "AWAITING_SORT" && state !== "REVIEWING") {
    return new Conflict({
      message: `The application is ${state}: known_since is stated in AWAITING_SORT and REVIEWING only. Reject without it.`
    })
  }
  const confirmedAtMs = broughtMs(application)
  if (nowMs > confirmedAtMs + knownSinceDays * dayMs) {
    return new Conflict({
      message: `The person was confirmed more than ${knownSinceDays} days ago: known_since is stated within that time. Reject without it.`
    })
  }
  const [first, last] = [dayOf(confirmedAtMs - knownBeforeDaysMax * dayMs), dayOf(confirmedAtMs)]
  return knownSince >= first && knownSince <= last
    ? undefined
    : new UnprocessableEntity({
        message: "The person was not known at that time.",
        details: [
          {
            in: "body",
            path: "/known_since",
            code: "range",
            message: `must be a day from ${first} to ${last}: within the ${knownBeforeDaysMax} days before the confirmation`
          }
        ]
      })
}
