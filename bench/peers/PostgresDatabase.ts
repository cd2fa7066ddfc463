/**
 * {@link Database} on PostgreSQL with `pg`, the usual driver: a pool as large as the product's, and every statement prepared once on
 * each connection, and sent without waiting where no rows are needed, which is the driver's fastest way.
 */
import { Pool, type PoolClient, types } from "pg"
import type { Database, ReadPage, Row, Steps, Values } from "./Database.ts"
import { settings } from "./Settings.ts"
import { personIndex, type StatementName, statements } from "./Statements.ts"

/** The timeout of a statement, in the database; the product has one too. */
const statementTimeoutMs = 5_000

// Whole numbers of eight bytes come as text by default. Those here are safe as numbers.
types.setTypeParser(types.builtins.INT8, Number)

/** A statement of that name, with its values. */
const prepared = (name: StatementName, values: Values) => ({
  name,
  text: statements[name].replace(personIndex, ""),
  values: [...values],
  rowMode: "array" as const
})

/** Takes all steps and commits. What fails without being waited for fails COMMIT, which is sent behind it. */
const takeAll = async <A>(client: PoolClient, steps: Steps<A>): Promise<A> => {
  const sent: Array<Promise<unknown>> = []
  let step = steps.next()
  while (step.done !== true) {
    const [name, values, needed] = step.value
    const answer: Promise<{ rows: ReadonlyArray<Row> }> = client.query(prepared(name, values))
    if (needed === "no rows") {
      answer.catch(() => {})
      sent.push(answer)
      step = steps.next([])
    } else {
      step = steps.next((await answer).rows)
    }
  }
  await Promise.all([...sent, client.query("COMMIT")])
  return step.value
}

export const openPostgres = async (): Promise<Database> => {
  const pool = new Pool({
    connectionString: settings.databaseUrl,
    max: settings.databaseConnections,
    statement_timeout: statementTimeoutMs,
    pipeline: true
  })

  const rows = async (name: StatementName, values: Values): Promise<ReadonlyArray<Row>> =>
    (await pool.query(prepared(name, values))).rows

  const pageOf =
    (name: StatementName): ReadPage =>
    (organizationId, after, count) =>
      rows(name, [organizationId, after, count])

  const [key] = await rows("cursorSecret", [])

  return {
    cursorSecret: String(key?.[0]),
    isShared: true,
    findToken: async (digest) => (await rows("findToken", [digest]))[0],
    read: rows,
    write: rows,
    columnPage: pageOf("columnPage"),
    transaction: async (steps) => {
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        const result = await takeAll(client, steps)
        client.release()
        return result
      } catch (error) {
        // What is open on the connection ends with it.
        client.release(true)
        throw error
      }
    }
  }
}
