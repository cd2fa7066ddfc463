/**
 * The database of the request log: in a file beside an embedded database, and in tables of a PostgreSQL database.
 */
import { Unavailable } from "@partner-api/domain/Errors"
import { RequestLogStore, RequestLogUnwritable } from "@partner-api/service/store/RequestLogStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlClient } from "effect/sql/SqlClient"
import { checked, type DatabaseCheck } from "../../platform/DatabaseCheck.ts"
import { DatabaseTarget } from "../../platform/DatabaseTarget.ts"
import type { OperatorError } from "../../platform/OperatorError.ts"
import type { Settings } from "../../platform/Settings.ts"
import * as RequestLogFile from "./RequestLogFile.ts"
import { postgresInsert } from "./RequestLogRows.ts"
import * as RequestLogTables from "./RequestLogTables.ts"

const kept: (target: DatabaseTarget) => Layer.Layer<RequestLogStore, OperatorError, SqlClient> = DatabaseTarget.$match({
  Sqlite: ({ file }): Layer.Layer<RequestLogStore, OperatorError, SqlClient> =>
    RequestLogTables.layer.pipe(Layer.provide(RequestLogFile.layer(file))),
  Postgres: (): Layer.Layer<RequestLogStore, OperatorError, SqlClient> =>
    RequestLogTables.layer.pipe(Layer.provide(postgresInsert))
})

/** A log that is not kept: nothing is written to it, and nothing is in it. */
const empty: Layer.Layer<RequestLogStore> = Layer.succeed(RequestLogStore, {
  isKept: false,
  append: () => Effect.void,
  page: () => Effect.succeed({ rows: [], lookedTo: undefined }),
  find: () => Effect.succeed(Option.none()),
  counts: () => Effect.succeed([]),
  sums: () => Effect.succeed([]),
  errors: () => Effect.succeed({ errors: [], sinceMs: undefined }),
  deprecated: Effect.succeed({ groups: [], sinceMs: undefined }),
  lastRequests: () => Effect.succeed(new Map()),
  purge: () => Effect.succeed(0)
})

/** A log that cannot be opened. */
const unusable = ({ message }: OperatorError): RequestLogStore["Service"] => {
  const unwritable = Effect.fail(new RequestLogUnwritable({ reason: message }))
  const unreadable = Effect.fail(
    new Unavailable({ message: "The request log cannot be read; the server's log says why." })
  )
  return {
    isKept: true,
    append: () => unwritable,
    page: () => unreadable,
    find: () => unreadable,
    counts: () => unreadable,
    sums: () => unreadable,
    errors: () => unreadable,
    deprecated: unreadable,
    lastRequests: () => unreadable,
    purge: () => unwritable
  }
}

/** The log of a database that is open. One that cannot be opened is reported once; nothing else fails with it. */
export const layer = ({ database, requestLog }: Pick<Settings, "database" | "requestLog">) =>
  requestLog.isOn
    ? kept(database).pipe(
        Layer.catch((error) =>
          Layer.effectDiscard(Effect.logError(error.message, error.remedy)).pipe(
            Layer.provideMerge(Layer.succeed(RequestLogStore, unusable(error)))
          )
        )
      )
    : empty

/**
 * The same for a server, opened when it is first used, and once the database was found whole: a start that is refused leaves no log behind, and no
 * start waits for the check.
 */
export const checkedLayer = (settings: Pick<Settings, "database" | "requestLog">) =>
  settings.requestLog.isOn
    ? Layer.effect(
        RequestLogStore,
        Effect.gen(function* () {
          const scope = yield* Effect.scope
          const context = yield* Effect.context<SqlClient | DatabaseCheck>()
          const opened = yield* Effect.cached(
            checked.pipe(
              Effect.andThen(Layer.buildWithScope(layer(settings), scope)),
              Effect.map((built) => Context.get(built, RequestLogStore)),
              Effect.catchTag("OperatorError", (error) => Effect.succeed(unusable(error))),
              Effect.provideContext(context)
            )
          )
          return RequestLogStore.of({
            isKept: true,
            append: (batch) => Effect.flatMap(opened, ({ append }) => append(batch)),
            page: (filter, request) => Effect.flatMap(opened, ({ page }) => page(filter, request)),
            find: (id) => Effect.flatMap(opened, ({ find }) => find(id)),
            counts: (span) => Effect.flatMap(opened, ({ counts }) => counts(span)),
            sums: (span) => Effect.flatMap(opened, ({ sums }) => sums(span)),
            errors: (of) => Effect.flatMap(opened, ({ errors }) => errors(of)),
            deprecated: Effect.flatMap(opened, ({ deprecated }) => deprecated),
            lastRequests: (ids) => Effect.flatMap(opened, ({ lastRequests }) => lastRequests(ids)),
            purge: (bounds) => Effect.flatMap(opened, ({ purge }) => purge(bounds))
          })
        })
      )
    : empty
