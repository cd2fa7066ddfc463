/**
 * The delay of scans: the time since the oldest file was stored that still waits for the scanner. Scans nothing.
 */
import { ScanStore } from "@partner-api/service/store/ScanStore"
import * as Effect from "effect/Effect"
import { lagGauge } from "./LagGauge.ts"

export const layer = lagGauge(
  "partner_scan_lag_seconds",
  Effect.map(ScanStore, ({ backlog }) => Effect.map(backlog, ({ oldestMs }) => oldestMs))
)
