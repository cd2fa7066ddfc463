/**
 * {@link AgencyInvitationStore} in memory.
 */
import { statusOf, type StoredAgencyInvitation } from "@partner-api/domain/AgencyInvitation"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { foundById, lookAhead } from "@partner-api/domain/Pagination"
import { dayStartMs } from "@partner-api/domain/StorageQuota"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgencyInvitationStore } from "../AgencyInvitationStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordKind, tableOf, withRows } from "./MemoryState.ts"

const invitations = recordKind<StoredAgencyInvitation>("agency_invitations", ({ id }) => id)

const allOf = ({ records }: MemoryState): ReadonlyArray<StoredAgencyInvitation> =>
  records.rows.flatMap(({ tables }) => Context.get(tables, invitations).rows)

const saved = (state: MemoryState, invitation: StoredAgencyInvitation): MemoryState =>
  withRows(state, invitation.organizationId, invitations, [invitation])

export const layer = Layer.effect(
  AgencyInvitationStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (organizationId: OrganizationId, id: string) =>
      read((state) => Option.fromNullishOr(tableOf(state, organizationId, invitations).find(id)))
    const ofLink = (digest: string) =>
      read((state) => Option.fromNullishOr(allOf(state).find((invitation) => invitation.digest === digest)))
    const save = (invitation: StoredAgencyInvitation) => write((state) => [saved(state, invitation), undefined])
    return AgencyInvitationStore.of({
      page: (organizationId, { filter: { status }, nowMs }, { after = "", limit }) =>
        read((state) =>
          foundById(
            tableOf(state, organizationId, invitations)
              .after(after, Number.POSITIVE_INFINITY)
              .filter((invitation) => status === undefined || statusOf(invitation, nowMs) === status)
              .slice(0, lookAhead(limit))
          )
        ),
      find,
      lock: find,
      ofLink,
      lockOfLink: ofLink,
      lockUse: (organizationId, nowMs) =>
        read((state) => {
          const { rows } = tableOf(state, organizationId, invitations)
          const ends = rows.flatMap((row) => (statusOf(row, nowMs) === "PENDING" ? [row.expiresAtMs] : []))
          const ofDay = rows.filter(({ linkDayMs }) => linkDayMs === dayStartMs(nowMs))
          return {
            pending: ends.length,
            nextEndMs: ends.length === 0 ? undefined : Math.min(...ends),
            linksOfDay: ofDay.reduce((sum, { linksOfDay }) => sum + linksOfDay, 0)
          }
        }),
      insert: save,
      save,
      erasePersons: (endedBeforeMs) =>
        write((state) => {
          const ended = allOf(state).filter(({ endsAtMs, person }) => person !== undefined && endsAtMs < endedBeforeMs)
          return [ended.reduce((next, row) => saved(next, { ...row, person: undefined }), state), ended.length]
        })
    })
  })
)
