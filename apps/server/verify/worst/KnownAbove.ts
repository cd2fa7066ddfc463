/**
 * Rows of the worst-case table that may take more than the bounds of the table, each with its own bound and the reason. A row that is not here has to
 * keep the bounds. The table fails for a bound that no row needs any more. A bound is twice what was measured on a machine that does nothing else: others
 * use the caches of the processor.
 */
import type { Engine } from "../../test/worst/Measure.ts"

/** A bound of its own. What is absent is as for every row. */
export interface KnownAbove {
  readonly cpuMsMax?: number
  readonly pieceMsMax?: number
  /** How long a bystander may wait at p99 beside eight of them. */
  readonly p99MsMax?: number
  /** Where it holds; on both engines by default. */
  readonly engine?: Engine
  readonly reason: string
}

/** An agency with 1,000 recruiters is larger than a page. */
const largeAgency: KnownAbove = {
  pieceMsMax: 18,
  reason: "a text of 1 MB is read by one statement, and tagged and sent as one"
}

/** A confirmation withdraws all others of its person for the job. */
const manyWithdrawn: KnownAbove = {
  cpuMsMax: 1_400,
  pieceMsMax: 80,
  reason:
    "rewrites 99 applications of 125 KB, with an entry and an event each: 16 MB in one commit, which is one piece on SQLite, and which PostgreSQL compresses; a person has at most 100 unconfirmed ones for a job"
}

/** By the id of the endpoint, or by that and the input: `partner jobs.list | no job has the status`. */
export const knownAbove: Readonly<Record<string, KnownAbove | undefined>> = {
  "partner attachments.create": {
    cpuMsMax: 120,
    reason: "10 MiB are hashed and written, in pieces of 64 KiB; they cost ten points"
  },
  "partner applications.transition | 99 others are withdrawn": manyWithdrawn,
  "partner confirmations.decide | 99 others are withdrawn": manyWithdrawn,
  "partner applications.eraseCandidate": {
    cpuMsMax: 1_000,
    pieceMsMax: 25,
    reason:
      "removes 1,000 messages and 100 stored answers, and rewrites 100 events: 55 MB, of which SQLite overwrites each page, in 120 commits; every fourth megabyte, SQLite writes a commit into the file as well"
  },
  "partner subjectExports.create": {
    cpuMsMax: 160,
    reason: "streams 200 messages of 40 KB with their application, in pages that cost as answers of their size do"
  },
  "partner subjectExports.create | 99 applications": {
    cpuMsMax: 400,
    reason: "streams 99 applications of 120 KB, each with what belongs to it; they cost a hundred points and more"
  },
  "partner agencies.list": largeAgency,
  "partner agencies.get": largeAgency,
  "operator organizations.agencies": largeAgency,
  "operator health.get": {
    cpuMsMax: 3_000,
    pieceMsMax: 40,
    reason:
      "looks at all of the database as `doctor` does, once in 30 seconds, for operators alone: a file on a thread of its own; the first look compiles what it runs"
  }
}
