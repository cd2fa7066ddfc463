/**
 * {@link Transaction} of SQLite: writes that come together are made durable together. The file has one writer and each commit waits for the
 * disk, so those that arrive while one is under way share the next commit. Each is acknowledged after it.
 *
 * Writes of a group run one after the other. The first one needs no savepoint: where it fails, the transaction holds nothing else and begins
 * again. Each of the others has one: what fails is taken back alone. When the commit itself fails, or SQLite gives up the whole
 * transaction (a full disk), all of the group fail and nothing of them is kept.
 *
 * A group takes no further write after {@link joinMs}, and between its writes the event loop answers others.
 */
import { outsideTurn } from "@partner-api/service/services/access/RequestShare"
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
import { SqlError, UnknownError } from "effect/sql/SqlError"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { Meters } from "../../platform/metrics/Meters.ts"
import { orStoreError } from "../sql/kit/Errors.ts"
import { onConflict } from "../sql/kit/Transactions.ts"
import { beginWriting, SqliteWriter } from "./SqliteClient.ts"

/** The maximum number of writes in one commit. The first of them waits for all the others. */
const membersMax = 64

/** How long a transaction takes further writes: so much longer the first of them waits than alone, beside those that have joined. */
const joinMs = 20

/** How long writes of a group run before others are answered. The longest write takes 8 ms, and then no piece of several takes 10 ms. */
const pieceMs = 2

/** The statements around a write: before it, and after it where it is kept or taken back. */
interface Bounds {
  readonly before: ReadonlyArray<string>
  readonly kept: ReadonlyArray<string>
  readonly takenBack: ReadonlyArray<string>
}

/** A savepoint makes the index of words write down what it has: a write that is alone would pay for others that do not come. */
const ofFirst: Bounds = { before: [], kept: [], takenBack: ["ROLLBACK", beginWriting] }

/** Savepoints follow each other, so all have one name. */
const ofNext: Bounds = {
  before: ["SAVEPOINT member"],
  kept: ["RELEASE member"],
  takenBack: ["ROLLBACK TO member", "RELEASE member"]
}

/** An open transaction: its connection, and how many savepoints it has. */
type Opened = readonly [connection: Connection, depth: number]

interface Group {
  /** Gives the transaction once it has begun. */
  readonly opened: Deferred.Deferred<Opened, SqlError>
  /** Lets the transaction end. */
  readonly over: Deferred.Deferred<void>
  /** Ends with the commit. */
  readonly committed: Deferred.Deferred<void, SqlError>
  readonly turn: Semaphore.Semaphore
  /** When the transaction began, and when the event loop last answered others, in milliseconds; absent before the transaction begins. */
  beganMs: number | undefined
  answeredMs: number
  /** How many have joined, how many of them are not done, how many are kept, and whether one has run. */
  joined: number
  underWay: number
  kept: number
  hasRun: boolean
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
  hasRun: false
})

/** SQLite has rolled the whole transaction back, as it does when the disk is full. */
const lost = new SqlError({
  reason: new UnknownError({
    cause: undefined,
    message: "the transaction of several writes was rolled back",
    operation: "savepoint"
  })
})

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
              () => lost
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
              const end = Exit.isSuccess(exit) ? Effect.void : Effect.failCause(exit.cause)
              if (Exit.isSuccess(exit) && group.kept > 0) shareCommit?.(group.kept)
              Deferred.doneUnsafe(group.opened, Effect.andThen(end, Effect.fail(lost)))
              Deferred.doneUnsafe(group.committed, end)
            })
          ),
          Effect.exit,
          // Nothing of the request that begins a group is handed on to the others, so what a group does is a part of no trace.
          Effect.setContext(noTrace)
        )

    /** The group that takes another write. One whose transaction has not begun waits for the one before it. */
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

    /** Ends a group that has nothing under way, once all that arrived together has joined it. */
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

    /** Runs a write between its bounds. Where the transaction is gone, a savepoint would begin another one. */
    const bounded = <A, E, R>(group: Group, opened: Opened, effect: Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const { before, kept, takenBack } = group.hasRun ? ofNext : ofFirst
          group.hasRun = true
          const execute = (statements: ReadonlyArray<string>) =>
            Effect.forEach(statements, (statement) => opened[0].execute(statement, [], undefined), { discard: true })
          return Effect.suspend(() => (writer.isTransaction() ? execute(before) : Effect.fail(lost))).pipe(
            // Its statements take part in the transaction. Spans of a write belong to its own request, which is traced or not.
            Effect.andThen(Effect.exit(restore(Effect.provideService(effect, sql.transactionService, opened)))),
            Effect.tap((exit) => {
              if (!writer.isTransaction()) return Effect.fail(lost)
              if (Exit.isFailure(exit)) return execute(takenBack)
              group.kept += 1
              return execute(kept)
            }),
            Effect.flatten
          )
        })
      )

    /** Has the event loop answer others where the writes of a group have run for long, before the next one runs. */
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
          // The work is done. Meanwhile the client's next write may join the commit.
          Effect.tap(() => outsideTurn(Deferred.await(group.committed)))
        )
      )

    return Transaction.of((effect) => Effect.retry(orStoreError(run(effect)), onConflict))
  })
)
