/**
 * The health of the service, as `partner-api doctor` finds it: each check with its finding and its remedy.
 */
import * as Schema from "effect/Schema"

import { Timestamp } from "../Timestamp.ts"

/** The finding of one check. */
export const HealthFinding = Schema.Struct({
  check: Schema.String.annotate({ description: "The thing that was checked", examples: ["backups"] }),
  state: Schema.Literals(["good", "look", "bad"]).annotate({
    description: "`look`: worth a look · `bad`: something does not work, or will not",
    examples: ["good"]
  }),
  seen: Schema.String.annotate({ description: "The finding", examples: ["The newest backup is 2 hours old."] }),
  remedy: Schema.optionalKey(Schema.String.annotate({ description: "The step to take" }))
}).annotate({ identifier: "HealthFinding", description: "The finding of one check" })

/** The backups of an embedded database. */
export const HealthBackups = Schema.Struct({
  last_at: Schema.optionalKey(Timestamp).annotateKey({
    description: "When the database was backed up last, by the schedule or by hand"
  }),
  schedule: Schema.optionalKey(
    Schema.Struct({
      every_ms: Schema.Int.annotate({ description: "`BACKUP_EVERY`, in milliseconds", examples: [21_600_000] }),
      keep: Schema.Int.annotate({ description: "`BACKUP_KEEP`", examples: [28] }),
      folder: Schema.String.annotate({ description: "The place of the files", examples: ["data/backups"] })
    }).annotate({ identifier: "BackupSchedule", description: "The backups that the server makes" })
  ),
  files: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotate({ examples: ["partner-api-20260131T093000Z.db"] }),
      made_at: Timestamp,
      bytes: Schema.Int.annotate({ examples: [1_048_576] })
    }).annotate({ identifier: "BackupFile", description: "A backup of the schedule" })
  ).annotate({ description: "The newest backups of the schedule, the newest first" })
}).annotate({ identifier: "HealthBackups", description: "The backups of the database" })
export type HealthBackups = typeof HealthBackups.Type

/** The health of the service. */
export const OperatorHealth = Schema.Struct({
  version: Schema.String.annotate({ description: "The version of the server", examples: ["0.1.0"] }),
  node: Schema.String.annotate({ description: "The version of Node.js", examples: ["v24.0.0"] }),
  database: Schema.String.annotate({
    description: "The database, without a password",
    examples: ["sqlite:data/partner-api.db"]
  }),
  started_at: Timestamp,
  processes: Schema.Int.annotate({ description: "The number of processes that answer requests", examples: [1] }),
  healthy: Schema.Boolean.annotate({ description: "Whether no check is bad" }),
  findings: Schema.Array(HealthFinding),
  backups: Schema.optionalKey(HealthBackups).annotateKey({ description: "Absent for PostgreSQL" })
}).annotate({ identifier: "OperatorHealth", description: "The health of the service" })
export type OperatorHealth = typeof OperatorHealth.Type
