/**
 * The database of a peer and its settings: SQLite as the product opens it, synchronous=FULL included, one connection that writes and
 * one that only reads.
 */
import { DatabaseSync } from "node:sqlite"

/** The environment of a peer; the names are the product's. */
export const settings = {
  port: Number(process.env["PORT"]),
  host: process.env["HOST"] ?? "127.0.0.1",
  publicUrl: process.env["PUBLIC_URL"] ?? "",
  databaseFile: (process.env["DATABASE_URL"] ?? "").slice("sqlite:".length)
}

const open = (readOnly: boolean): DatabaseSync => {
  const db = new DatabaseSync(settings.databaseFile, { readOnly, timeout: 5_000 })
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

export const writer = open(false)
export const reader = open(true)
