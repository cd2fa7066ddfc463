/**
 * The delay of the work of `retention_days`: the time since it has last looked at the persons of the organization that waits longest. Erases nobody.
 */
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import * as Effect from "effect/Effect"
import { lagGauge } from "./LagGauge.ts"

export const layer = lagGauge(
  "partner_retention_lag_seconds",
  Effect.map(OrganizationStore, ({ retention }) => Effect.map(retention, ({ oldestMs }) => oldestMs))
)
