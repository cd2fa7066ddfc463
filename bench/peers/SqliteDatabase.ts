/**
 * {@link Database} on SQLite, opened as the product opens it, synchronous=FULL included: one connection that writes and one that only
 * reads.
 */
import { DatabaseSync } from "node:sqlite"
import type { Database, ReadPage, Steps } from "./Database.ts"
import { rowLock, type StatementName, statements } from "./Statements.ts"

const open = (file: string, readOnly: boolean): DatabaseSync => {
  const db = new DatabaseSync(file, { readOnly, timeout: 5_000 })
  for (const pragma of [
    "journal_mode=wal",
    "synchronous=FULL",
    "cell_size_check=1",
    "foreign_keys=1",
    "secure_delete=1",
    "cache_size=-8192",
    "mmap_size=1073741824"
  ]) {
    db.exec(`PRAGMA ${pragma}`)
  }
  return db
}

const prepare = (db: DatabaseSync, text: string) => {
  const prepared = db.prepare(text.replaceAll("$", "?").replace(rowLock, ""))
  prepared.setReturnArrays(true)
  return prepared
}

/** The statements of a connection, each prepared once. */
const preparedOn = (db: DatabaseSync) => {
  const kept = new Map<StatementName, ReturnType<typeof prepare>>()
  return (name: StatementName) => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const made = prepare(db, statements[name])
    kept.set(name, made)
    return made
  }
}

export const openSqlite = (file: string): Database => {
  const writer = open(file, false)
  const reader = open(file, true)
  const findToken = prepare(reader, statements.findToken)
  const onReader = preparedOn(reader)
  const onWriter = preparedOn(writer)

  const pageOf = (text: string): ReadPage => {
    const query = prepare(reader, text)
    return (organizationId, after, count) => query.all(organizationId, after, count)
  }

  const takeAll = <A>(steps: Steps<A>): A => {
    let step = steps.next()
    while (step.done !== true) {
      const [name, values] = step.value
      step = steps.next(onWriter(name).all(...values))
    }
    return step.value
  }

  return {
    cursorSecret: String(prepare(reader, statements.cursorSecret).get()?.[0]),
    isShared: false,
    findToken: (digest) => findToken.get(digest),
    read: (name, values) => onReader(name).all(...values),
    write: (name, values) => onWriter(name).all(...values),
    columnPage: pageOf(statements.columnPage),
    // All of it or nothing, on disk when this returns.
    transaction: (steps) => {
      writer.exec("BEGIN IMMEDIATE")
      try {
        const result = takeAll(steps)
        writer.exec("COMMIT")
        return result
      } catch (error) {
        writer.exec("ROLLBACK")
        throw error
      }
    }
  }
}
