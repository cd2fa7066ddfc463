/**
 * Jobs may be hidden from agencies once every server on the database supports the audience of jobs. A server of a release before would show them.
 */
import { Conflict } from "@partner-api/domain/Errors"
import type { AgencyAccess } from "@partner-api/domain/OrganizationSettings"
import * as Effect from "effect/Effect"
import type { JobAssignmentStore } from "../store/JobAssignmentStore.ts"
import type { StoreError } from "../store/StoreError.ts"

const olderServer = new Conflict({
  message:
    "A server of the release before runs on the database, which shows every job to every agency. Leave agency_access ALL, or ask the operator to restart that server with this release."
})

/** Refuses to hide jobs while a server runs that would show them. From the first hidden job on, no such server starts. */
export const requireHiding = ({
  mayHide
}: Pick<JobAssignmentStore["Service"], "mayHide">): Effect.Effect<void, Conflict | StoreError> =>
  Effect.flatMap(mayHide, (may) => (may ? Effect.void : Effect.fail(olderServer)))

/** The same for a write that sets an access. */
export const requireHidingOf = (
  store: Pick<JobAssignmentStore["Service"], "mayHide">,
  before: AgencyAccess | undefined,
  after: AgencyAccess | undefined
): Effect.Effect<void, Conflict | StoreError> =>
  after === "ASSIGNED" && before !== "ASSIGNED" ? requireHiding(store) : Effect.void
