/**
 * Statements whose text is known in the form of their database: nothing is built for each run. In a request that is traced they run through the
 * client, which makes a span for each.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"

/** Runs a statement with values in the order of its placeholders, and gives its rows, each an array of its columns. */
export type RunPrepared = (
  values: ReadonlyArray<string | number | null>
) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>

/**
 * Runs statements on the connection of the transaction of a client that is under way, and outside of one on the connection `beside` it. Without that they
 * run through the client.
 */
export const prepared =
  (client: SqlClient, beside?: Pick<Connection, "executeValues">) =>
  (text: string): RunPrepared =>
  (values) =>
    Effect.withFiber(({ context }) => {
      const connection = Context.getOrUndefined(context, client.transactionService)?.[0] ?? beside
      return connection === undefined || Context.get(context, References.TracerEnabled)
        ? client.unsafe(text, values).values
        : connection.executeValues(text, values)
    })

const decodeOne = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Tuple([Schema.Int])]))

/** The whole number that is all a statement gives. */
export const onlyNumber = (rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
  Effect.map(decodeOne(rows), ([[number]]) => number)
