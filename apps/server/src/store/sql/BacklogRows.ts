/**
 * The statements that count work that waits, mails, files of applications and persons whose time is over, and their rows. The stores run them, and `doctor` does on a database that no server
 * has opened.
 */
import type { MailBacklog } from "@partner-api/service/store/MailStore"
import type { RetentionBacklog } from "@partner-api/service/store/OrganizationStore"
import type { ScanBacklog } from "@partner-api/service/store/ScanStore"
import * as Schema from "effect/Schema"

export const MailBacklogRow = Schema.Struct({
  waiting: Schema.Int,
  oldestMs: Schema.NullOr(Schema.Int),
  failed: Schema.Int
})

/** Each part reads an index of its own. */
export const mailBacklogSql = `SELECT (SELECT count(*) FROM mails WHERE state = 'WAITING') AS waiting,
  (SELECT min(created_at_ms) FROM mails WHERE state = 'WAITING') AS "oldestMs",
  (SELECT count(*) FROM mails WHERE state = 'FAILED') AS failed`

export const mailBacklogOf = ({ failed, oldestMs, waiting }: typeof MailBacklogRow.Type): MailBacklog => ({
  waiting,
  oldestMs: oldestMs ?? undefined,
  failed
})

export const ScanBacklogRow = Schema.Struct({ waiting: Schema.Int, oldestMs: Schema.NullOr(Schema.Int) })

/** `attachments` is the table, with the index to read where the engine needs it. */
export const scanBacklogSql = (attachments = "attachments"): string =>
  `SELECT count(*) AS waiting, min(changed_at_ms) AS "oldestMs"
  FROM ${attachments} WHERE state = 'STORED' AND scan_due_at_ms IS NOT NULL`

export const scanBacklogOf = ({ oldestMs, waiting }: typeof ScanBacklogRow.Type): ScanBacklog => ({
  waiting,
  oldestMs: oldestMs ?? undefined
})

export const RetentionBacklogRow = Schema.Struct({ organizations: Schema.Int, oldestMs: Schema.NullOr(Schema.Int) })

/** Reads an index of the organizations with the setting. */
export const retentionBacklogSql = `SELECT count(*) AS organizations, min(retained_at_ms) AS "oldestMs"
  FROM organizations WHERE retained_at_ms IS NOT NULL`

export const retentionBacklogOf = ({ oldestMs, organizations }: typeof RetentionBacklogRow.Type): RetentionBacklog => ({
  organizations,
  oldestMs: oldestMs ?? undefined
})
