/**
 * {@link Database} on PostgreSQL with `pg`, the usual driver: a pool as large as the product's, and every statement prepared once on
 * each connection, which is the driver's fastest way.
 */
import { Pool, types } from "pg"
import type { Database, ReadPage, Row } from "./Database.ts"
import { settings } from "./Settings.ts"
import { statements, userValues } from "./Statements.ts"

/** The timeout of a statement, in the database; the product has one too. */
const statementTimeoutMs = 5_000

// Whole numbers of eight bytes come as text by default. Those here are safe as numbers.
types.setTypeParser(types.builtins.INT8, Number)

/** A statement of that name, with its values. */
const prepared = (name: keyof typeof statements, values: Array<unknown>) => ({
  name,
  text: statements[name],
  values,
  rowMode: "array" as const
})

export const openPostgres = async (): Promise<Database> => {
  const pool = new Pool({
    connectionString: settings.databaseUrl,
    max: settings.databaseConnections,
    statement_timeout: statementTimeoutMs
  })

  const rows = async (name: keyof typeof statements, values: Array<unknown>): Promise<ReadonlyArray<Row>> =>
    (await pool.query(prepared(name, values))).rows

  const pageOf =
    (name: keyof typeof statements): ReadPage =>
    (organizationId, after, count) =>
      rows(name, [organizationId, after, count])

  const [key] = await rows("cursorSecret", [])

  return {
    cursorSecret: String(key?.[0]),
    findToken: async (digest) => (await rows("findToken", [digest]))[0],
    columnPage: pageOf("columnPage"),
    storedPage: pageOf("storedPage"),
    addUser: async (organizationId, user, entry) => {
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        const added = await client.query(prepared("insertUser", userValues(organizationId, user)))
        if (added.rows.length > 0) {
          const counted: { rows: ReadonlyArray<Row> } = await client.query(prepared("countEntry", [organizationId]))
          await client.query(prepared("insertEntry", [organizationId, counted.rows[0]?.[0], entry.id, entry.json]))
        }
        await client.query("COMMIT")
        client.release()
        return added.rows.length > 0
      } catch (error) {
        // What is open on the connection ends with it.
        client.release(true)
        throw error
      }
    }
  }
}
