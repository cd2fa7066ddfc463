/**
 * {@link AttachmentStore} in a table. A row has the JSON of a settled attachment; one that is begun or removed has none.
 */
import { Attachment, AttachmentId } from "@partner-api/domain/Attachment"
import { ApplicationId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { type AttachmentKey, attachmentsPerSweep, AttachmentStore } from "@partner-api/service/store/AttachmentStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause } from "./kit/Lists.ts"
import { storedResource } from "./kit/StoredValues.ts"
import { onlyRow } from "./kit/Rows.ts"
import { written } from "./kit/Writes.ts"

const Key = Schema.Struct({ organizationId: OrganizationId, applicationId: ApplicationId, id: AttachmentId })
const Of = Schema.Struct({ organizationId: OrganizationId, applicationId: ApplicationId })
const Row = Schema.Struct({ json: storedResource(Attachment) })
const Bytes = Schema.Struct({ bytes: Schema.Int })
const bytesRow = onlyRow(Bytes)
const encode = jsonTextOf(Attachment)

/** The bytes of a row; 0 where there is none. */
const bytesIn = Option.match({ onNone: () => 0, onSome: ({ bytes }: typeof Bytes.Type) => bytes })

export const layer = Layer.effect(
  AttachmentStore,
  Effect.gen(function* () {
    // Uploads judge what they have written a moment before, so every read is one of the writing connection.
    const sql = yield* SqlClient.SqlClient

    const isOf = ({ applicationId, organizationId }: Record<"organizationId" | "applicationId", string>) =>
      sql`organization_id = ${organizationId} AND application_id = ${applicationId}`
    const is = (key: Record<keyof AttachmentKey, string>) => sql`${isOf(key)} AND id = ${key.id}`

    const find = SqlSchema.findOneOption({
      Request: Key,
      Result: Row,
      execute: (key) => sql`SELECT json FROM attachments WHERE ${is(key)} AND state = 'STORED'`
    })

    const ofApplication = SqlSchema.findAll({
      Request: Of,
      Result: Row,
      execute: (key) => sql`SELECT json FROM attachments WHERE ${isOf(key)} AND state = 'STORED' ORDER BY id`
    })

    const settle = SqlSchema.findAll({
      Request: Schema.Struct({
        ...Key.fields,
        json: Schema.String,
        bytes: Schema.Int,
        nowMs: Schema.Int,
        dueAtMs: Schema.NullOr(Schema.Int)
      }),
      Result: Schema.Struct({ id: AttachmentId }),
      execute: ({ bytes, dueAtMs, json, nowMs, ...key }) => sql`UPDATE attachments
        SET state = 'STORED', json = ${json}, size_bytes = ${bytes}, changed_at_ms = ${nowMs},
          scan_due_at_ms = ${dueAtMs}
        WHERE ${is(key)} AND state = 'WRITING' RETURNING id`
    })

    const countBytes = SqlSchema.findOne({
      Request: Schema.Struct({ clientId: ClientId, dayAtMs: Schema.Int, bytes: Schema.Int }),
      Result: Bytes,
      execute: ({ bytes, clientId, dayAtMs }) => sql`INSERT INTO attachment_bytes (day_at_ms, client_id, bytes)
        VALUES (${dayAtMs}, ${clientId}, ${bytes})
        ON CONFLICT (day_at_ms, client_id) DO UPDATE SET bytes = attachment_bytes.bytes + excluded.bytes
        RETURNING bytes`
    })

    const sentBytes = SqlSchema.findOneOption({
      Request: Schema.Struct({ clientId: ClientId, dayAtMs: Schema.Int }),
      Result: Bytes,
      execute: ({ clientId, dayAtMs }) =>
        sql`SELECT bytes FROM attachment_bytes WHERE day_at_ms = ${dayAtMs} AND client_id = ${clientId}`
    })

    const unsettled = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Key,
      execute: (begunBeforeMs) => sql`
        SELECT organization_id AS "organizationId", application_id AS "applicationId", id
        FROM ${indexedTable(sql, "attachments", "attachments_unsettled")}
        WHERE state <> 'STORED' AND (state = 'REMOVED' OR changed_at_ms < ${begunBeforeMs})
        ORDER BY changed_at_ms ${limitClause(sql, attachmentsPerSweep)}`
    })

    const firstUnsettled = SqlSchema.findOneOption({
      Request: Schema.Int,
      Result: Schema.Struct({ changedAtMs: Schema.Int }),
      execute: (begunBeforeMs) => sql`
        SELECT changed_at_ms AS "changedAtMs"
        FROM ${indexedTable(sql, "attachments", "attachments_unsettled")}
        WHERE state <> 'STORED' AND (state = 'REMOVED' OR changed_at_ms < ${begunBeforeMs})
        ORDER BY changed_at_ms ${limitClause(sql, 1)}`
    })

    const storedBytes = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Bytes,
      execute: (organizationId) => sql`SELECT bytes FROM attachment_totals WHERE organization_id = ${organizationId}`
    })

    /** Adds to the bytes of an organization. */
    const addStored = (organizationId: OrganizationId, bytes: number) =>
      sql`INSERT INTO attachment_totals (organization_id, bytes) VALUES (${organizationId}, ${bytes})
        ON CONFLICT (organization_id) DO UPDATE SET bytes = attachment_totals.bytes + excluded.bytes`

    const bytesOf = (condition: Fragment) =>
      bytesRow(sql`SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS bytes FROM attachments WHERE ${condition}`)

    /** Removes rows of an organization. Their application is locked, so that their bytes are those that the statement before has read. */
    const removeWhere = (organizationId: OrganizationId, condition: Fragment, nowMs: number) =>
      Effect.gen(function* () {
        const { bytes } = yield* bytesOf(condition)
        yield* written(
          sql,
          sql`UPDATE attachments SET state = 'REMOVED', json = NULL, size_bytes = 0, changed_at_ms = ${nowMs}, scan_due_at_ms = NULL
            WHERE ${condition}`
        )
        if (bytes > 0) yield* written(sql, addStored(organizationId, -bytes))
      })

    return AttachmentStore.of({
      begin: ({ applicationId, id, organizationId }, nowMs) =>
        orStoreError(
          written(
            sql,
            sql`INSERT INTO attachments
            (organization_id, application_id, id, state, size_bytes, changed_at_ms, json)
            VALUES (${organizationId}, ${applicationId}, ${id}, 'WRITING', 0, ${nowMs}, NULL)`
          )
        ),
      settle: (key, attachment, nowMs) =>
        orStoreError(
          Effect.flatMap(
            settle({
              ...key,
              json: encode(attachment),
              bytes: attachment.size_bytes,
              nowMs,
              dueAtMs: attachment.scan_status === "PENDING" ? nowMs : null
            }),
            (rows) =>
              rows.length === 0
                ? Effect.succeed(false)
                : Effect.as(written(sql, addStored(key.organizationId, attachment.size_bytes)), true)
          )
        ),
      find: (key) =>
        orStoreError(
          Effect.map(
            find(key),
            Option.map(({ json }) => json)
          )
        ),
      ofApplication: (organizationId, applicationId) =>
        orStoreError(
          Effect.map(ofApplication({ organizationId, applicationId }), (rows) => rows.map(({ json }) => json))
        ),
      remove: (key, nowMs) => orStoreError(removeWhere(key.organizationId, is(key), nowMs)),
      abandon: (key, nowMs) =>
        orStoreError(removeWhere(key.organizationId, sql`${is(key)} AND state = 'WRITING'`, nowMs)),
      removeAll: (organizationId, applicationId, nowMs) =>
        orStoreError(removeWhere(organizationId, isOf({ organizationId, applicationId }), nowMs)),
      storedBytes: (organizationId) => orStoreError(Effect.map(storedBytes(organizationId), bytesIn)),
      sentBytes: (clientId, dayAtMs) => orStoreError(Effect.map(sentBytes({ clientId, dayAtMs }), bytesIn)),
      countBytes: (clientId, dayAtMs, bytes) =>
        orStoreError(Effect.map(countBytes({ clientId, dayAtMs, bytes }), (row) => row.bytes)),
      unsettled: (begunBeforeMs) => orStoreError(unsettled(begunBeforeMs)),
      firstUnsettledMs: (begunBeforeMs) =>
        orStoreError(
          Effect.map(
            firstUnsettled(begunBeforeMs),
            Option.map(({ changedAtMs }) => changedAtMs)
          )
        ),
      forget: (key) => orStoreError(Effect.asVoid(sql`DELETE FROM attachments WHERE ${is(key)} AND state <> 'STORED'`)),
      purgeBytes: (beforeMs) =>
        orStoreError(Effect.asVoid(sql`DELETE FROM attachment_bytes WHERE day_at_ms < ${beforeMs}`))
    })
  })
)
