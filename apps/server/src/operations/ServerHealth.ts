/**
 * The health of this server, for the console: versions, and the findings of `doctor`.
 */
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { HealthReport } from "@partner-api/service/services/operator/HealthReport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { nameOf } from "../platform/DatabaseTarget.ts"
import type { Settings } from "../platform/Settings.ts"
import { build } from "../platform/Version.ts"
import { backupsOf } from "./BackupList.ts"
import { findingsOf } from "./doctor/Findings.ts"

/** The maximum age of a report. A look at ten thousand webhook endpoints takes a second of the processor: a page that is open looks once in a while. */
const reportSeconds = 30

const unknownAddress = {
  check: "public url",
  state: "good",
  seen: "The service tells partners the address that it listens on."
} as const

export const layer = (settings: Settings) =>
  Layer.effect(
    HealthReport,
    Effect.gen(function* () {
      const startedAtMs = yield* Clock.currentTimeMillis
      const found = Effect.all([findingsOf(settings, unknownAddress), backupsOf(settings)])
      const look = Effect.map(found, ([findings, backups]) => ({
        version: build,
        node: process.version,
        database: nameOf(settings.database),
        started_at: timestampFromMillis(startedAtMs),
        processes: settings.workers,
        healthy: findings.every(({ state }) => state !== "bad"),
        findings,
        ...(backups === undefined ? {} : { backups })
      }))
      return HealthReport.of(yield* Effect.cachedWithTTL(look, Duration.seconds(reportSeconds)))
    })
  )
