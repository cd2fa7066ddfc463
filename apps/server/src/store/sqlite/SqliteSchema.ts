/**
 * Compares the schema of a database file with the schema that the migrations of this program make: tables, indexes, triggers and views, by their
 * SQL. The expected schema comes from a database in memory, migrated to the version of the file. Reads no rows but those of the migrations, and
 * changes nothing. Does not judge the pages of the file (`SqliteFile.ts`).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { OperatorError } from "../../platform/OperatorError.ts"
import * as CopyRecord from "../CopyRecord.ts"
import { latestVersion, migrationNames, runUpTo, table } from "../Migrations.ts"
import type { ReadRows } from "../sql/kit/Statements.ts"
import { memoryLayer } from "./SqliteClient.ts"

/** The schema of a file. */
export interface SchemaJudgement {
  /** The last migration of the file; 0 before the first. Beyond `latestVersion`, this program cannot compare. */
  readonly version: number
  /** The objects that are not as the migrations make them, each with its kind and name. */
  readonly differences: ReadonlyArray<string>
}

/** An object of a schema, such as a table or a trigger. */
const SchemaObject = Schema.Struct({
  kind: Schema.String,
  name: Schema.String,
  owner: Schema.String,
  sql: Schema.NullOr(Schema.String)
})
type SchemaObject = typeof SchemaObject.Type

/** Views and triggers come first. A crafted file may hold bytes where SQLite writes text. */
const objectsSql = `SELECT CAST(type AS TEXT) AS kind, CAST(name AS TEXT) AS name, CAST(tbl_name AS TEXT) AS owner, CAST(sql AS TEXT) AS sql
  FROM sqlite_schema ORDER BY type DESC, name`

const Step = Schema.Struct({ id: Schema.Int, name: Schema.String })

/** More rows than this program has migrations always include one that it does not know. */
const stepsSql = `SELECT migration_id AS id, CAST(name AS TEXT) AS name FROM ${table}
  ORDER BY migration_id LIMIT ${latestVersion + 1}`

/** The maximum length of the name of an object in a message, in characters. A crafted name may have a million. */
const nameLengthMax = 64

const nameOf = ({ kind, name }: SchemaObject): string => `${kind} ${name.slice(0, nameLengthMax)}`

/** An object with its SQL, in which the layout of a migration's source does not count. */
const contentOf = ({ kind, name, owner, sql }: SchemaObject): string =>
  JSON.stringify([kind, name, owner, sql?.replaceAll(/\s+/g, " ") ?? null])

const differencesOf = (
  found: ReadonlyArray<SchemaObject>,
  expected: ReadonlyArray<SchemaObject>,
  allowed: ReadonlyArray<SchemaObject>
): ReadonlyArray<string> => {
  const wanted = new Set(expected.map(nameOf))
  const known = new Set([...expected, ...allowed].map(contentOf))
  const present = new Set(found.map(nameOf))
  return [
    ...found
      .filter((object) => !known.has(contentOf(object)))
      .map((object) => (wanted.has(nameOf(object)) ? `${nameOf(object)} (changed)` : nameOf(object))),
    ...expected.filter((object) => !present.has(nameOf(object))).map((object) => `${nameOf(object)} (missing)`)
  ]
}

/** Adds what a file may have beyond the migrations: the record of a copy, and statistics of SQLite. */
const addAllowed = Effect.flatMap(SqlClient, (sql) => Effect.andThen(CopyRecord.makeTable(sql), sql`ANALYZE`))

const memoryFailed = (cause: { readonly message: string }) =>
  new OperatorError({
    message: `The schema of this program cannot be made in memory: ${cause.message}.`,
    remedy: "Check that this machine has memory left."
  })

/** Compares the schema of the file that `rows` reads. */
export const judgeSchema = Effect.fnUntraced(
  function* <E>(rows: ReadRows<E>) {
    const sql = yield* SqlClient
    const objects = Effect.flatMap(sql.unsafe(objectsSql), Schema.decodeUnknownEffect(Schema.Array(SchemaObject))).pipe(
      Effect.mapError(memoryFailed)
    )
    const found = yield* rows(SchemaObject, objectsSql)
    yield* runUpTo(0).pipe(Effect.mapError(memoryFailed))
    const [migrations] = (yield* objects).map(contentOf)
    // A view in the place of the table could run for ever.
    const isMigrated = found.some((object) => contentOf(object) === migrations)
    const steps = isMigrated ? yield* rows(Step, stepsSql) : []
    const version = steps.at(-1)?.id ?? 0
    if (version > latestVersion) return { version, differences: [] }
    yield* runUpTo(version).pipe(Effect.mapError(memoryFailed))
    const expected = isMigrated ? yield* objects : []
    yield* addAllowed.pipe(Effect.mapError(memoryFailed))
    const foreignSteps = steps.filter(({ id, name }) => migrationNames.get(id) !== name)
    return {
      version,
      differences: [
        ...differencesOf(found, expected, yield* objects),
        ...foreignSteps.map(({ id, name }) => `migration ${id} ${name.slice(0, nameLengthMax)}`)
      ]
    }
  },
  (effect) => Effect.provide(effect, memoryLayer)
)

/** The maximum number of objects that are named; the rest is counted. */
const namedMax = 5

/** Names the objects that differ. */
export const named = (differences: ReadonlyArray<string>): string =>
  [
    ...differences.slice(0, namedMax),
    ...(differences.length > namedMax ? [`and ${differences.length - namedMax} more`] : [])
  ].join(", ")
