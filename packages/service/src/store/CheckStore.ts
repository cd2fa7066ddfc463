/**
 * The port to the counts of checks: how often a client has learned in a day, in an organization, whether somebody is taken. Knows nobody who was checked.
 */
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

/** The client whose checks are counted, and the beginning of the day. */
export interface CheckDay {
  readonly organizationId: OrganizationId
  readonly clientId: ClientId
  readonly dayAtMs: number
}

/** The most counts that one purge removes. */
export const checkDaysPerPurge = 250

export class CheckStore extends Context.Service<
  CheckStore,
  {
    /** Counts one more, and returns how many there are. */
    readonly count: (day: CheckDay) => Effect.Effect<number, StoreError>
    /** Removes the counts of the days that began before a moment; {@link checkDaysPerPurge} at most. Returns their number. */
    readonly purge: (beforeMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/CheckStore") {}
