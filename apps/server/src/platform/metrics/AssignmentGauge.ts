/**
 * The delay of assignments: the time since the moment of the oldest one that is due and still pending. Activates nothing.
 */
import { JobAssignmentStore } from "@partner-api/service/store/JobAssignmentStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { lagGauge } from "./LagGauge.ts"

export const layer = lagGauge(
  "partner_assignment_lag_seconds",
  Effect.map(JobAssignmentStore, ({ firstDueMs }) => Effect.map(firstDueMs, Option.getOrUndefined))
)
