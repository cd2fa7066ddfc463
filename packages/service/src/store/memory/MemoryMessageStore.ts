/**
 * {@link MessageStore} in memory.
 */
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { Message, messagesMax } from "@partner-api/domain/Message"
import { lookAhead } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { messagesPerRemoval, MessageStore } from "../MessageStore.ts"
import { Memory } from "./Memory.ts"
import { pageOfTexts } from "./MemoryPages.ts"
import { type MemoryState, recordKind, tableOf, withRows, withTable } from "./MemoryState.ts"

interface MessageRow {
  readonly applicationId: ApplicationId
  readonly number: number
  readonly json: string
}

const encode = jsonTextOf(Message)
const digits = String(messagesMax).length

/** The key of a message: the keys of an application are in the order of the numbers. */
const keyOf = ({ applicationId, number }: Pick<MessageRow, "applicationId" | "number">): string =>
  `${applicationId} ${String(number).padStart(digits, "0")}`

const messages = recordKind<MessageRow>("messages", keyOf)

const ofApplication = (state: MemoryState, organizationId: OrganizationId, applicationId: ApplicationId, after = 0) =>
  tableOf(state, organizationId, messages)
    .after(keyOf({ applicationId, number: after }), messagesMax)
    .filter((row) => row.applicationId === applicationId)

export const layer = Layer.effect(
  MessageStore,
  Effect.map(Memory, ({ read, write }) =>
    MessageStore.of({
      page: (organizationId, applicationId, { after, limit }) =>
        read((state) =>
          pageOfTexts({
            rows: ofApplication(state, organizationId, applicationId, Number(after ?? 0))
              .slice(0, lookAhead(limit))
              .map((row) => ({ position: String(row.number), row })),
            lookedTo: undefined
          })
        ),
      count: (organizationId, applicationId) =>
        read((state) => ofApplication(state, organizationId, applicationId).length),
      insert: (organizationId, number, message) =>
        write((state) => [
          withRows(state, organizationId, messages, [
            { applicationId: message.application_id, number, json: encode(message) }
          ]),
          undefined
        ]),
      removeSome: (organizationId, applicationId) =>
        write((state) => {
          const removed = ofApplication(state, organizationId, applicationId).slice(0, messagesPerRemoval)
          const table = tableOf(state, organizationId, messages).without((row) => removed.includes(row))
          return [withTable(state, organizationId, messages, table), removed.length]
        }),
      removeAll: (organizationId, applicationId) =>
        write((state) => [
          withTable(
            state,
            organizationId,
            messages,
            tableOf(state, organizationId, messages).without((row) => row.applicationId === applicationId)
          ),
          undefined
        ])
    })
  )
)
