/**
 * Two nodes of one database with the services of operators: on SQLite two openings of a file, on PostgreSQL two pools.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { type Actor, operator } from "@partner-api/domain/Journal"
import type { OperatorRole } from "@partner-api/domain/operator/Operator"
import { Journal } from "@partner-api/service/services/Journal"
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import { Purges } from "@partner-api/service/services/Purges"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { DatabaseTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { withOneWriter } from "../LawConnections.ts"

const nodeOn = Effect.fnUntraced(function* (target: DatabaseTarget) {
  const context = yield* Layer.build(
    Layer.mergeAll(OperatorSessions.layer, Purges.layer).pipe(
      Layer.provideMerge(Journal.layer),
      Layer.provideMerge(Database.layer(target))
    )
  )
  const sessions = yield* Effect.provide(OperatorSessions, context)
  const journal = yield* Effect.provide(Journal, context)
  const { page } = yield* Effect.provide(JournalStore, context)
  const { sessions: purge } = yield* Effect.provide(Purges, context)
  const sql = yield* Effect.provide(SqlClient.SqlClient, context)
  const write = <A, E>(effect: Effect.Effect<A, E, CurrentWrite>, actor: Actor = operator) =>
    journal.write(actor, effect)
  return {
    sessions,
    purge,
    write,
    makeLink: (name: string, role?: OperatorRole) => write(sessions.makeLink(name, role)),
    /** The entries of operators, without their ids and moments. */
    entries: Effect.map(page(undefined, { after: 0, limit: 100 }), ({ rows }) =>
      rows.map(
        ({
          row: {
            entry: { id: _id, occurred_at: _at, ...entry }
          }
        }) => entry
      )
    ),
    /** Every row of a table, as JSON. */
    rows: (table: string) =>
      Effect.map(sql`SELECT * FROM ${sql(table)}`, (rows) => rows.map((row) => JSON.stringify(row)))
  }
})

export type OperatorNode = Effect.Success<ReturnType<typeof nodeOn>>

/** What holds on two nodes of a database. */
export type OperatorLaw = readonly [
  name: string,
  holds: (first: OperatorNode, second: OperatorNode) => Effect.Effect<void, unknown>
]

/** Holds a law to a database that is empty. */
export const holdOn = (target: DatabaseTarget, [, holds]: OperatorLaw) =>
  Effect.scoped(
    Effect.gen(function* () {
      const [first, second] = yield* withOneWriter(Effect.all([nodeOn(target), nodeOn(target)]))
      yield* holds(first, second)
    })
  )
