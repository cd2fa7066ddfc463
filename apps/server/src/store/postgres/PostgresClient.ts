/**
 * PostgreSQL as the client that the stores use: a bounded pool with bounded waits, encrypted connections, and numbers as SQLite gives
 * them.
 */
import * as Fs from "node:fs"
import * as Net from "node:net"
import * as Os from "node:os"
import type { ConnectionOptions } from "node:tls"
import * as PgClient from "@effect/sql-pg/PgClient"
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"
import { Together } from "@partner-api/service/store/Together"
import { OperatorError } from "../../platform/OperatorError.ts"
import { DatabaseTarget, nameOf } from "../../platform/DatabaseTarget.ts"
import { build, claimsMark } from "../../platform/Version.ts"
import {
  type DeferringConnection,
  ReadSql,
  type Timed,
  timedRead,
  withOutside,
  withTimedReads
} from "../sql/kit/Statements.ts"
import { isUnanswered, makePostgresConnection } from "./PostgresConnection.ts"
import { makeTogether, SharedConnection } from "./PostgresTogether.ts"
import { inTime } from "./InTime.ts"
import * as Limits from "./PostgresLimits.ts"
import { ready } from "./PostgresStart.ts"
import { endsConnection, explain, isReadOnly, isStatementLost } from "../sql/kit/Errors.ts"

/** The options with which a client is opened. */
export interface PostgresOptions {
  readonly url: Redacted.Redacted
  /** The maximum number of connections. */
  readonly connections: number
  /** The time to wait for a database that cannot be reached yet. */
  readonly startWaitMs: number
  /** Whether statements have a timeout; work on the whole database has none. */
  readonly isBounded: boolean
  /** Whether a server opens it, which operators see among the nodes, and not a command. */
  readonly isNode?: boolean
}

/** Whole numbers of eight bytes, as numbers: the schemas of rows refuse those that are not safe. */
const types = PgTypes.makeRegistry()
types.register<number>(
  PgTypes.OID.int8,
  {
    encode: (value) => PgTypes.encode(BigInt(value), PgTypes.OID.int8),
    decode: (bytes) =>
      Result.succeed(Number(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigInt64(0)))
  },
  { arrayOid: PgTypes.OID.int8Array }
)

const isLoopback = (host: string): boolean =>
  host === "" ||
  host === "localhost" ||
  host === "[::1]" ||
  host === "::1" ||
  (Net.isIPv4(host) && host.startsWith("127."))

/** Whether a database is on this machine: its host is, or it is reached over a socket. A host in the query is the one that counts. */
export const isOnThisMachine = (url: URL): boolean => {
  const host = url.searchParams.getAll("host").at(-1) ?? decodeURIComponent(url.hostname)
  return host.startsWith("/") || isLoopback(host)
}

/**
 * The encryption of a connection: by default it is encrypted and the certificate is verified, unless the database is on this machine. `sslrootcert`
 * names the file of an authority that the system does not have.
 */
const readTls = (url: URL): Effect.Effect<boolean | ConnectionOptions, OperatorError> => {
  const mode = url.searchParams.get("sslmode")
  const authority = url.searchParams.get("sslrootcert")
  if (mode === "disable" || (mode === null && isOnThisMachine(url))) return Effect.succeed(false)
  if (authority === null) return Effect.succeed(true)
  return Effect.try({
    try: () => ({ ca: Fs.readFileSync(authority, "utf8") }),
    catch: () =>
      new OperatorError({
        message: `The file ${authority}, sslrootcert of DATABASE_URL, cannot be read.`,
        remedy: "Name the file with the certificates of the authority that the database's certificate comes from."
      })
  })
}

const noneFree = new SqlError({
  reason: new ConnectionError({
    cause: undefined,
    message: `No connection to the database has become free within ${Limits.poolWaitMs} ms.`,
    operation: "acquire"
  })
})

/** A lease that comes too late would be nobody's. */
const leased = inTime({ limitMs: Limits.poolWaitMs, late: noneFree, endsLate: true })

