/**
 * Why a database cannot be brought to the present schema, in a sentence that names the cause, and its remedy in another. The words of the database
 * and its code follow the cause, for its log and its manual.
 */
import * as Predicate from "effect/Predicate"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { OperatorError } from "../platform/OperatorError.ts"
import { explain, sqlStateOf } from "./sql/kit/Errors.ts"

/** A cause, by the codes that it has: SQLSTATE, or the primary code of SQLite. */
interface Cause {
  readonly codes: RegExp
  readonly why: string
  readonly remedy: string
}

export const migrateAsOwner =
  "Run partner-api migrate with the role that owns the tables; docs/postgres.md shows the rights of both."

const foreign: Omit<Cause, "codes"> = {
  why: "it has tables of another program, or some that were changed by hand",
  remedy:
    "Nothing was changed. Set DATABASE_URL to a database of its own, or on PostgreSQL to a schema of its own with options=-c%20search_path%3DNAME."
}

const causes: ReadonlyArray<Cause> = [
  {
    codes: /^(?:25006|sqlite 8)$/,
    why: "it takes no writes",
    remedy:
      "Name the primary in DATABASE_URL where this is a standby; else end its read-only mode, such as default_transaction_read_only."
  },
  {
    codes: /^(?:53100|sqlite 13)$/,
    why: "its disk is full",
    remedy: "Nothing was changed. Make room on the disk of the database, and run this again."
  },
  {
    codes: /^53/,
    why: "it has no memory or no connection left",
    remedy: "Nothing was changed. End other programs on the database, or give it more, and run this again."
  },
  {
    codes: /^(?:55P03|sqlite [56])$/,
    why: "another program holds what this one has to change",
    remedy:
      "Nothing was changed. End long transactions, backups and other programs on the database, and run this again."
  },
  {
    codes: /^57014$/,
    why: "it has ended a step that took longer than it allows",
    remedy: "Nothing was changed. Run this again while the database has less to do, or with a longer statement_timeout."
  },
  {
    codes: /^(?:08|57P)/,
    why: "it has ended the connection",
    remedy: "Nothing was changed. Run this again once the database is up; its log says why it ended the connection."
  },
  {
    codes: /^(?:58|XX|sqlite (?:10|11|26)$)/,
    why: "its storage fails",
    remedy: "Check its disk and its log. Restore a backup where files of the database are damaged."
  },
  {
    codes: /^(?:0A000|42601|42883)$/,
    why: "it lacks what PostgreSQL has",
    remedy:
      "Nothing was changed. Set DATABASE_URL to a PostgreSQL; docs/postgres.md names the databases that are unsupported."
  },
  { codes: /^42501$/, why: "the role in DATABASE_URL may not change it", remedy: migrateAsOwner },
  {
    codes: /^3F000$/,
    why: "no schema that its search_path names is there",
    remedy: "Create the schema first, with CREATE SCHEMA, or name another one in DATABASE_URL."
  },
  { codes: /^(?:42|sqlite 1$)/, ...foreign }
]

const unexpected: Omit<Cause, "codes"> = {
  why: "a step failed",
  remedy:
    "Nothing was changed. Look for these words in the log of the database, mend what they name, and run this again."
}

/** The primary code of a failure of SQLite: the lowest byte of the extended one. */
const sqliteCodeOf = ({ reason: { cause } }: SqlError): string | undefined =>
  Predicate.hasProperty(cause, "errno") && typeof cause.errno === "number" ? `sqlite ${cause.errno & 0xff}` : undefined

/** The failure of the database behind one of the migrator. */
export const sqlErrorOf = (error: unknown): SqlError | undefined =>
  isSqlError(error) ? error : Predicate.hasProperty(error, "cause") ? sqlErrorOf(error.cause) : undefined

const causeOf = (error: unknown): Omit<Cause, "codes"> => {
  const failure = sqlErrorOf(error)
  // Rows of an unexpected form come from tables of another program.
  if (failure === undefined) return Predicate.isTagged(error, "SchemaError") ? foreign : unexpected
  const code = sqlStateOf(failure) ?? sqliteCodeOf(failure) ?? ""
  return causes.find(({ codes }) => codes.test(code)) ?? unexpected
}

/** The error of an operator whose database, called `name`, could not be migrated. */
export const migrationFailure = (name: string, error: { readonly message: string }): OperatorError => {
  const { remedy, why } = causeOf(error)
  const words = explain(sqlErrorOf(error) ?? error).replaceAll(/\s+/g, " ")
  return new OperatorError({
    message: `The database ${name} cannot be brought to the present schema: ${why} (${words}).`,
    remedy
  })
}
