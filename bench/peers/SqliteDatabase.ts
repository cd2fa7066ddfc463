/**
 * {@link Database} on SQLite, opened as the product opens it, synchronous=FULL included: one connection that writes and one that only
 * reads.
 */
import { DatabaseSync } from "node:sqlite"
import type { Database, ReadPage } from "./Database.ts"
import { statements, userValues } from "./Statements.ts"

const open = (file: string, readOnly: boolean): DatabaseSync => {
  const db = new DatabaseSync(file, { readOnly, timeout: 5_000 })
  for (const pragma of [
    "journal_mode=wal",
    "synchronous=FULL",
    "cell_size_check=1",
    "foreign_keys=1",
    "cache_size=-65536",
    "mmap_size=1073741824"
  ]) {
    db.exec(`PRAGMA ${pragma}`)
  }
  return db
}

const prepare = (db: DatabaseSync, text: string) => {
  const prepared = db.prepare(text.replaceAll("$", "?"))
  prepared.setReturnArrays(true)
  return prepared
}

export const openSqlite = (file: string): Database => {
  const writer = open(file, false)
  const reader = open(file, true)
  const findToken = prepare(reader, statements.findToken)
  const insertUser = prepare(writer, statements.insertUser)
  const countEntry = prepare(writer, statements.countEntry)
  const insertEntry = prepare(writer, statements.insertEntry)

  const pageOf = (text: string): ReadPage => {
    const query = prepare(reader, text)
    return (organizationId, after, count) => query.all(organizationId, after, count)
  }

  /** Does all of it or nothing, on disk when this returns. */
  const inTransaction = <A>(work: () => A): A => {
    writer.exec("BEGIN IMMEDIATE")
    try {
      const result = work()
      writer.exec("COMMIT")
      return result
    } catch (error) {
      writer.exec("ROLLBACK")
      throw error
    }
  }

  return {
    cursorSecret: String(prepare(reader, statements.cursorSecret).get()?.[0]),
    findToken: (digest) => findToken.get(digest),
    columnPage: pageOf(statements.columnPage),
    storedPage: pageOf(statements.storedPage),
    addUser: (organizationId, user, entry) =>
      inTransaction(() => {
        if (insertUser.get(...userValues(organizationId, user)) === undefined) return false
        const sequence = Number(countEntry.get(organizationId)?.[0])
        insertEntry.run(organizationId, sequence, entry.id, entry.json)
        return true
      })
  }
}
