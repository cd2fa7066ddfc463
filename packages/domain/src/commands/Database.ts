/**
 * The entry of the journal about an operation on the whole database.
 */
import type { JournalEntry } from "../Journal.ts"

/** The entry of a database that was restored: what happened after the backup is not in its journal, and every token ended. */
export const databaseRestored: JournalEntry = {
  organizationId: undefined,
  action: "database.restored",
  resource_id: "database",
  changed: ["tokens"]
}
