/**
 * The database of the service: the file of the embedded one, or a PostgreSQL. Its text for people has no password.
 */
import * as Data from "effect/Data"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { mistakeOf, postgresUrlOf, sqlitePrefix } from "./DatabaseAddress.ts"

export type DatabaseTarget = Data.TaggedEnum<{
  /** The file of the embedded database. */
  readonly Sqlite: { readonly file: string }
  /** The address of a PostgreSQL database, with the password. */
  readonly Postgres: { readonly url: Redacted.Redacted }
}>

export const DatabaseTarget = Data.taggedEnum<DatabaseTarget>()

/** The value of DATABASE_URL. */
export const DatabaseUrl = Schema.String.check(Schema.makeFilter(mistakeOf))

/** The target that a {@link DatabaseUrl} names. */
export const readTarget = (databaseUrl: string): DatabaseTarget =>
  databaseUrl.startsWith(sqlitePrefix)
    ? DatabaseTarget.Sqlite({ file: databaseUrl.slice(sqlitePrefix.length) })
    : DatabaseTarget.Postgres({ url: Redacted.make(postgresUrlOf(databaseUrl)) })

/** A PostgreSQL address for people: user, host and database. The query is left out, for it may hold the password too. */
const withoutSecrets = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  return `postgres://${url.username === "" ? "" : `${url.username}@`}${url.host}${url.pathname}`
}

/** The name of the database in messages: its file, or its address without the password. */
export const nameOf: (target: DatabaseTarget) => string = DatabaseTarget.$match({
  Sqlite: ({ file }) => file,
  Postgres: ({ url }) => withoutSecrets(Redacted.value(url))
})

/** The value of DATABASE_URL without the password. */
export const urlOf = (target: DatabaseTarget): string =>
  target._tag === "Sqlite" ? sqlitePrefix + target.file : nameOf(target)
