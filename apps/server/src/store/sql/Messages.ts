/**
 * {@link MessageStore} in a table. A row has the JSON of the message; the key has its number.
 */
import { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { Message } from "@partner-api/domain/Message"
import { lookAhead } from "@partner-api/domain/Pagination"
import { inBatches } from "@partner-api/service/services/Batches"
import { messagesPerRemoval, MessageStore } from "@partner-api/service/store/MessageStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orStoreError } from "./kit/Errors.ts"
import { limitClause, longTexts, shortText } from "./kit/Lists.ts"
import { ReadSql } from "./kit/Statements.ts"
import { written } from "./kit/Writes.ts"

const Of = Schema.Struct({ organizationId: OrganizationId, applicationId: ApplicationId })
const Row = Schema.Struct({ number: Schema.Int, json: Schema.String })
const encode = jsonTextOf(Message)

export const layer = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const page = SqlSchema.findAll({
      Request: Schema.Struct({ ...Of.fields, after: Schema.Int, count: Schema.Int }),
      Result: Row,
      execute: ({ after, applicationId, count, organizationId }) => read`
        SELECT number, ${read.literal(shortText("json"))} FROM messages
        WHERE organization_id = ${organizationId} AND application_id = ${applicationId} AND number > ${after}
        ORDER BY number ${limitClause(read, count)}`
    })

    // Who adds a message has locked its application, so the last number counts the messages.
    const last = SqlSchema.findOne({
      Request: Of,
      Result: Schema.Struct({ number: Schema.Int }),
      execute: ({ applicationId, organizationId }) => sql`SELECT COALESCE(MAX(number), 0) AS number FROM messages
        WHERE organization_id = ${organizationId} AND application_id = ${applicationId}`
    })

    const removed = SqlSchema.findAll({
      Request: Of,
      Result: Schema.Struct({ number: Schema.Int }),
      execute: ({ applicationId, organizationId }) => sql`
        DELETE FROM messages WHERE organization_id = ${organizationId} AND application_id = ${applicationId}
          AND number IN (
            SELECT number FROM messages WHERE organization_id = ${organizationId} AND application_id = ${applicationId}
            ORDER BY number ${limitClause(sql, messagesPerRemoval)}
          ) RETURNING number`
    })

    const removeSome = (organizationId: OrganizationId, applicationId: ApplicationId) =>
      Effect.map(removed({ organizationId, applicationId }), ({ length }) => length)

    return MessageStore.of({
      page: (organizationId, applicationId, { after, limit }) => {
        const whole = longTexts<typeof Row.Type>(read, {
          name: "messages",
          key: "number",
          keyOf: ({ number }) => number,
          column: "json",
          among: read`application_id = ${applicationId}`
        })
        return orStoreError(
          Effect.flatMap(
            page({ organizationId, applicationId, after: Number(after ?? 0), count: lookAhead(limit) }),
            (rows) =>
              whole(organizationId, {
                rows: rows.map((row) => ({ position: String(row.number), row })),
                lookedTo: undefined
              })
          )
        )
      },
      count: (organizationId, applicationId) =>
        orStoreError(Effect.map(last({ organizationId, applicationId }), ({ number }) => number)),
      insert: (organizationId, number, message) =>
        orStoreError(
          written(
            sql,
            sql`INSERT INTO messages (organization_id, application_id, number, json)
            VALUES (${organizationId}, ${message.application_id}, ${number}, ${encode(message)})`
          )
        ),
      removeSome: (organizationId, applicationId) => orStoreError(removeSome(organizationId, applicationId)),
      removeAll: (organizationId, applicationId) =>
        orStoreError(inBatches(removeSome(organizationId, applicationId), messagesPerRemoval))
    })
  })
)