/** PostgreSQL answers COMMIT with ROLLBACK where a statement of the transaction has failed. */
const commit = (connection: Connection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    Predicate.hasProperty(result, "command") && result.command === "ROLLBACK"
      ? Effect.fail(
          new SqlError({
            reason: new UnknownError({
              cause: undefined,
              message: "A transaction with a failed statement was committed, and so rolled back.",
              operation: "commit"
            })
          })
        )
      : Effect.void
  )

const timeouts = {
  statement_timeout: String(Limits.statementTimeoutMs),
  lock_timeout: String(Limits.lockTimeoutMs),
  idle_in_transaction_session_timeout: String(Limits.idleInTransactionTimeoutMs)
}

/** The name of the sessions of a command in the database. */
export const applicationName = "partner-api"

/** The bytes of a name that PostgreSQL keeps (`NAMEDATALEN`). */
const nameBytesMax = 63

/** The name of the sessions of a server in the database: operators see the nodes, with their version and commit. */
const nodeName = (): string =>
  `${applicationName} ${build} ${Os.hostname()}`.slice(0, nameBytesMax - claimsMark.length) + claimsMark

/** The number of connections for reads that share them. Where there is one connection, it is for everything. */
const sharedOf = (connections: number): number =>
  connections < 2 ? 0 : Math.max(1, Math.floor(connections * Limits.sharedConnectionsPart))

