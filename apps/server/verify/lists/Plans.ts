/**
 * The plans of the statements that an effect runs, as the engine explains them.
 */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { CurrentTransformer, type Statement } from "effect/sql/Statement"

/** Runs an effect, and gives each text of its statements with its parameters, once. */
export const statementsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const statements = new Map<string, ReadonlyArray<unknown>>()
  yield* Effect.provideService(effect, CurrentTransformer, (statement: Statement<unknown>) => {
    const [text, values] = statement.compile()
    statements.set(text, values)
    return Effect.succeed(statement)
  })
  return statements
})

/** What the engine says of a statement. */
export const planOf = Effect.fnUntraced(function* (text: string, values: ReadonlyArray<unknown>) {
  const sql = yield* SqlClient
  const explain = sql.onDialectOrElse({ sqlite: () => "EXPLAIN QUERY PLAN", orElse: () => "EXPLAIN" })
  const rows = yield* sql.unsafe<Record<string, unknown>>(`${explain} ${text}`, values)
  return rows.map((row) => String(row["detail"] ?? row["QUERY PLAN"]))
})
