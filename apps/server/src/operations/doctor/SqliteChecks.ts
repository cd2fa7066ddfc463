/**
 * The findings of `doctor` about a database file: its pages, its room, its log, its schema, and its rows. Pure; the clock is an argument.
 */
import { latestVersion } from "../../store/Migrations.ts"
import type { Diagnosis } from "../../store/diagnosis/SqliteDiagnosis.ts"
import { named } from "../../store/sqlite/SqliteSchema.ts"
import { accessFindingOf } from "./AccessChecks.ts"
import { contentFindingsOf, type ServiceSettings } from "./ContentChecks.ts"
import type { Finding } from "./Finding.ts"

/** With less room than the database takes once more, neither a backup beside it nor a large import fits. */
const roomFactor = 1

/** A write-ahead log beyond this is not being folded back: somebody holds a very old read open. */
const logBytesMax = 1_073_741_824

const bytes = (count: number): string => `${count.toLocaleString("en")} bytes`

const integrity = ({ damage, bytes: size }: Diagnosis): Finding =>
  damage === undefined
    ? {
        check: "integrity",
        state: "good",
        seen: `not looked at; partner-api doctor --deep reads all of ${bytes(size)}`
      }
    : damage.length === 0
      ? { check: "integrity", state: "good", seen: `every page and reference of ${bytes(size)} is whole` }
      : {
          check: "integrity",
          state: "bad",
          seen: damage.join("; "),
          remedy: "Stop the server and restore a backup: partner-api restore FILE."
        }

const room = (diagnosis: Diagnosis): Finding => {
  const seen = `${bytes(diagnosis.freeBytes)} free`
  return diagnosis.freeBytes >= diagnosis.bytes * roomFactor
    ? { check: "disk", state: "good", seen }
    : { check: "disk", state: "look", seen, remedy: "Make room: there is less than the database takes once more." }
}

const log = ({ logBytes }: Diagnosis): Finding =>
  logBytes <= logBytesMax
    ? { check: "log", state: "good", seen: `write-ahead log of ${bytes(logBytes)}` }
    : {
        check: "log",
        state: "look",
        seen: `write-ahead log of ${bytes(logBytes)}`,
        remedy: "Another program holds the database open for reading; end it."
      }

/** A newer schema is a finding of the migrations; this program cannot compare it. */
const schema = ({ schema: { differences, version } }: Diagnosis): ReadonlyArray<Finding> =>
  version > latestVersion
    ? []
    : differences.length === 0
      ? [{ check: "schema", state: "good", seen: "tables, indexes and triggers are those of this program" }]
      : [
          {
            check: "schema",
            state: "bad",
            seen: `not as this program makes it: ${named(differences)}; the rows are not looked at`,
            remedy:
              "Stop the server, and find out who has changed the file. Restore a backup from before: partner-api restore FILE. Drop an object that you have added yourself."
          }
        ]

/** Every finding about a database file. */
export const sqliteFindingsOf = (
  diagnosis: Diagnosis,
  settings: ServiceSettings,
  nowMs: number
): ReadonlyArray<Finding> => [
  integrity(diagnosis),
  room(diagnosis),
  log(diagnosis),
  ...schema(diagnosis),
  ...(diagnosis.contents === undefined ? [] : contentFindingsOf(diagnosis.contents, settings, nowMs)),
  accessFindingOf(diagnosis.agencyViews)
]
