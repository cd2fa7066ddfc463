/**
 * What `doctor` wants to know of a database file. Reads only, and brings nothing up to date: a database with pending migrations is
 * a finding, not something to change by looking.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { latestVersion } from "../Migrations.ts"
import { busyTimeoutMs, judgeFile, unusable } from "./SqliteFile.ts"

/** The maximum number of findings of SQLite that are reported; one is enough to restore a backup. */
const findingsMax = 5

/** A grant that is bound to an agency. */
const BoundGrant = Schema.Struct({
  client_id: Schema.String,
  organization_id: Schema.String,
  agency_id: Schema.String,
  permissions: Schema.fromJsonString(Schema.Array(Schema.String)),
  has_agency: Schema.BooleanFromBit
})
export type BoundGrant = typeof BoundGrant.Type

/** What there is to know. */
export interface Diagnosis {
  readonly bytes: number
  readonly logBytes: number
  /** Room on the disk that the file lies on. */
  readonly freeBytes: number
  /** What the full check finds wrong; nothing when the file is whole. */
  readonly damage: ReadonlyArray<string>
  readonly version: number
  readonly latestVersion: number
  readonly sandboxClients: ReadonlyArray<string>
  /** The grants that are bound to an agency, as they are stored. */
  readonly boundGrants: ReadonlyArray<BoundGrant>
  /** The latest moment at which something was made, as the database has it. */
  readonly latestMadeAt: string | undefined
  /** The latest end of a token, in milliseconds since 1970. */
  readonly latestTokenEndMs: number | undefined
}

const Count = Schema.Struct({ count: Schema.Int })
const Text = Schema.Struct({ text: Schema.NullOr(Schema.String) })
const Number_ = Schema.Struct({ number: Schema.NullOr(Schema.Int) })
const Id = Schema.Struct({ id: Schema.String })

const reader =
  (db: DatabaseSync) =>
  <Row extends Schema.Top & { readonly DecodingServices: never }>(row: Row, sql: string): ReadonlyArray<Row["Type"]> =>
    Schema.decodeUnknownSync(Schema.Array(row))(db.prepare(sql).all())

const integrity = (db: DatabaseSync): ReadonlyArray<string> => [
  ...db
    .prepare(`PRAGMA integrity_check(${findingsMax})`)
    .all()
    .map((row) => String(row["integrity_check"]).replaceAll(/\s+/g, " "))
    .filter((finding) => finding !== "ok"),
  ...db
    .prepare("PRAGMA foreign_key_check")
    .all()
    .slice(0, findingsMax)
    .map((row) => `a row of ${String(row["table"])} names a row of ${String(row["parent"])} that is not there`)
]

const read = (file: string, db: DatabaseSync): Diagnosis => {
  const rows = reader(db)
  const hasSchema = rows(Count, "SELECT count(*) AS count FROM sqlite_schema WHERE name = 'clients'")[0]?.count === 1
  const folder = Fs.statfsSync(Path.dirname(Path.resolve(file)))
  const found = {
    bytes: Fs.statSync(file).size,
    logBytes: Fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    freeBytes: folder.bavail * folder.bsize,
    damage: integrity(db),
    latestVersion
  }
  if (!hasSchema) {
    const nothing = { sandboxClients: [], boundGrants: [], latestMadeAt: undefined, latestTokenEndMs: undefined }
    return { ...found, version: 0, ...nothing }
  }
  const [version] = rows(Number_, "SELECT max(migration_id) AS number FROM migrations")
  const [made] = rows(
    Text,
    `SELECT max(text) AS text FROM (
      SELECT max(created_at) AS text FROM clients UNION ALL SELECT max(created_at) FROM client_secrets
      UNION ALL SELECT max(created_at) FROM organizations)`
  )
  const [end] = rows(Number_, "SELECT max(expires_at_ms) AS number FROM tokens")
  return {
    ...found,
    version: version?.number ?? 0,
    sandboxClients: rows(Id, "SELECT id FROM clients WHERE is_sandbox = 1 ORDER BY id").map(({ id }) => id),
    boundGrants: rows(
      BoundGrant,
      `SELECT client_id, organization_id, agency_id, permissions, EXISTS (
        SELECT 1 FROM agencies a WHERE a.organization_id = g.organization_id AND a.id = g.agency_id
      ) AS has_agency
      FROM grants g WHERE agency_id IS NOT NULL ORDER BY client_id, organization_id`
    ),
    latestMadeAt: made?.text ?? undefined,
    latestTokenEndMs: end?.number ?? undefined
  }
}

/** Reads everything. A file that is another program's, or damaged so that it cannot be read, is a failure. */
export const diagnose = (file: string): Effect.Effect<Diagnosis, OperatorError> =>
  Effect.andThen(
    judgeFile(file),
    Effect.acquireUseRelease(
      Effect.try({
        try: () => new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs }),
        catch: unusable(file)
      }),
      (db) => Effect.try({ try: () => read(file, db), catch: unusable(file) }),
      (db) => Effect.sync(() => db.close())
    )
  )
