/**
 * Checks a PostgreSQL database at the start: whether it is there, and whether it is one that the service can use. A database that is
 * starting too is waited for.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import * as SqlSchema from "effect/sql/SqlSchema"
import { OperatorError } from "../../platform/OperatorError.ts"
import { startIntervalMs } from "./PostgresLimits.ts"
import { explain, sqlStateOf } from "../sql/kit/Errors.ts"

/** The oldest PostgreSQL that the statements were written for. */
export const oldestMajorVersion = 15

const Answer = Schema.Struct({ version: Schema.Int, encoding: Schema.String })

const probe = (sql: SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Void,
    Result: Answer,
    execute: () => sql`SELECT CAST(current_setting('server_version_num') AS INTEGER) / 10000 AS version,
      current_setting('server_encoding') AS encoding`
  })()

const otherDatabase = "Set DATABASE_URL to another database."

const remedyOf = (error: SqlError): string => {
  const state = sqlStateOf(error) ?? ""
  if (state.startsWith("28") || /password|authentication/i.test(explain(error)))
    return "Check the user and the password in DATABASE_URL."
  if (state === "3D000") return "Create the database first, or check its name in DATABASE_URL."
  return "Check that it is running, and the host, the port and sslmode in DATABASE_URL."
}

/** The codes of a database that is starting, of a network where nobody listens yet, and of a socket whose queue is full. Credentials, names and certificates do not become right by waiting. */
const starting = /^(?:08|53|57P|EAGAIN|EAI_AGAIN|ECONN|EHOST|ENET|ENOENT|ENOTFOUND|ETIMEDOUT)/

const isStarting = (error: SqlError): boolean =>
  starting.test(sqlStateOf(error) ?? "") || error.message.includes("timed out")

/** Waits until the database answers, and refuses one that the service cannot use. `name` is its name in messages. */
export const ready = Effect.fnUntraced(function* (sql: SqlClient, name: string, startWaitMs: number) {
  const schedule = Schedule.max([
    Schedule.spaced(Duration.millis(startIntervalMs)),
    Schedule.during(Duration.millis(startWaitMs))
  ])
  const isWorthWaiting = (error: unknown): error is SqlError =>
    startWaitMs > 0 && isSqlError(error) && isStarting(error)
  const { encoding, version } = yield* probe(sql).pipe(
    Effect.catchIf(isWorthWaiting, (error) =>
      Effect.andThen(
        Effect.logWarning(`waiting ${startWaitMs / 1_000} s at most for the database ${name}: ${explain(error)}`),
        Effect.retry(probe(sql), { schedule, while: isWorthWaiting })
      )
    ),
    Effect.mapError((error) =>
      isSqlError(error)
        ? new OperatorError({
            message: `The database ${name} cannot be used: ${explain(error)}.`,
            remedy: remedyOf(error)
          })
        : new OperatorError({
            message: `The database ${name} does not answer as PostgreSQL does.`,
            remedy: otherDatabase
          })
    )
  )
  if (version < oldestMajorVersion) {
    return yield* new OperatorError({
      message: `The database ${name} is PostgreSQL ${version}; this program needs ${oldestMajorVersion} or newer.`,
      remedy: otherDatabase
    })
  }
  if (encoding !== "UTF8") {
    return yield* new OperatorError({
      message: `The database ${name} has the encoding ${encoding}; names and texts need UTF8.`,
      remedy: "Create a database with ENCODING 'UTF8' and name it in DATABASE_URL."
    })
  }
})
