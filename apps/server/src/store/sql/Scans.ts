/**
 * {@link ScanStore} on the table of attachments. A row waits while it is stored and has a moment at which it is due.
 */
import { Attachment, AttachmentId } from "@partner-api/domain/Attachment"
import { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { AttachmentKey } from "@partner-api/service/store/AttachmentStore"
import { scansPerLook, ScanStore, type WaitingScan } from "@partner-api/service/store/ScanStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { scanBacklogOf, ScanBacklogRow, scanBacklogSql } from "./BacklogRows.ts"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause } from "./kit/Lists.ts"
import { ReadSql } from "./kit/Statements.ts"
import { storedResource } from "./kit/StoredValues.ts"

const key = { organization_id: OrganizationId, application_id: ApplicationId, id: AttachmentId }
const Row = Schema.Struct({
  ...key,
  json: storedResource(Attachment),
  scan_due_at_ms: Schema.Int,
  scan_attempts: Schema.Int
})
const columns = "organization_id, application_id, id, json, scan_due_at_ms, scan_attempts"
const encode = jsonTextOf(Attachment)

const toScan = (row: typeof Row.Type): WaitingScan => ({
  key: { organizationId: row.organization_id, applicationId: row.application_id, id: row.id },
  attachment: row.json,
  dueAtMs: row.scan_due_at_ms,
  attempts: row.scan_attempts
})

export const layer = Layer.effect(
  ScanStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const isWaiting = ({ applicationId, id, organizationId }: Record<keyof AttachmentKey, string>) => sql`
      organization_id = ${organizationId} AND application_id = ${applicationId} AND id = ${id}
      AND state = 'STORED' AND scan_due_at_ms IS NOT NULL`

    const due = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Row,
      execute: (nowMs) => read`SELECT ${read.literal(columns)}
        FROM ${indexedTable(read, "attachments", "attachments_pending")}
        WHERE state = 'STORED' AND scan_due_at_ms IS NOT NULL AND scan_due_at_ms <= ${nowMs}
        ORDER BY scan_due_at_ms ${limitClause(read, scansPerLook)}`
    })
    const Taken = Schema.Struct({
      organizationId: OrganizationId,
      applicationId: ApplicationId,
      id: AttachmentId,
      dueAtMs: Schema.Int,
      untilMs: Schema.Int
    })
    const take = SqlSchema.findOneOption({
      Request: Taken,
      Result: Row,
      execute: ({ dueAtMs, untilMs, ...of }) => sql`UPDATE attachments
        SET scan_attempts = scan_attempts + 1, scan_due_at_ms = ${untilMs}
        WHERE ${isWaiting(of)} AND scan_due_at_ms = ${dueAtMs} RETURNING ${sql.literal(columns)}`
    })
    const end = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        applicationId: ApplicationId,
        id: AttachmentId,
        json: Schema.String
      }),
      Result: Schema.Struct({ id: AttachmentId }),
      execute: ({ json, ...of }) => sql`UPDATE attachments
        SET json = ${json}, scan_due_at_ms = NULL WHERE ${isWaiting(of)} RETURNING id`
    })
    const attachments = read.onDialectOrElse({
      sqlite: () => "attachments INDEXED BY attachments_pending",
      orElse: () => "attachments"
    })
    const backlog = SqlSchema.findOne({
      Request: Schema.Void,
      Result: ScanBacklogRow,
      execute: () => read`${read.literal(scanBacklogSql(attachments))}`
    })

    return ScanStore.of({
      due: (nowMs) => orStoreError(Effect.map(due(nowMs), (rows) => rows.map(toScan))),
      take: ({ dueAtMs, key: of }, untilMs) =>
        orStoreError(Effect.map(take({ ...of, dueAtMs, untilMs }), Option.map(toScan))),
      postpone: (of, dueAtMs) =>
        orStoreError(Effect.asVoid(sql`UPDATE attachments SET scan_due_at_ms = ${dueAtMs} WHERE ${isWaiting(of)}`)),
      end: (of, attachment) =>
        orStoreError(Effect.map(end({ ...of, json: encode(attachment) }), (rows) => rows.length > 0)),
      backlog: orStoreError(Effect.map(backlog(), scanBacklogOf))
    })
  })
)
