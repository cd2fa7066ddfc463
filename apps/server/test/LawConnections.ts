/** The two connections of a database that laws of the stores are held to, and the laws of PostgreSQL as tests. */
import { afterAll, it } from "@effect/vitest"
import type { Connection, Law } from "@partner-api/service/laws/Furnished"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { type DatabaseTarget, readTarget } from "../src/platform/DatabaseTarget.ts"
import { WriteLock } from "../src/platform/WriteLock.ts"
import { makeWriteLockQueue } from "../src/platform/workers/WriteLockQueue.ts"
import * as Database from "../src/store/Database.ts"
import { emptiedTables } from "./EmptiedTables.ts"
import { databases } from "./Postgres.ts"

type Opened = Context.Context<Layer.Success<Database.Database>>

const connectionTo =
  (context: Opened): Connection =>
  (effect) =>
    Effect.provideContext(effect, context)

/**
 * Runs what opens a file of SQLite more than once in this process. As between the processes of a server, a lock says who writes: SQLite would block the thread
 * of the one that waits, which is also that of the other one, whose transaction may have let others run.
 */
export const withOneWriter = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(effect, WriteLock, makeWriteLockQueue().own))

/** Opens a database twice. The first connection brings its schema up to date. */
const openTwice = (target: DatabaseTarget) =>
  withOneWriter(Effect.all([Layer.build(Database.layer(target)), Layer.build(Database.layer(target))]))

/** Two connections of a database that is opened for them. */
export const connectionsTo = Effect.fnUntraced(function* (target: DatabaseTarget) {
  const [first, second] = yield* openTwice(target)
  return [connectionTo(first), connectionTo(second)] as const
})

/** Holds a law to an empty database that is open twice, without spans: then PostgreSQL gets statements together, as in most requests. */
const holdOnOpened = ([first, second]: readonly [Opened, Opened], [, holds]: Law) =>
  Effect.withTracerEnabled(holds(connectionTo(first), connectionTo(second)), false)

/** The same on a database that is opened for it. */
export const holdOn = (target: DatabaseTarget, law: Law) =>
  Effect.scoped(Effect.flatMap(openTwice(target), (opened) => holdOnOpened(opened, law)))

/** A test for each law, on PostgreSQL, over two pools of one database. */
export const onPostgres = async (laws: ReadonlyArray<Law>): Promise<void> => {
  const scope = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const opened = await databases()
    .create()
    .then((url) => Effect.runPromise(Scope.provide(openTwice(readTarget(url)), scope)))
  const emptied = await Effect.runPromise(Effect.provideContext(emptiedTables, opened[0]))

  // Locks and their timeouts are the database's: no clock of a test.
  it.live.each(laws)("%s (decisions, Journal and Safe repetition)", (law) =>
    Effect.andThen(emptied, holdOnOpened(opened, law))
  )
}
