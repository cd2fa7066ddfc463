/**
 * The bounds of requests to PostgreSQL, with the reason of each. Together they are less than the time in which an answer must be
 * read (`responseTimeoutMs`).
 */
import { idempotencyWaitMs } from "@partner-api/domain/IdempotencyKey"

/** The timeout for a lock. The longest legitimate wait is a repetition's, for the first request under its key. */
export const lockTimeoutMs = idempotencyWaitMs

/** The timeout of a statement, in the database. Above the one for a lock, so that the error of the database shows which of both it was. */
export const statementTimeoutMs = lockTimeoutMs + 1_000

/** The timeout of an answer from a database that does not keep its own timeouts: one that hangs, or a network that swallows packets. */
export const answerTimeoutMs = statementTimeoutMs + 500

/** The part of the connections that reads share. They are faster than other work, and several leave one connection as one piece. */
export const sharedConnectionsPart = 0.4

/** The number of reads that share a connection at a time. The database answers them in their order, so a slow one holds up those behind it. */
export const sharedStatementsMax = 8

/** The timeout for a connection of the pool. A request that waits longer answers 503: more requests come than are dealt with. */
export const poolWaitMs = 2_000

/** The timeout of a new connection. */
export const connectTimeoutMs = 2_000

/** The time after which the database ends a transaction in which nothing happens; the program that opened it hangs. */
export const idleInTransactionTimeoutMs = 10_000

/** The lifetime of a connection: after a failover to another machine none stays with the old one for longer. */
export const connectionLifetimeMs = 300_000

/** The number of statements that each connection keeps prepared: more than the program has. */
export const preparedStatementsMax = 256

/** The time that the start waits for a database that is just starting too. */
export const startWaitMs = 30_000

/** The time between two tries of the start. */
export const startIntervalMs = 500
