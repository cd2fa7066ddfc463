/**
 * The client for reads. On SQLite it has a connection of its own, so that reads do not wait behind writes; on PostgreSQL it is the same
 * pool. Inside a transaction it reads on the connection of that transaction, so that a write sees what it has done.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"

/** Asks for the rows of one statement, each an array of its columns. */
export type ReadRows = (
  values: ReadonlyArray<string | number | null>
) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>

export interface ReadClient extends SqlClient {
  /** The reader of a statement whose text is known, in the form of its database: nothing is built for each read. */
  readonly prepared: (text: string) => ReadRows
}

export class ReadSql extends Context.Service<ReadSql, ReadClient>()("@partner-api/server/ReadSql") {}

/** The reader of a statement that goes the way of all others of a client. */
export const preparedOn =
  (client: SqlClient) =>
  (text: string): ReadRows =>
  (values) =>
    client.unsafe(text, values).values

/** The reader of a statement that goes straight to a connection, but within a transaction of a client: that goes the way of all others. */
export const preparedBeside =
  (client: SqlClient, connection: Pick<Connection, "executeValues">) =>
  (text: string): ReadRows => {
    const readWithin = preparedOn(client)(text)
    return (values) =>
      Effect.withFiber(({ context }) =>
        Context.getOrUndefined(context, client.transactionService) === undefined
          ? connection.executeValues(text, values)
          : readWithin(values)
      )
  }

/**
 * The reader of a statement of a write. It goes straight to the connection of the transaction under way, but in a request that is traced, whose
 * statements have spans.
 */
export const preparedWithin =
  (client: SqlClient) =>
  (text: string): ReadRows => {
    const readTraced = preparedOn(client)(text)
    return (values) =>
      Effect.withFiber(({ context }) => {
        const opened = Context.getOrUndefined(context, client.transactionService)
        return opened === undefined || Context.get(context, References.TracerEnabled)
          ? readTraced(values)
          : opened[0].executeValues(text, values)
      })
  }
