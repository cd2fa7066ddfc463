/**
 * Runs statements. The client builds the text of a fragment for each run. A named statement has a text that is built once, and values with names; it runs on
 * the connection of the transaction under way, or else on that of {@link withOutside}. In a traced request it runs through the client, which makes a span.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment, Statement } from "effect/sql/Statement"
import { Meters } from "../../../platform/metrics/Meters.ts"
import { orLostRace } from "./Errors.ts"

/** A value of a statement. */
export type StatementValue = string | number | null

/** The rows of a named statement, each an array of its columns. */
type Rows = ReadonlyArray<ReadonlyArray<unknown>>

/** Waits for the rows of a statement that may not have been sent yet. */
type LaterRows = Effect.Effect<Rows, SqlError>

/** A connection that can defer statements. */
export interface DeferringConnection extends Connection {
  /** The number of statements that callers have sent; one that waits for BEGIN is not among them yet. */
  readonly sentCount: () => number
  /**
   * Defers a statement: it is sent with the next statement of the transaction, at the latest with COMMIT. Where it fails, that one fails with its
   * error, or with that of `toFailure`.
   */
  readonly defer: (
    text: string,
    values: ReadonlyArray<unknown>,
    toFailure?: (error: SqlError) => SqlError
  ) => Effect.Effect<void>
  /**
   * As {@link DeferringConnection.defer}, and gives the effect that waits for the rows of the statement, which sends it where nothing else has. Where it
   * fails, that effect fails with its error; the statements behind it fail with `undone` of `Errors.ts`, and the transaction cannot commit.
   */
  readonly deferRows: (text: string, values: ReadonlyArray<unknown>) => Effect.Effect<LaterRows>
}

const isDeferring = (connection: object): connection is DeferringConnection => "defer" in connection

/** The connection of named statements outside of a transaction. */
type Outside = Pick<Connection, "executeValues">

const hasOutside = (client: SqlClient): client is SqlClient & { readonly outside: Outside } => "outside" in client

/** Adds to a client the connection on which its named statements run outside of a transaction. */
export const withOutside = (client: SqlClient, outside: Outside): SqlClient => Object.assign(client, { outside })

/** Whether each statement has a span. */
export const isTraced = (context: Context.Context<never>): boolean => Context.get(context, References.TracerEnabled)

/** The connection of the transaction of a client that is under way. */
const transactionOf = (client: SqlClient, context: Context.Context<never>) =>
  Context.getOrUndefined(context, client.transactionService)?.[0]

/** The connection of a named statement: that of the transaction, else `outside`; none in a traced request, whose statements the client runs. */
const connectionOf = (client: SqlClient, context: Context.Context<never>, outside?: Outside) =>
  isTraced(context) ? undefined : (transactionOf(client, context) ?? outside)

/** The connection of the transaction that is under way, where it can defer statements; none in a traced request. */
export const deferringOf = (client: SqlClient, context: Context.Context<never>): DeferringConnection | undefined => {
  const connection = connectionOf(client, context)
  return connection !== undefined && isDeferring(connection) ? connection : undefined
}

/** Whether a statement of this fiber must run alone: the fiber is in a transaction of `client`, or it is traced. */
export const mustRunAlone = (client: SqlClient): Effect.Effect<boolean> =>
  Effect.withFiber(({ context }) => Effect.succeed(isTraced(context) || transactionOf(client, context) !== undefined))

/** The options of a named statement. */
export interface StatementOptions {
  /**
   * Inside a transaction on PostgreSQL, sends the statement with the next one, unless the request is traced. Its caller gets no rows, and a unique violation
   * is a conflict.
   */
  readonly isDeferred?: boolean
}

/** Defers a statement on the connection of the transaction under way; absent where it is run at once. */
export const deferredOn = (
  client: SqlClient,
  context: Context.Context<never>,
  statement: Statement<unknown>
): Effect.Effect<void> | undefined => deferringOf(client, context)?.defer(...statement.compile(), orLostRace)

type Run = (values: ReadonlyArray<unknown>) => Effect.Effect<Rows, SqlError>

/**
 * Runs a text on the connection of the transaction of a client that is under way, and without one on the connection of {@link withOutside}. Where there is
 * neither, it runs through the client.
 */
