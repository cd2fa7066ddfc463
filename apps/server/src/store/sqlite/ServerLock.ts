/**
 * One server for one database file. Two would each believe its cache of tokens, and wait for each other's writes.
 *
 * The lock is SQLite's own, on a file beside the database, held by the operating system for as long as the process lives: a
 * process that was killed leaves none behind. Commands of the operator do not take it; they may run beside the server.
 */
import * as Fs from "node:fs"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type { Scope } from "effect/Scope"
import { OperatorError } from "../../platform/OperatorError.ts"
import { withoutLinks } from "../../platform/RealPath.ts"
import { ensureFile } from "./PrivateFile.ts"
import { unusable } from "./SqliteFile.ts"

const inUse = (filename: string) =>
  new OperatorError({
    message: `Another server is running on the database ${filename}.`,
    remedy: "Stop it first, or set DATABASE_URL to another path."
  })

const isLocked = (cause: unknown): boolean => Predicate.isError(cause) && cause.message.includes("locked")

/** One lock for one database, by whichever link it is named. */
const lockFile = (filename: string): string => `${withoutLinks(filename)}.lock`

const takeLock = (filename: string): Effect.Effect<DatabaseSync, OperatorError> =>
  Effect.try({
    try: () => {
      const file = lockFile(filename)
      // For its owner alone: who could open it could hold it.
      ensureFile(file)
      const lock = new DatabaseSync(file, { timeout: 0 })
      lock.exec("PRAGMA journal_mode=DELETE")
      lock.exec("BEGIN EXCLUSIVE")
      return lock
    },
    catch: (cause) => (isLocked(cause) ? inUse(filename) : unusable(filename)(cause))
  })

/** Holds the lock of a database file for as long as the scope, or fails because a server holds it. */
export const hold = (filename: string): Effect.Effect<void, OperatorError, Scope> =>
  Effect.asVoid(Effect.acquireRelease(takeLock(filename), (lock) => Effect.sync(() => lock.close())))

/** Whether a server is running on a database file. */
export const isHeld = (filename: string): Effect.Effect<boolean> =>
  Effect.suspend(() =>
    Fs.existsSync(lockFile(filename))
      ? Effect.scoped(hold(filename)).pipe(
          Effect.as(false),
          Effect.catchTag("OperatorError", () => Effect.succeed(true))
        )
      : Effect.succeed(false)
  )

/** Holds the lock of a database file, or refuses to start. */
export const layer = (filename: string): Layer.Layer<never, OperatorError> => Layer.effectDiscard(hold(filename))
