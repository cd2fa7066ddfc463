/**
 * The plans of the statements that an effect runs, as the engine explains them.
 */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { CurrentTransformer, type Statement } from "effect/sql/Statement"

/** Runs an effect, and explains each statement of it. */
export const plansOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient
  const statements: Array<Statement<unknown>> = []
  yield* Effect.provideService(effect, CurrentTransformer, (statement) => {
    statements.push(statement)
    return Effect.succeed(statement)
  })
  const explain = sql.onDialectOrElse({ sqlite: () => "EXPLAIN QUERY PLAN", orElse: () => "EXPLAIN" })
  return yield* Effect.forEach(statements, (statement) => {
    const [text, values] = statement.compile()
    return Effect.map(sql.unsafe<Record<string, unknown>>(`${explain} ${text}`, values), (rows) =>
      rows.map((row) => String(row["detail"] ?? row["QUERY PLAN"])).join("\n")
    )
  })
})
