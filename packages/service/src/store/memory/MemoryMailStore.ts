/**
 * {@link MailStore} in memory.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { mailsPerLook, MailStore, type StoredMail } from "../MailStore.ts"
import { Memory } from "./Memory.ts"
import type { MailRow, MemoryState } from "./MemoryState.ts"

const isWaiting = ({ state }: MailRow): boolean => state === "WAITING"

const changed = (state: MemoryState, id: string, change: (row: MailRow) => MailRow): MemoryState => {
  const row = state.mails.find(id)
  return row === undefined ? state : { ...state, mails: state.mails.put(change(row)) }
}

/** A row without its text. */
const forgotten = (row: MailRow, state: MailRow["state"]): MailRow => ({ state, mail: { ...row.mail, sealed: "" } })

export const layer = Layer.effect(
  MailStore,
  Effect.map(Memory, ({ read, write }) =>
    MailStore.of({
      lockUse: ({ addressKey, clientId }, sinceMs) =>
        read((state) => {
          const today = state.mails.rows.filter(({ mail }) => mail.createdAtMs >= sinceMs)
          return {
            ofAddress: today.filter(({ mail }) => mail.addressKey === addressKey).length,
            ofClient: today.filter(({ mail }) => mail.clientId === clientId).length
          }
        }),
      insert: (mail) => write((state) => [{ ...state, mails: state.mails.put({ mail, state: "WAITING" }) }, undefined]),
      waiting: (organizationId, subjectId) =>
        read((state) =>
          state.mails.rows
            .filter(
              (row) => isWaiting(row) && row.mail.organizationId === organizationId && row.mail.subjectId === subjectId
            )
            .map(({ mail }) => mail)
            .toSorted((left, right) => left.createdAtMs - right.createdAtMs)
        ),
      forget: (organizationId, subjectId) =>
        write((state) => [
          state.mails.rows
            .filter(
              (row) => isWaiting(row) && row.mail.organizationId === organizationId && row.mail.subjectId === subjectId
            )
            .reduce((next, { mail }) => changed(next, mail.id, (row) => forgotten(row, "FORGOTTEN")), state),
          undefined
        ]),
      due: (nowMs) =>
        read((state) =>
          state.mails.rows
            .filter((row) => isWaiting(row) && row.mail.dueAtMs <= nowMs)
            .map(({ mail }) => mail)
            .toSorted((left, right) => left.dueAtMs - right.dueAtMs)
            .slice(0, mailsPerLook)
        ),
      take: ({ dueAtMs, id }, untilMs) =>
        write((state) => {
          const row = state.mails.find(id)
          if (row === undefined || !isWaiting(row) || row.mail.dueAtMs !== dueAtMs) return [state, Option.none()]
          const mail: StoredMail = { ...row.mail, attempts: row.mail.attempts + 1, dueAtMs: untilMs }
          return [{ ...state, mails: state.mails.put({ ...row, mail }) }, Option.some(mail)]
        }),
      end: (id, outcome) =>
        write((state) => [changed(state, id, (row) => (isWaiting(row) ? forgotten(row, outcome) : row)), undefined]),
      postpone: (id, dueAtMs) =>
        write((state) => [changed(state, id, (row) => ({ ...row, mail: { ...row.mail, dueAtMs } })), undefined]),
      sealedOtherwise: (keyId, afterId) =>
        read((state) =>
          state.mails.rows
            .filter((row) => isWaiting(row) && row.mail.keyId !== keyId && row.mail.id > afterId)
            .map(({ mail }) => mail)
            .toSorted((left, right) => (left.id < right.id ? -1 : 1))
            .slice(0, mailsPerLook)
        ),
      reseal: ({ id, keyId, sealed }) =>
        write((state) => [
          changed(state, id, (row) => (isWaiting(row) ? { ...row, mail: { ...row.mail, keyId, sealed } } : row)),
          undefined
        ]),
      backlog: read((state) => {
        const times = state.mails.rows.filter(isWaiting).map(({ mail }) => mail.createdAtMs)
        return {
          waiting: times.length,
          oldestMs: times.length === 0 ? undefined : Math.min(...times),
          failed: state.mails.rows.filter((row) => row.state === "FAILED").length
        }
      }),
      purge: (beforeMs) =>
        write((state) => {
          const old = state.mails.rows.filter(({ mail }) => mail.createdAtMs < beforeMs)
          return [{ ...state, mails: state.mails.without(({ mail }) => mail.createdAtMs < beforeMs) }, old.length]
        })
    })
  )
)
