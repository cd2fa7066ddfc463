/**
 * A transaction of somebody else that stays open: it holds the locks of its statements until it is let go.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"

/** Begins a transaction and runs statements in it. Begin it with `await using`, which rolls it back. */
export const holdTransaction = async (databaseUrl: string, ...statements: ReadonlyArray<string>) => {
  const scope = Scope.makeUnsafe()
  const begin = Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(databaseUrl), maxConnections: 1 })
    const connection = yield* sql.reserve
    for (const statement of ["BEGIN", ...statements]) yield* connection.executeUnprepared(statement, [], undefined)
  })
  await Effect.runPromise(begin.pipe(Effect.provide(Reactivity.layer), Scope.provide(scope)))
  // The connection ends, and with it the transaction.
  return { [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
