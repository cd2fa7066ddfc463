/**
 * All that `doctor` looks at: settings, files and the database. Changes nothing.
 */
import * as Effect from "effect/Effect"
import { nameOf } from "../../platform/DatabaseTarget.ts"
import type { Settings } from "../../platform/Settings.ts"
import { connectionsOfNode } from "../../platform/workers/WorkerConnections.ts"
import { checkDatabase, checkFiles } from "./FileDatabase.ts"
import { type Finding, orFinding } from "./Finding.ts"
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

const ofDatabase = (settings: Settings, deep: DeepLook | undefined): Effect.Effect<ReadonlyArray<Finding>> => {
  const { backups, database: target, files, mail, scan, storedBytesPerDay, webhooks } = settings
  const service = {
    keyIds: webhooks.secretsKeys.map(({ id }) => id),
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

/** What is found; `missingPublicUrl` where the address of the service is not known. Without `deep`, what takes long is not read. */
export const findingsOf = (
  settings: Settings,
  missingPublicUrl: Finding,
  deep?: DeepLook
): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(
    Effect.all([ofDatabase(settings, deep), roomOf(settings.files.place), checkScanner(settings.scan)]),
    ([database, roomBytes, scanner]) => [
      ...settingsFindingsOf(settings, missingPublicUrl),
      scanner,
      placeFindingOf(settings.files.place, roomBytes),
      ...database
    ]
  )