const makeClient = Effect.fnUntraced(function* ({ connections, isBounded, isNode, url }: PostgresOptions) {
  const address = new URL(Redacted.value(url))
  const ssl = yield* readTls(address)
  const connectSeconds = address.searchParams.get("connect_timeout")
  /** `multiplex` is on because the driver pipelines statements only on sessions that are not reserved. */
  const makePool = (maxConnections: number, multiplexConcurrency: number) =>
    PgPool.make({
      url,
      ssl,
      types,
      maxConnections,
      multiplex: true,
      multiplexConcurrency,
      connectTimeout:
        connectSeconds === null ? Duration.millis(Limits.connectTimeoutMs) : Duration.seconds(Number(connectSeconds)),
      connectionTTL: Duration.millis(Limits.connectionLifetimeMs),
      keepAlive: "10 seconds",
      preparedStatementCacheSize: Limits.preparedStatementsMax,
      applicationName: isNode === true ? nodeName() : applicationName,
      startupParameters: isBounded ? timeouts : {}
    })
  const shared = sharedOf(connections)
  /** Lends a session to one caller at a time. */
  const pool = yield* makePool(connections - shared, 1)
  /** A write does not wait for reads: its connection is never one that they share. */
  const sharedPool = shared === 0 ? pool : yield* makePool(shared, Limits.sharedStatementsMax)
  // The first page of a server needs it. A failure is ignored: the first read connects again.
  if (isNode === true && shared > 0) yield* Effect.forkScoped(Effect.ignore(Effect.scoped(sharedPool.get)))
  let prepares = true
  /** The first loss shows that there is a pooler that cannot have prepared statements: from then on, none is prepared. */
  const stopPreparing = Effect.suspend(() => {
    if (!prepares) return Effect.void
    prepares = false
    return Effect.logWarning(
      "a pooler between this program and PostgreSQL loses prepared statements: from now on none is prepared, which costs time; docs/postgres.md, Poolers, has the setting that keeps them"
    )
  })
  /** Connections that have ended, and what was open on them. */
  const ended = new WeakSet<Connection>()
  /** ROLLBACK is skipped on a connection that has ended. */
  const isOpen = (connection: Connection): boolean => !ended.has(connection)

  const toConnection = (from: PgPool.PgPool, session: PgConnection, timed: Timed | undefined): DeferringConnection => {
    const made = makePostgresConnection(session, {
      isBounded,
      prepares: () => prepares,
      onFailure: (error) => {
        if (endsConnection(error)) ended.add(connection)
        if (isStatementLost(error)) return stopPreparing
        // The next session may reach the machine that has become the primary, or the database at all.
        return isReadOnly(error) || isUnanswered(error) ? from.invalidate(session) : Effect.void
      }
    })
    const connection = withTimedReads(made, timed)
    return connection
  }

  const acquirer = (lease: PgPool.PgPool["get"], timed?: Timed) =>
    Effect.map(leased(lease), (session) => toConnection(pool, session, timed))
  /** The session of two looks outside a transaction, else one of the pool. */
  const acquirerOrShared = (timed?: Timed) => {
    const acquire = acquirer(pool.reserve, timed)
    return Effect.flatMap(SharedConnection, (shared) => (shared === undefined ? acquire : Effect.succeed(shared)))
  }
  /**
   * A statement outside a transaction reserves its session, and the driver cancels it when its caller is interrupted. A statement inside a transaction is
   * not cancelled: ROLLBACK runs after it, and then the session returns to the pool. Where statements have no timeout, all of them are cancelled.
   */
  const lent = isBounded ? pool.get : pool.reserve
  const acquirers = (timed?: Timed) => ({
    acquirer: acquirerOrShared(timed),
    transactionAcquirer: acquirer(lent, timed)
  })

  /**
   * Runs a named statement outside a transaction on a session of `from`. The driver does not cancel it when its caller is interrupted: that would
   * take a reserved session, which costs more than such a statement.
   */
  const outsideTransactions = (from: PgPool.PgPool, timed?: Timed): Pick<Connection, "executeValues"> => {
    const connections = new WeakMap<PgConnection, Connection>()
    const connectionOf = (session: PgConnection): Connection => {
      const known = connections.get(session)
      if (known !== undefined) return known
      const made = toConnection(from, session, timed)
      connections.set(session, made)
      return made
    }
    const lease = leased(from.get)
    return {
      executeValues: (text, values) =>
        Effect.flatMap(SharedConnection, (shared) =>
          shared === undefined
            ? Effect.scoped(Effect.flatMap(lease, (session) => connectionOf(session).executeValues(text, values)))
            : shared.executeValues(text, values)
        )
    }
  }
  const common = {
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    spanAttributes: [["db.system.name", "postgresql"]],
    prepareTransactionControls: true,
    commit,
    // COMMIT fails and the transaction stays open where the database has dropped the prepared statement. ROLLBACK ends it. Where no transaction is open,
    // PostgreSQL only logs a warning.
    onCommitFailure: (connection: Connection) =>
      isOpen(connection) ? Effect.asVoid(connection.executeUnprepared("ROLLBACK", [], undefined)) : Effect.void,
    isTransaction: isOpen,
    releaseSavepoint: (name: string) => `RELEASE SAVEPOINT ${name}`
  } as const
  const sql = yield* SqlClient.make({ ...common, ...acquirers() })
  const timed = yield* timedRead
  const { transactionService } = sql
  const read = yield* SqlClient.make({ ...common, ...acquirers(timed), transactionService })
  return {
    sql: isBounded ? withOutside(sql, outsideTransactions(pool)) : sql,
    // Reads that come together leave as one piece.
    read: withOutside(read, outsideTransactions(sharedPool, timed)),
    together: makeTogether(sql, acquirer(lent, timed))
  }
})

/** Opens a PostgreSQL database: it is there, and one that the service can use. */
export const layer = (options: PostgresOptions): Layer.Layer<SqlClient.SqlClient | ReadSql, OperatorError> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const name = nameOf(DatabaseTarget.Postgres({ url: options.url }))
      const { read, sql, together } = yield* Effect.mapError(makeClient(options), (error) =>
        error._tag === "OperatorError"
          ? error
          : new OperatorError({
              message: `The database ${name} cannot be used: ${explain(error)}.`,
              remedy: "Check DATABASE_URL."
            })
      )
      yield* ready(sql, name, options.startWaitMs)
      return Context.make(SqlClient.SqlClient, sql).pipe(Context.add(ReadSql, read), Context.add(Together, together))
    })
  ).pipe(Layer.provide(Reactivity.layer))
