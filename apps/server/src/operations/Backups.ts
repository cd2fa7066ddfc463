/**
 * Copies the database of the service to a new file, and puts such a copy in its place, with its entry in the audit log.
 */
import * as Fs from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { OperatorError } from "../platform/OperatorError.ts"
import * as SqlAuditStore from "../store/sql/SqlAuditStore.ts"
import { backUp, pagesPerStep } from "../store/sqlite/SqliteBackup.ts"
import { judgeFile } from "../store/sqlite/SqliteFile.ts"
import { restore } from "../store/sqlite/SqliteRestore.ts"
import { Audit } from "@partner-api/service/services/Audit"

/** How far a copy is, in pages. */
interface BackupProgress {
  readonly done: number
  readonly total: number
  readonly step: number
}

/** Copies the database `from`, which a server may be using, to the new file `to`. */
export const backUpDatabase = Effect.fnUntraced(function* (
  from: string,
  to: string,
  onProgress: (progress: BackupProgress) => Effect.Effect<void>
) {
  if (!Fs.existsSync(from)) {
    return yield* new OperatorError({
      message: `There is no database ${from}.`,
      remedy: "Set DATABASE_URL to the database of the service."
    })
  }
  yield* judgeFile(from)
  // SQLite tells of its steps in a callback.
  const run = Effect.runSyncWith(yield* Effect.context<never>())
  return yield* backUp({
    from,
    to,
    onProgress: (done, total) => run(onProgress({ done, total, step: Math.min(done, pagesPerStep) }))
  })
})

/** The first entry of what the restored database does not know yet: what happened after the backup is not in its log. */
const record = Effect.flatMap(Audit, (audit) =>
  audit.record(undefined, { action: "database.restored", resource_id: "database", changed: ["tokens"] })
).pipe(Effect.provide(Audit.layer.pipe(Layer.provide(SqlAuditStore.layer))))

/** Puts the copy `from` in the place of the database `to`, which no server may be using. */
export const restoreDatabase = (from: string, to: string) => Effect.scoped(restore({ from, to, record }))
