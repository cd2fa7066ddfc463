/**
 * The plans of the statements that an effect runs, as the engine explains them.
 */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { CurrentTransformer, type Statement } from "effect/sql/Statement"

/** The texts of statements, each with the parameters of one run. */
export type Statements = Map<string, ReadonlyArray<unknown>>

/** Runs an effect, and shows each of its statements before it runs: named ones, whose text is built once, only where they have spans. */
export const observed =
  (see: (text: string, values: ReadonlyArray<unknown>) => void) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CurrentTransformer, (statement: Statement<unknown>) => {
      see(...statement.compile())
      return Effect.succeed(statement)
    })

/** Runs an effect, and adds each text of its statements. */
export const recordedIn = (statements: Statements) => observed((text, values) => void statements.set(text, values))

/** Runs an effect, and returns the texts of its statements. */
export const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Statements, E, R> =>
  Effect.suspend(() => {
    const statements: Statements = new Map()
    return Effect.as(recordedIn(statements)(effect), statements)
  })

/** The plan of a statement. */
export const planOf = Effect.fnUntraced(function* (text: string, values: ReadonlyArray<unknown>) {
  const sql = yield* SqlClient
  const explain = sql.onDialectOrElse({ sqlite: () => "EXPLAIN QUERY PLAN", orElse: () => "EXPLAIN" })
  const rows = yield* sql.unsafe<Record<string, unknown>>(`${explain} ${text}`, values)
  return rows.map((row) => String(row["detail"] ?? row["QUERY PLAN"]))
})

/** A step that goes through all rows of a table, or through all of an organization. */
const readsAll =
  /^(SCAN (?!\d|CONSTANT ROW|wanted|.* USING COVERING INDEX|.*VIRTUAL TABLE)|SEARCH .* \(organization_id=\?\)$)/

/** Statements that end with what they need: a page in its order, or a single row. */
const isBounded = (text: string) => /LIMIT \S+( OFFSET \S+)?\s*\)?/.test(text)

/** Tables of a few rows for each client or organization, of which all are read. */
const smallTables: ReadonlyArray<string> = [
  "organizations",
  "grants",
  "clients",
  "client_secrets",
  "cursor_keys",
  "journal_counters",
  "attachment_totals",
  "write_probes",
  "rejection_reasons",
  "sqlite_schema"
]

/** The table that a step reads, which the statement may give another name. */
const tableOf = (text: string, step: string): string => {
  const name = /^(?:SCAN|SEARCH) (\S+)/.exec(step)?.[1] ?? ""
  return new RegExp(`\\b(?:FROM|JOIN) "?(\\w+)"?(?: AS)? "?${name}"?\\b`, "i").exec(text)?.[1] ?? name
}

/** What operators list whole: endpoints of webhooks, of which a client has ten in an organization. Partners' statements have a condition. */
const isWholeList =
  /\bFROM webhook_endpoints w JOIN webhook_positions p ON p\.endpoint_id = w\.id (LEFT JOIN grants g ON [^?]+ )?ORDER BY\b/

/** The statements that read all rows of an organization on SQLite, which plans without statistics, each with its plan. */
export const readingAll = Effect.fnUntraced(function* (statements: Statements) {
  const found: Array<string> = []
  for (const [text, values] of statements) {
    if (!/^\s*(SELECT|WITH|UPDATE|DELETE)/.test(text)) continue
    const plan = yield* planOf(text, values)
    const flat = text.replaceAll(/\s+/g, " ")
    const isWhole = plan.some((step) => readsAll.test(step) && !smallTables.includes(tableOf(flat, step)))
    if (isWhole && !isBounded(text) && !isWholeList.test(flat)) {
      found.push(`${flat}\n  ${plan.join("\n  ")}`)
    }
  }
  return found
})
