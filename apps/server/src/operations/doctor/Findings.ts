/**
 * All that `doctor` looks at: settings, files and the database. Changes nothing.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { nameOf } from "../../platform/DatabaseTarget.ts"
import type { Settings } from "../../platform/Settings.ts"
import { connectionsOfNode } from "../../platform/workers/WorkerConnections.ts"
import { checkDatabase, checkFiles } from "./FileDatabase.ts"
import { sandboxKeys } from "../SandboxKey.ts"
import { type Finding, orFinding, toFinding } from "./Finding.ts"
import { checkPostgres } from "./PostgresDatabase.ts"
import { checkScanner } from "./ScannerChecks.ts"
import { settingsFindingsOf } from "./SettingsChecks.ts"
import { placeFindingOf, roomOf } from "./StoredFileChecks.ts"

/** A look that takes long. */
export interface DeepLook {
  /** Runs before all of a database is read. */
  readonly readingAll: (database: string) => Effect.Effect<void>
  /** Whether the bytes of files are read too. */
  readonly comparesDigests: boolean
}

const ofDatabase = (
  settings: Settings,
  sandboxKeyIds: ReadonlyArray<string>,
  deep: DeepLook | undefined
): Effect.Effect<ReadonlyArray<Finding>> => {
  const { backups, database: target, files, mail, scan, storedBytesPerDay, webhooks } = settings
  const service = {
    keyIds: webhooks.secretsKeys.map(({ id }) => id),
    sandboxKeyIds,
    storedBytesPerDay,
    hasMail: mail !== undefined,
    hasScanner: scan !== undefined,
    comparesDigests: deep?.comparesDigests === true
  }
  if (target._tag === "Postgres") {
    const postgres = { connections: connectionsOfNode(settings), files, ...service }
    return checkPostgres(target.url, postgres, deep?.readingAll(nameOf(target))).pipe(orFinding("database"))
  }
  const { file } = target
  return Effect.map(
    Effect.all([
      checkFiles(file).pipe(orFinding("files")),
      checkDatabase(file, { schedule: backups, files, ...service }, deep?.readingAll(file)).pipe(orFinding("database"))
    ]),
    (found) => found.flat()
  )
}

/** The findings; `missingPublicUrl` where the address of the service is not known. Without `deep`, what takes long is not read. */
export const findingsOf = Effect.fnUntraced(function* (
  settings: Settings,
  missingPublicUrl: Finding,
  deep?: DeepLook
): Effect.fn.Return<ReadonlyArray<Finding>> {
  const sandbox = yield* Effect.result(sandboxKeys(settings))
  const sandboxKeyIds = Result.isSuccess(sandbox) ? sandbox.success.map(({ id }) => id) : []
  return [
    ...settingsFindingsOf(settings, missingPublicUrl),
    yield* checkScanner(settings.scan),
    placeFindingOf(settings.files.place, yield* roomOf(settings.files.place)),
    ...(Result.isFailure(sandbox) ? [toFinding("secrets", sandbox.failure)] : []),
    ...(yield* ofDatabase(settings, sandboxKeyIds, deep))
  ]
})
