/**
 * Statements whose text is known in the form of their database: nothing is built for each run. In a request that is traced they run through the
 * client, which makes a span for each.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"

/** Runs a statement with values in the order of its placeholders, and gives its rows, each an array of its columns. */
export type RunPrepared = (
  values: ReadonlyArray<string | number | null>
) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>

/** Runs a statement through a client. */
export const preparedOn =
  (client: SqlClient) =>
  (text: string): RunPrepared =>
  (values) =>
    client.unsafe(text, values).values

/** Runs a read on a connection directly. Within a transaction of a client it runs through the client, on the connection of the transaction. */
export const preparedBeside =
  (client: SqlClient, connection: Pick<Connection, "executeValues">) =>
  (text: string): RunPrepared => {
    const runThrough = preparedOn(client)(text)
    return (values) =>
      Effect.withFiber(({ context }) =>
        Context.getOrUndefined(context, client.transactionService) !== undefined ||
        Context.get(context, References.TracerEnabled)
          ? runThrough(values)
          : connection.executeValues(text, values)
      )
  }

/** Runs a statement of a write on the connection of the transaction under way. Outside of one it runs through the client. */
export const preparedWithin =
  (client: SqlClient) =>
  (text: string): RunPrepared => {
    const runThrough = preparedOn(client)(text)
    return (values) =>
      Effect.withFiber(({ context }) => {
        const connection = Context.getOrUndefined(context, client.transactionService)?.[0]
        return connection === undefined || Context.get(context, References.TracerEnabled)
          ? runThrough(values)
          : connection.executeValues(text, values)
      })
  }
