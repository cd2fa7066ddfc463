/**
 * {@link Transaction} of SQLite: a group of writes shares one transaction and one commit. The file has one writer and each commit waits for the disk, so writes
 * that arrive during a commit form the next group. Each write is acknowledged after the commit of its group.
 *
 * The writes of a group run one after the other. The first one has no savepoint: its failure rolls the transaction back, which has no other write yet, and
 * begins it again. Each later write has a savepoint: its failure rolls back that write alone. Where the commit fails, or SQLite rolls the whole transaction
 * back (a full disk), all writes of the group fail.
 *
 * A group takes no further write after {@link joinMs}. Between its writes the event loop answers other requests.
 */
import type { Unavailable } from "@partner-api/domain/Errors"
import { outsideTurn } from "@partner-api/service/services/access/RequestUsage"
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { Meters } from "../../platform/metrics/Meters.ts"
import { orStoreError, unavailable } from "../sql/kit/Errors.ts"
import { onConflict } from "../sql/kit/Transactions.ts"
import { beginWriting, SqliteWriter } from "./SqliteClient.ts"

/** The maximum number of writes in one commit. The first of them waits for all others. */
const membersMax = 64

/** The time that a transaction takes further writes, in milliseconds. The first write waits for so long, and for the writes that have joined. */
const joinMs = 20

/** The time that writes of a group run before the event loop answers other requests. The longest write takes 8 ms, so no piece takes more than 10 ms. */
const pieceMs = 2

/** Runs what stands at a bound of a write. */
type Bound = (connection: Connection) => Effect.Effect<unknown, SqlError>

/** The steps around a write: before it, after a success, and after a failure. */
interface Bounds {
  readonly before: Bound
  readonly kept: Bound
  readonly takenBack: Bound
}

const nothing: Bound = () => Effect.void

const statement =
  (text: string): Bound =>
  (connection) =>
    connection.execute(text, [], undefined)

const both =
  (first: Bound, second: Bound): Bound =>
  (connection) =>
    Effect.andThen(first(connection), second(connection))

/** The first write has no savepoint: a savepoint makes the search index flush, which a write that is alone need not pay for. */
const ofFirst: Bounds = {
  before: nothing,
  kept: nothing,
  takenBack: both(statement("ROLLBACK"), statement(beginWriting))
}

const release = statement("RELEASE member")

/** Later writes run one after the other, so all savepoints have one name. */
const ofNext: Bounds = {
  before: statement("SAVEPOINT member"),
  kept: release,
  takenBack: both(statement("ROLLBACK TO member"), release)
}

/** An open transaction: its connection, and how many savepoints it has. */
type Opened = readonly [connection: Connection, depth: number]

interface Group {
  /** Done with the transaction once it has begun. */
  readonly opened: Deferred.Deferred<Opened, GroupError>
  /** Done when the transaction may commit. */
  readonly over: Deferred.Deferred<void>
  /** Done with the commit. */
  readonly committed: Deferred.Deferred<void, GroupError>
  readonly turn: Semaphore.Semaphore
  /** When the transaction began, and when the event loop last answered others, in milliseconds; absent before the transaction begins. */
  beganMs: number | undefined
  answeredMs: number
  /** The number of writes that have joined, that are not done, and that have succeeded; and whether one has run. */
  joined: number
  underWay: number
  kept: number
  hasRun: boolean
  /** Whether SQLite has rolled the transaction back. */
  isLost: boolean
}

const makeGroup = (): Group => ({
  opened: Deferred.makeUnsafe(),
  over: Deferred.makeUnsafe(),
  committed: Deferred.makeUnsafe(),
  turn: Semaphore.makeUnsafe(1),
  beganMs: undefined,
  answeredMs: 0,
  joined: 0,
  underWay: 0,
  kept: 0,
  hasRun: false,
  isLost: false
})

type GroupError = SqlError | Unavailable

/** A transaction that SQLite has rolled back as a whole. It does so in states that pass, such as a full disk; the write that meets the state logs it. */
const lost: Effect.Effect<never, Unavailable> = Effect.fail(unavailable)

const noTrace = Context.make(References.TracerEnabled, false)

