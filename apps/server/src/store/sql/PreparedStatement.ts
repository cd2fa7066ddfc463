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

/** The values of a statement, in the order of its placeholders. */
type StatementValues = ReadonlyArray<string | number | null>

/** Runs a statement with values, and gives its rows, each an array of its columns. */
export type RunPrepared = (values: StatementValues) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>

/** A connection that can keep a statement whose rows nobody needs, and send it together with the next one: a round trip less. */
export interface DeferringConnection extends Connection {
  /** Keeps a statement. Where it fails, the next one does; the last one of a transaction is COMMIT. */
  readonly defer: (text: string, values: StatementValues) => Effect.Effect<void>
}

const isDeferring = (connection: Connection): connection is DeferringConnection => "defer" in connection

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

/**
 * Runs statements whose rows nobody needs, and gives none. In a transaction whose connection can, each is sent together with the next statement, and that
 * one fails where this one does.
 */
export const deferred =
  (client: SqlClient) =>
  (text: string): RunPrepared => {
    const run = prepared(client)(text)
    return (values) =>
      Effect.withFiber(({ context }) => {
        const connection = Context.getOrUndefined(context, client.transactionService)?.[0]
        return connection === undefined || !isDeferring(connection) || Context.get(context, References.TracerEnabled)
          ? run(values)
          : Effect.as(connection.defer(text, values), [])
      })
  }

const decodeOne = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Tuple([Schema.Int])]))

/** The whole number that is all a statement gives. */
export const onlyNumber = (rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
  Effect.map(decodeOne(rows), ([[number]]) => number)
