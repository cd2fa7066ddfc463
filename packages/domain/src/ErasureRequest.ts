/**
 * A request to erase a person from every application of an organization (recruiting 9): its shapes and its bounds. The email is in no record: a keyed digest
 * stands in its place. `commands/Candidate.ts` decides what is erased.
 */
import * as Schema from "effect/Schema"

import { Email } from "./Email.ts"
import { identifier, type OrganizationId } from "./Ids.ts"
import { exampleMoment, Timestamp, timestampFromMillis } from "./Timestamp.ts"

/** Identifies a request for an erasure: `era_…`. */
export const ErasureRequestId = identifier("an erasure request", "era_01KGAS0F00B3D5F7H9J1K3M5N7").pipe(
  Schema.brand("ErasureRequestId")
)
export type ErasureRequestId = typeof ErasureRequestId.Type

/** The most requests of an organization in one day (UTC): each is worked off application by application. */
export const erasureRequestsPerDayMax = 1_000

/** The days that a request is kept after its end: the organization proves with it, for three years, that it has erased a person. */
export const erasureRequestDays = 1_096

/** The status of an erasure request. */
export const ErasureRequestStatus = Schema.Literals(["PENDING", "DONE", "HELD"]).annotate({
  description:
    "`DONE` once the person is erased everywhere and the bytes of all files are gone; `HELD` while all else is gone and a placement keeps the name",
  examples: ["PENDING"]
})
export type ErasureRequestStatus = typeof ErasureRequestStatus.Type

/** A request as the API shows it. */
export const ErasureRequest = Schema.Struct({
  id: ErasureRequestId,
  status: ErasureRequestStatus,
  applications: Schema.Int.annotate({
    description:
      "The number of applications of the person that the client saw when it asked; the erasure reaches others too",
    examples: [2]
  }),
  email_digest: Schema.optionalKey(Schema.String).annotateKey({
    description:
      "A keyed digest in the place of the email: the same for the same person; absent where the service has no key"
  }),
  held_until: Schema.optionalKey(Timestamp).annotateKey({
    description:
      "When the last name that a placement holds goes at the latest; it goes sooner, once the fee is settled and the guarantee is over"
  }),
  created_at: Timestamp,
  done_at: Schema.optionalKey(Timestamp).annotateKey({ description: "When the request became `DONE`" })
}).annotate({
  identifier: "ErasureRequest",
  description: "A request to erase a person from every application of the organization",
  examples: [
    {
      id: ErasureRequestId.make("era_01KGAS0F00B3D5F7H9J1K3M5N7"),
      status: "PENDING",
      applications: 2,
      email_digest: "3f1mKQ0gq9mD4t2cX8b7sY5nV6wZ1aB2cD3eF4gH5iJ",
      created_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type ErasureRequest = typeof ErasureRequest.Type

/** The person whose erasure is requested. */
export const NewErasureRequest = Schema.Struct({
  email: Email.annotate({ description: "The email of the person, whatever its case", examples: ["grace@example.com"] })
}).annotate({
  identifier: "NewErasureRequest",
  description: "The person who is to be erased",
  examples: [{ email: "grace@example.com" }],
  "x-extension": true
})
export type NewErasureRequest = typeof NewErasureRequest.Type

/** An erasure request as it is stored. */
export interface StoredErasureRequest {
  readonly id: ErasureRequestId
  readonly organizationId: OrganizationId
  /** The applications that the client saw when it asked. */
  readonly applications: number
  /** Absent where there was no key. */
  readonly emailDigest: string | undefined
  readonly createdAtMs: number
  /** Absent of one that is pending. */
  readonly doneAtMs: number | undefined
  /** Until when placements may hold the name, where nothing else of the person is left. The store reads it, and writes none. */
  readonly heldUntilMs?: number
}

/** The status of an erasure request. */
const statusOf = ({ doneAtMs, heldUntilMs }: StoredErasureRequest): ErasureRequestStatus => {
  if (doneAtMs !== undefined) return "DONE"
  return heldUntilMs === undefined ? "PENDING" : "HELD"
}

/** A request as it is shown. */
export const renderErasureRequest = (stored: StoredErasureRequest): ErasureRequest => ({
  id: stored.id,
  status: statusOf(stored),
  applications: stored.applications,
  ...(stored.emailDigest === undefined ? {} : { email_digest: stored.emailDigest }),
  ...(stored.heldUntilMs === undefined || stored.doneAtMs !== undefined
    ? {}
    : { held_until: timestampFromMillis(stored.heldUntilMs) }),
  created_at: timestampFromMillis(stored.createdAtMs),
  ...(stored.doneAtMs === undefined ? {} : { done_at: timestampFromMillis(stored.doneAtMs) })
})
