/**
 * {@link Together} of PostgreSQL: the first statements of two looks leave in one piece, on one session. That is the session of the transaction under way, or one
 * that the looks have for themselves.
 *
 * The statement of `second` is sent behind that of `first`, so locks are taken in the order of the source. In a traced request one look runs after the other,
 * and each statement has its span.
 */
import { inTurn, type RunTogether } from "@partner-api/service/store/Together"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { isBehindFailure, orStoreError } from "../sql/kit/Errors.ts"
import { type DeferringConnection, deferringOf, isTraced } from "../sql/kit/Statements.ts"

/** The connection of looks that run together outside a transaction; absent elsewhere. Their statements run on it, and on no other. */
export const SharedConnection = Context.Reference<DeferringConnection | undefined>(
  "@partner-api/server/SharedConnection",
  { defaultValue: () => undefined }
)

/** The failure of `first` counts, unless it was not run because `second` has failed. */
const decide = <A, E, B, E2>(first: Exit.Exit<A, E>, second: Exit.Exit<B, E2>) =>
  Exit.isFailure(second) && Option.exists(Exit.findErrorOption(first), isBehindFailure)
    ? Effect.failCause(second.cause)
    : inTurn(first, second)

/** Runs two looks on a connection, `second` from the moment on at which `first` has sent a statement. */
const runOn =
  (connection: DeferringConnection): RunTogether =>
  (first, second) =>
    Effect.suspend(() => {
      const before = connection.sentCount()
      return Effect.flatMap(Effect.forkChild(first, { startImmediately: true }), (fiber) =>
        // A look that waits for something else first, such as BEGIN, has sent nothing: its place is before the other one.
        connection.sentCount() === before
          ? inTurn(Fiber.join(fiber), second)
          : Effect.flatMap(Effect.exit(second), (other) =>
              Effect.flatMap(Fiber.await(fiber), (one) => decide(one, other))
            )
      )
    })

/** `lease` gives a connection to looks outside a transaction. */
export const makeTogether =
  (client: SqlClient, lease: Effect.Effect<DeferringConnection, SqlError, Scope.Scope>): RunTogether =>
  (first, second) =>
    Effect.withFiber(({ context }) => {
      if (isTraced(context)) return inTurn(first, second)
      const connection = deferringOf(client, context) ?? Context.get(context, SharedConnection)
      if (connection !== undefined) return runOn(connection)(first, second)
      return Effect.scoped(
        Effect.flatMap(orStoreError(lease), (shared) =>
          Effect.provideService(runOn(shared)(first, second), SharedConnection, shared)
        )
      )
    })