export const layer: Layer.Layer<Transaction, OperatorError, SqlClient.SqlClient | SqliteWriter> = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writer = yield* SqliteWriter
    const scope = yield* Effect.scope
    yield* writer.keepSavepointsInMemory
    const shareCommit = (yield* Meters)?.recorder("partner_writes_per_commit", {})
    /** The group that the next write joins. */
    let current: Group | undefined

    const close = (group: Group): void => {
      if (current === group) current = undefined
      Deferred.doneUnsafe(group.over, Effect.void)
    }

    /** Holds the transaction of a group open until it is over. */
    const lead = (group: Group) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            const opened = yield* Effect.fromOption(
              Context.getOption(yield* Effect.context<never>(), sql.transactionService),
              () => unavailable
            )
            group.beganMs = performance.now()
            group.answeredMs = group.beganMs
            Deferred.doneUnsafe(group.opened, Effect.succeed(opened))
            yield* Deferred.await(group.over)
          })
        )
        .pipe(
          Effect.onExit((exit) =>
            Effect.sync(() => {
              close(group)
              // A commit of what SQLite has rolled back names neither the cause nor that it passes.
              const end = group.isLost ? lost : Exit.isSuccess(exit) ? Effect.void : Effect.failCause(exit.cause)
              if (Exit.isSuccess(exit) && group.kept > 0) shareCommit?.(group.kept)
              Deferred.doneUnsafe(group.opened, Effect.andThen(end, lost))
              Deferred.doneUnsafe(group.committed, end)
            })
          ),
          Effect.exit,
          // A group belongs to no single request, so its transaction is part of no trace.
          Effect.setContext(noTrace)
        )

    /** The group that takes another write; a group whose transaction waits for the one before takes writes for as long. */
    const findOpen = (): Group | undefined =>
      current?.beganMs === undefined || performance.now() - current.beganMs < joinMs ? current : undefined

    const join = Effect.suspend(() => {
      const open = findOpen()
      const joined = open ?? makeGroup()
      joined.joined += 1
      joined.underWay += 1
      const isFirst = open === undefined
      current = joined.joined < membersMax ? joined : undefined
      return isFirst
        ? Effect.as(Effect.forkIn(lead(joined), scope, { startImmediately: true }), joined)
        : Effect.succeed(joined)
    })

    /** Leaves a group, and commits it where no write is left, after those that arrived in this turn of the event loop have joined. */
    const leave = (group: Group) =>
      Effect.suspend(() => {
        group.underWay -= 1
        if (group.underWay > 0) return Effect.void
        return Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => {
            if (group.underWay === 0) close(group)
          })
        )
      })

    /** Runs a write between its bounds. Fails where SQLite has rolled the transaction back: a savepoint would begin another one. */
    const bounded = <A, E, R>(group: Group, opened: Opened, effect: Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const { before, kept, takenBack } = group.hasRun ? ofNext : ofFirst
          group.hasRun = true
          const [connection] = opened
          const isLost = () => (group.isLost ||= !writer.isTransaction())
          const begun: Effect.Effect<unknown, GroupError> = isLost() ? lost : before(connection)
          return begun.pipe(
            // The statements of the write run in the transaction of the group; its spans belong to its request.
            Effect.andThen(Effect.exit(restore(Effect.provideService(effect, sql.transactionService, opened)))),
            Effect.tap((exit): Effect.Effect<unknown, GroupError> => {
              // The write that met the full disk fails with its own failure.
              if (isLost()) return Exit.isFailure(exit) ? Effect.void : lost
              if (Exit.isFailure(exit)) return takenBack(connection)
              group.kept += 1
              return kept(connection)
            }),
            Effect.flatten
          )
        })
      )

    /** Lets the event loop answer other requests before the next write, after {@link pieceMs}. */
    const answerOthers = (group: Group) =>
      Effect.suspend(() => {
        if (performance.now() - group.answeredMs < pieceMs) return Effect.void
        return Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => {
            group.answeredMs = performance.now()
          })
        )
      })

    const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(join, (group) =>
        Deferred.await(group.opened).pipe(
          Effect.flatMap((opened) =>
            group.turn.withPermit(Effect.ensuring(bounded(group, opened, effect), answerOthers(group)))
          ),
          Effect.ensuring(leave(group)),
          // The write is done, so it frees its turn: the next write of its client may join the commit.
          Effect.tap(() => outsideTurn(Deferred.await(group.committed)))
        )
      )

    return Transaction.of((effect) => Effect.retry(orStoreError(run(effect)), onConflict))
  })
)
