/**
 * {@link MailStore} in a table. The text of a mail that is sent, given up or forgotten is NULL.
 */
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { mailsPerLook, mailsPerPurge, MailStore, type StoredMail } from "@partner-api/service/store/MailStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { mailBacklogOf, MailBacklogRow, mailBacklogSql } from "./BacklogRows.ts"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause } from "./kit/Lists.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { written } from "./kit/Writes.ts"

const Row = Schema.Struct({
  id: Schema.String,
  organization_id: OrganizationId,
  kind: Schema.Literals(["INVITATION", "CONFIRMATION"]),
  subject_id: Schema.String,
  client_id: ClientId,
  address_key: Schema.String,
  key_id: Schema.String,
  sealed: Schema.String,
  created_at_ms: Schema.Int,
  due_at_ms: Schema.Int,
  attempts: Schema.Int
})

const toMail = (row: typeof Row.Type): StoredMail => ({
  id: row.id,
  organizationId: row.organization_id,
  kind: row.kind,
  subjectId: row.subject_id,
  clientId: row.client_id,
  addressKey: row.address_key,
  keyId: row.key_id,
  sealed: row.sealed,
  createdAtMs: row.created_at_ms,
  dueAtMs: row.due_at_ms,
  attempts: row.attempts
})

const toRow = (mail: StoredMail) => ({
  id: mail.id,
  organization_id: mail.organizationId,
  kind: mail.kind,
  subject_id: mail.subjectId,
  client_id: mail.clientId,
  address_key: mail.addressKey,
  key_id: mail.keyId,
  sealed: mail.sealed,
  created_at_ms: mail.createdAtMs,
  due_at_ms: mail.dueAtMs,
  attempts: mail.attempts,
  state: "WAITING"
})

const columns = Struct.keys(Row.fields).join(", ")

export const layer = Layer.effect(
  MailStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    const use = SqlSchema.findOne({
      Request: Schema.Struct({ addressKey: Schema.String, clientId: ClientId, sinceMs: Schema.Int }),
      Result: Schema.Struct({ ofAddress: Schema.Int, ofClient: Schema.Int }),
      execute: ({ addressKey, clientId, sinceMs }) => sql`
        SELECT (SELECT count(*) FROM ${indexedTable(sql, "mails", "mails_address")}
                WHERE address_key = ${addressKey} AND created_at_ms >= ${sinceMs}) AS "ofAddress",
          (SELECT count(*) FROM ${indexedTable(sql, "mails", "mails_client")}
           WHERE client_id = ${clientId} AND created_at_ms >= ${sinceMs}) AS "ofClient"`
    })
    const due = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Row,
      execute: (nowMs) => read`SELECT ${read.literal(columns)} FROM mails
        WHERE state = 'WAITING' AND due_at_ms <= ${nowMs} ORDER BY due_at_ms ${limitClause(read, mailsPerLook)}`
    })
    const waiting = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, subjectId: Schema.String }),
      Result: Row,
      execute: ({ organizationId, subjectId }) => read`
        SELECT ${read.literal(columns)} FROM ${indexedTable(read, "mails", "mails_subject")}
        WHERE organization_id = ${organizationId} AND subject_id = ${subjectId} AND state = 'WAITING'
        ORDER BY created_at_ms`
    })
    const take = SqlSchema.findOneOption({
      Request: Schema.Struct({ id: Schema.String, dueAtMs: Schema.Int, untilMs: Schema.Int }),
      Result: Row,
      execute: ({ dueAtMs, id, untilMs }) => sql`
        UPDATE mails SET attempts = attempts + 1, due_at_ms = ${untilMs}
        WHERE id = ${id} AND state = 'WAITING' AND due_at_ms = ${dueAtMs} RETURNING ${sql.literal(columns)}`
    })
    const sealedOtherwise = SqlSchema.findAll({
      Request: Schema.Struct({ keyId: Schema.String, afterId: Schema.String }),
      Result: Row,
      execute: ({ afterId, keyId }) => sql`SELECT ${sql.literal(columns)} FROM mails
        WHERE state = 'WAITING' AND key_id <> ${keyId} AND id > ${afterId} ORDER BY id ${limitClause(sql, mailsPerLook)}`
    })
    const backlog = SqlSchema.findOne({
      Request: Schema.Void,
      Result: MailBacklogRow,
      execute: () => read`${read.literal(mailBacklogSql)}`
    })

    return MailStore.of({
      lockUse: ({ addressKey, clientId }, sinceMs) =>
        orStoreError(
          Effect.gen(function* () {
            yield* locks.named("mails of a client", clientId)
            yield* locks.named("mails to an address", addressKey)
            return yield* use({ addressKey, clientId, sinceMs })
          })
        ),
      insert: (mail) => orStoreError(written(sql, sql`INSERT INTO mails ${sql.insert(toRow(mail))}`)),
      waiting: (organizationId, subjectId) =>
        orStoreError(Effect.map(waiting({ organizationId, subjectId }), (rows) => rows.map(toMail))),
      forget: (organizationId, subjectId) =>
        orStoreError(
          Effect.asVoid(sql`UPDATE mails SET state = 'FORGOTTEN', sealed = NULL
            WHERE organization_id = ${organizationId} AND subject_id = ${subjectId} AND state = 'WAITING'`)
        ),
      due: (nowMs) => orStoreError(Effect.map(due(nowMs), (rows) => rows.map(toMail))),
      take: ({ dueAtMs, id }, untilMs) => orStoreError(Effect.map(take({ id, dueAtMs, untilMs }), Option.map(toMail))),
      end: (id, state) =>
        orStoreError(
          Effect.asVoid(sql`UPDATE mails SET state = ${state}, sealed = NULL WHERE id = ${id} AND state = 'WAITING'`)
        ),
      postpone: (id, dueAtMs) =>
        orStoreError(
          Effect.asVoid(sql`UPDATE mails SET due_at_ms = ${dueAtMs} WHERE id = ${id} AND state = 'WAITING'`)
        ),
      sealedOtherwise: (keyId, afterId) =>
        orStoreError(Effect.map(sealedOtherwise({ keyId, afterId }), (rows) => rows.map(toMail))),
      reseal: ({ id, keyId, sealed }) =>
        orStoreError(
          Effect.asVoid(
            sql`UPDATE mails SET key_id = ${keyId}, sealed = ${sealed} WHERE id = ${id} AND state = 'WAITING'`
          )
        ),
      backlog: orStoreError(Effect.map(backlog(), mailBacklogOf)),
      purge: (beforeMs) =>
        orStoreError(
          Effect.map(
            sql`DELETE FROM mails WHERE id IN (
                SELECT id FROM mails WHERE created_at_ms < ${beforeMs} ${limitClause(sql, mailsPerPurge)}
              ) AND ${locks.alone("purge mails")} RETURNING id`,
            (rows) => rows.length
          )
        )
    })
  })
)
