/**
 * The pages of the job list: the one query that is worth a way of its own (see docs/decisions). Gives stored JSON, undecoded.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

/** A row of the list: its key, and the job as it is answered. */
export interface JobRow {
  readonly id: string
  readonly json: string
}

export class JobPages extends Context.Service<
  JobPages,
  {
    /** At most `count` jobs whose id is greater than `after`, ascending. */
    readonly after: (
      organizationId: OrganizationId,
      after: string,
      count: number
    ) => Effect.Effect<ReadonlyArray<JobRow>, StoreError>
  }
>()("@partner-api/server/JobPages") {}
