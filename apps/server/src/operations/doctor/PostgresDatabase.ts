/**
 * The findings of `doctor` about a PostgreSQL database: whether it answers, its version and settings, and its rows. Changes nothing.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { DatabaseTarget, nameOf } from "../../platform/DatabaseTarget.ts"
import { keepsStatements } from "../../store/postgres/KeptStatements.ts"
import * as PostgresClient from "../../store/postgres/PostgresClient.ts"
import {
  diagnosePostgres,
  eachPostgresFileRows,
  readPostgresAgencyViews,
  readPostgresContents
} from "../../store/diagnosis/PostgresDiagnosis.ts"
import { accessFindingOf } from "./AccessChecks.ts"
import { contentFindingsOf, type ServiceSettings } from "./ContentChecks.ts"
import { type Finding, orFinding } from "./Finding.ts"
import { postgresFindingsOf } from "./PostgresChecks.ts"
import { bytesFindingOf, compareFiles, type FileComparison } from "./StoredFileChecks.ts"

/** The settings that the database itself does not have. */
export interface PostgresSettings extends ServiceSettings, FileComparison {
  /** The number of connections of a server. */
  readonly connections: number
}

/** Checks the database at an address, for a server with these settings. With `readingAll`, which runs before it, also which jobs each agency sees. */
export const checkPostgres = (
  url: Redacted.Redacted,
  settings: PostgresSettings,
  readingAll: Effect.Effect<void> | undefined
): Effect.Effect<ReadonlyArray<Finding>, OperatorError> => {
  const name = nameOf(DatabaseTarget.Postgres({ url }))
  const isOnThisMachine = PostgresClient.isOnThisMachine(new URL(Redacted.value(url)))
  // As a server connects, so that what it would meet is met here.
  const session = PostgresClient.layer({ url, connections: 1, startWaitMs: 0, isBounded: true })
  const another = Effect.map(Layer.build(Layer.fresh(session)), Context.get(SqlClient))
  const facts = Effect.map(Effect.all([diagnosePostgres(name), keepsStatements(another)]), ([diagnosis, isKept]) =>
    postgresFindingsOf(diagnosis, {
      name,
      isOnThisMachine,
      connections: settings.connections,
      keepsStatements: isKept
    })
  )
  const contents = Effect.gen(function* () {
    return contentFindingsOf(yield* readPostgresContents(name), settings, yield* Clock.currentTimeMillis)
  })
  const views = readingAll === undefined ? Effect.undefined : Effect.andThen(readingAll, readPostgresAgencyViews(name))
  const access = Effect.map(views, (found) => [accessFindingOf(found)])
  const compared =
    readingAll === undefined
      ? Effect.succeed([])
      : Effect.flatMap(Effect.context<SqlClient>(), (context) =>
          compareFiles(settings, (use) => Effect.provideContext(eachPostgresFileRows(name, use), context))
        ).pipe(Effect.map((found) => [bytesFindingOf(found)]))
  return Effect.all([
    facts.pipe(orFinding("database")),
    contents.pipe(orFinding("contents")),
    access.pipe(orFinding("access")),
    compared.pipe(orFinding("uploads"))
  ]).pipe(
    Effect.map((found) => found.flat()),
    Effect.provide(session)
  )
}
