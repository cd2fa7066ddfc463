/**
 * What `doctor` reads of work that waits, on either engine: mails and scans. Reads only.
 */
import type { MailBacklog } from "@partner-api/service/store/MailStore"
import type { ScanBacklog } from "@partner-api/service/store/ScanStore"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ReadRows } from "../sql/kit/Statements.ts"

/** What waits. */
export interface Backlogs {
  readonly mails: MailBacklog
  readonly scans: ScanBacklog
}

/** The schemas from which on there are mails, and files that wait for a scanner. */
const mailsSince = 44
const scansSince = 45

/** Nothing waits. */
export const noBacklogs: Backlogs = {
  mails: { waiting: 0, oldestMs: undefined, failed: 0 },
  scans: { waiting: 0, oldestMs: undefined }
}

const Waiting = Schema.Struct({ waiting: Schema.Int, oldestMs: Schema.NullOr(Schema.Int), failed: Schema.Int })

const mailsSql = `SELECT (SELECT count(*) FROM mails WHERE state = 'WAITING') AS waiting,
  (SELECT min(created_at_ms) FROM mails WHERE state = 'WAITING') AS "oldestMs",
  (SELECT count(*) FROM mails WHERE state = 'FAILED') AS failed`

const scansSql = `SELECT count(*) AS waiting, min(changed_at_ms) AS "oldestMs", 0 AS failed
  FROM attachments WHERE state = 'STORED' AND scan_due_at_ms IS NOT NULL`

/** Reads them from a database with the schema `version`. */
export const readBacklogs = <E>(rows: ReadRows<E>, version: number): Effect.Effect<Backlogs, E> =>
  Effect.gen(function* () {
    const [mails] = version < mailsSince ? [] : yield* rows(Waiting, mailsSql)
    const [scans] = version < scansSince ? [] : yield* rows(Waiting, scansSql)
    return {
      mails: mails === undefined ? noBacklogs.mails : { ...mails, oldestMs: mails.oldestMs ?? undefined },
      scans: scans === undefined ? noBacklogs.scans : { waiting: scans.waiting, oldestMs: scans.oldestMs ?? undefined }
    }
  })