const runOn = (client: SqlClient, text: string, { isDeferred = false }: StatementOptions = {}): Run => {
  const outside = hasOutside(client) ? client.outside : undefined
  const run: Run = (values) =>
    Effect.withFiber(
      ({ context }) =>
        connectionOf(client, context, outside)?.executeValues(text, values) ?? client.unsafe(text, values).values
    )
  if (!isDeferred) return run
  return (values) =>
    Effect.withFiber(({ context }) => {
      const connection = deferringOf(client, context)
      return connection === undefined ? run(values) : Effect.as(connection.defer(text, values, orLostRace), [])
    })
}

/** Returns the place of a value in the text of a statement, by the name of the value. */
export type PlaceOf<Name> = (name: Name) => string

/** The text of a statement, which `build` makes once, how it runs, and the values of its places. */
const placed = <Name>(client: SqlClient, build: (place: PlaceOf<Name>) => Fragment, options?: StatementOptions) => {
  const names = new Map<unknown, { readonly name: Name }>()
  const place = (name: Name): string => {
    const mark = `\0${names.size}`
    names.set(mark, { name })
    return mark
  }
  const [text, written] = client`${build(place)}`.compile()
  const places = written.map((value) => ({ value, named: names.get(value) }))
  const valuesOf = (valueOf: (name: Name) => StatementValue) =>
    places.map(({ named, value }) => (named === undefined ? value : valueOf(named.name)))
  return { text, run: runOn(client, text, options), valuesOf }
}

/**
 * A statement whose text `build` makes once. A run looks up each value by the name of its place. A name may have several places; a value that `build` writes
 * itself is a constant of the statement.
 */
export const placedStatement = <Name>(
  client: SqlClient,
  build: (place: PlaceOf<Name>) => Fragment,
  options?: StatementOptions
): ((valueOf: (name: Name) => StatementValue) => Effect.Effect<Rows, SqlError>) => {
  const { run, valuesOf } = placed(client, build, options)
  return (valueOf) => run(valuesOf(valueOf))
}

/** A statement whose text is built once and whose values have names, so that no call can mix them up. */
export const namedStatement = <Values extends Readonly<Record<keyof Values, StatementValue>>>(
  client: SqlClient,
  build: (place: PlaceOf<keyof Values>) => Fragment,
  options?: StatementOptions
): ((values: Values) => Effect.Effect<Rows, SqlError>) => {
  const run = placedStatement(client, build, options)
  return (values) => run((name) => values[name])
}

/**
 * A named statement whose rows its caller needs later than the statements behind it. Inside a transaction on PostgreSQL it is sent with the next one, unless
 * the request is traced. Elsewhere it runs at once.
 */
export const laterStatement = <Values extends Readonly<Record<keyof Values, StatementValue>>>(
  client: SqlClient,
  build: (place: PlaceOf<keyof Values>) => Fragment
): ((values: Values) => Effect.Effect<LaterRows, SqlError>) => {
  const { run, text, valuesOf } = placed(client, build)
  return (values) =>
    Effect.withFiber(({ context }) => {
      const given = valuesOf((name) => values[name])
      return deferringOf(client, context)?.deferRows(text, given) ?? Effect.map(run(given), Effect.succeed)
    })
}

/** Named statements that differ by a key, such as the number of their values. Each is made at its first run; the keys are few. */
export const statementsBy = <Key, Statement>(make: (key: Key) => Statement): ((key: Key) => Statement) => {
  const made = new Map<Key, Statement>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const statement = make(key)
    made.set(key, statement)
    return statement
  }
}

const decodeOne = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Tuple([Schema.Int])]))

/** The integer of a statement whose result is one row with one integer. */
export const onlyNumber = (rows: Rows) => Effect.map(decodeOne(rows), ([[number]]) => number)

/**
 * The client for reads. On SQLite it has its own connection, so that reads do not wait for writes; on PostgreSQL it uses the same pool. Inside a transaction
 * it reads on the connection of the transaction, so that a write reads its own changes.
 */
export class ReadSql extends Context.Service<ReadSql, SqlClient>()("@partner-api/server/ReadSql") {}

// Measures of reads: each statement on a connection that reads outside of a write. Without meters, connections stay as they are.

/** Measures how long an effect takes that succeeds. */
export type Timed = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The measure of reads; absent without metrics. */
export const timedRead: Effect.Effect<Timed | undefined> = Effect.map(Meters, (meters) => {
  if (meters === undefined) return undefined
  const record = meters.recorder("db_client_operation_duration_seconds", { operation: "read" })
  return (effect) =>
    Effect.suspend(() => {
      const startMs = performance.now()
      return Effect.tap(effect, () => Effect.sync(() => record((performance.now() - startMs) / 1_000)))
    })
})

/** A connection whose statements are measured, except streams, whose reader decides how long they last. */
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
