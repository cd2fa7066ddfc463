/**
 * What the audit log keeps of entries of the journal: all but the event, which holds a record and does not stay.
 */
import * as Struct from "effect/Struct"
import type { JournalEntry } from "../src/Journal.ts"

export const auditParts = (entries: ReadonlyArray<JournalEntry>) =>
  entries.map((entry) => Struct.omit(entry, ["event"]))
