/**
 * Runs statements: on the connection of the transaction under way, or outside of one on the connection that reads.
 *
 * A prepared statement has a fixed text, so no text is built for each run. In a traced request it runs through the client, which makes a span for each.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { Meters } from "../../../platform/metrics/Meters.ts"

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

export interface ReadClient extends SqlClient {
  /** The read of a statement whose text is known. */
  readonly prepared: (text: string) => RunPrepared
}

/**
 * The client for reads. On SQLite it has a connection of its own, so that reads do not wait behind writes; on PostgreSQL it is the same
 * pool. Inside a transaction it reads on the connection of that transaction, so that a write sees what it has done.
 */
export class ReadSql extends Context.Service<ReadSql, ReadClient>()("@partner-api/server/ReadSql") {}

// Measures of reads: each statement on a connection that reads outside of a write. Without meters, connections stay as they are.

/** Measures how long an effect takes that succeeds. */
export type Timed = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The measure of reads; absent where nobody asks for metrics. */
export const timedRead: Effect.Effect<Timed | undefined> = Effect.map(Meters, (meters) => {
  if (meters === undefined) return undefined
  const record = meters.recorder("db_client_operation_duration_seconds", { operation: "read" })
  return (effect) =>
    Effect.suspend(() => {
      const startMs = performance.now()
      return Effect.tap(effect, () => Effect.sync(() => record((performance.now() - startMs) / 1_000)))
    })
})

/** A connection whose statements are measured. Streams are not: they last as long as their reader wants. */
export const withTimedReads = <C extends Connection>(connection: C, timed: Timed | undefined): C =>
  timed === undefined
    ? connection
    : {
        ...connection,
        execute: (sql, params, transformRows) => timed(connection.execute(sql, params, transformRows)),
        executeRaw: (sql, params) => timed(connection.executeRaw(sql, params)),
        executeUnprepared: (sql, params, transformRows) =>
          timed(connection.executeUnprepared(sql, params, transformRows)),
        executeValues: (sql, params) => timed(connection.executeValues(sql, params)),
        executeValuesUnprepared: (sql, params) => timed(connection.executeValuesUnprepared(sql, params))
      }

// Reads of a reader without a client, such as `doctor` on a file.

/** The shape of a row. */
export type RowSchema = Schema.Top & { readonly DecodingServices: never }

/** Runs a statement without parameters, and decodes its rows. */
export type ReadRows<E> = <Row extends RowSchema>(row: Row, sql: string) => Effect.Effect<ReadonlyArray<Row["Type"]>, E>
