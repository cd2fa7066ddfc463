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
export type StatementValues = ReadonlyArray<string | number | null>

/** Runs a statement with values, and gives its rows, each an array of its columns. */
export type RunPrepared = (values: StatementValues) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>

/** A connection that can defer statements. */
export interface DeferringConnection extends Connection {
  /**
   * Defers a statement: it is sent with the next statement of the transaction, at the latest with COMMIT. Where it fails, that one fails with its
   * error.
   */
  readonly defer: (text: string, values: StatementValues) => Effect.Effect<void>
}

const isDeferring = (connection: object): connection is DeferringConnection => "defer" in connection

/** Where prepared statements run that are not in a transaction. */
type Outside = Pick<Connection, "executeValues">

const hasOutside = (client: SqlClient): client is SqlClient & { readonly outside: Outside } => "outside" in client

/** Whether each statement has a span. */
const isTraced = (context: Context.Context<never>): boolean => Context.get(context, References.TracerEnabled)

/** The connection of the transaction of a client that is under way. */
const transactionOf = (client: SqlClient, context: Context.Context<never>) =>
  Context.getOrUndefined(context, client.transactionService)?.[0]

/** The connection of the transaction of a client that is under way; none where each statement has a span, which the client makes. */
const connectionOf = (client: SqlClient, context: Context.Context<never>, outside?: Outside) =>
  isTraced(context) ? undefined : (transactionOf(client, context) ?? outside)

/** Whether a statement of this fiber must run alone: the fiber is in a transaction of `client`, or it is traced. */
export const mustRunAlone = (client: SqlClient): Effect.Effect<boolean> =>
  Effect.withFiber(({ context }) => Effect.succeed(isTraced(context) || transactionOf(client, context) !== undefined))

/**
 * Runs statements on the connection of the transaction of a client that is under way, and without one on `outside`, by default the client's own. Where there is
 * neither, they run through the client.
 */
export const prepared =
  (client: SqlClient, outside: Outside | undefined = hasOutside(client) ? client.outside : undefined) =>
  (text: string): RunPrepared =>
  (values) =>
    Effect.withFiber(
      ({ context }) =>
        connectionOf(client, context, outside)?.executeValues(text, values) ?? client.unsafe(text, values).values
    )

/**
 * Runs statements whose rows are not needed, and returns no rows. Inside a transaction on PostgreSQL a statement is deferred, unless the request is
 * traced.
 */
export const deferred =
  (client: SqlClient) =>
  (text: string): RunPrepared => {
    const run = prepared(client)(text)
    return (values) =>
      Effect.withFiber(({ context }) => {
        const connection = connectionOf(client, context)
        return connection !== undefined && isDeferring(connection)
          ? Effect.as(connection.defer(text, values), [])
          : run(values)
      })
  }

const decodeOne = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Tuple([Schema.Int])]))

/** The whole number that is all a statement gives. */
export const onlyNumber = (rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
  Effect.map(decodeOne(rows), ([[number]]) => number)
