/**
 * Where the request log is kept: in a file beside an embedded database, and in tables of a PostgreSQL database.
 */
import { Unavailable } from "@partner-api/domain/Errors"
import { RequestLogStore, RequestLogUnwritable } from "@partner-api/service/store/RequestLogStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlClient } from "effect/sql/SqlClient"
import { DatabaseTarget } from "../platform/DatabaseTarget.ts"
import type { OperatorError } from "../platform/OperatorError.ts"
import type { Settings } from "../platform/Settings.ts"
import * as PostgresRequestInsert from "./postgres/PostgresRequestInsert.ts"
import * as SqlRequestLogStore from "./sql/SqlRequestLogStore.ts"
import * as RequestLogFile from "./sqlite/RequestLogFile.ts"

const kept: (target: DatabaseTarget) => Layer.Layer<RequestLogStore, OperatorError, SqlClient> = DatabaseTarget.$match({
  Sqlite: ({ file }): Layer.Layer<RequestLogStore, OperatorError, SqlClient> =>
    SqlRequestLogStore.layer.pipe(Layer.provide(RequestLogFile.layer(file))),
  Postgres: (): Layer.Layer<RequestLogStore, OperatorError, SqlClient> =>
    SqlRequestLogStore.layer.pipe(Layer.provide(PostgresRequestInsert.layer))
})

/** A log that is not kept: nothing is written to it, and nothing is in it. */
const empty: Layer.Layer<RequestLogStore> = Layer.succeed(RequestLogStore, {
  isKept: false,
  append: () => Effect.void,
  page: () => Effect.succeed({ rows: [], lookedTo: undefined }),
  find: () => Effect.succeed(Option.none()),
  counts: () => Effect.succeed([]),
  errors: () => Effect.succeed([]),
  purge: () => Effect.succeed(0)
})

/** A log that cannot be opened. */
const unusable = ({ message }: OperatorError): Layer.Layer<RequestLogStore> => {
  const unwritable = Effect.fail(new RequestLogUnwritable({ reason: message }))
  const unreadable = Effect.fail(
    new Unavailable({ message: "The request log cannot be read; the server's log says why." })
  )
  return Layer.succeed(RequestLogStore, {
    isKept: true,
    append: () => unwritable,
    page: () => unreadable,
    find: () => unreadable,
    counts: () => unreadable,
    errors: () => unreadable,
    purge: () => unwritable
  })
}

/** The log of a database that is open. One that cannot be opened is told of once; nothing else fails with it. */
export const layer = ({ database, requestLog }: Pick<Settings, "database" | "requestLog">) =>
  requestLog.isOn
    ? kept(database).pipe(
        Layer.catch((error) =>
          Layer.effectDiscard(Effect.logError(error.message, error.remedy)).pipe(Layer.provideMerge(unusable(error)))
        )
      )
    : empty
