/**
 * {@link PlacementStore} in memory.
 */
import { holdEndMs } from "@partner-api/domain/commands/Placement"
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { Placement, type PlacementId, type StoredPlacement } from "@partner-api/domain/Placement"
import { meetsPlacementFilter } from "@partner-api/domain/PlacementFilter"
import { dueDayOf, type PlacementStatus } from "@partner-api/domain/PlacementStatus"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { placementsPerLook, PlacementStore } from "../PlacementStore.ts"
import type { StoredJson } from "../StoredJson.ts"
import { Memory } from "./Memory.ts"
import { pageOfTexts } from "./MemoryPages.ts"
import { type MemoryState, recordKind, tableOf } from "./MemoryState.ts"
import { foundRows, written } from "./MemoryWrites.ts"

export const placements = recordKind<StoredPlacement>("placements", ({ placement }) => placement.id)

const encode = jsonTextOf(Placement)

const toListed = ({ placement }: StoredPlacement): StoredJson => ({ id: placement.id, json: encode(placement) })

/** The statuses of the placements of an application. */
export const placementStatuses = (
  state: MemoryState,
  organizationId: OrganizationId,
  applicationId: ApplicationId
): ReadonlyArray<PlacementStatus> =>
  tableOf(state, organizationId, placements).rows.flatMap(({ placement }) =>
    placement.application_id === applicationId ? [placement.status] : []
  )

/** Until when a placement of an application may hold the name of its erased person. */
export const heldUntilMs = (
  state: MemoryState,
  { applicationId, organizationId }: { readonly applicationId: ApplicationId; readonly organizationId: OrganizationId }
): number | undefined => {
  const held = tableOf(state, organizationId, placements).rows.filter(
    ({ erasureRequestedMs, placement }) =>
      placement.application_id === applicationId && erasureRequestedMs !== undefined
  )
  return held.length === 0 ? undefined : Math.max(...held.map(({ placement }) => holdEndMs(placement)))
}

/** The placements of all organizations for which a condition holds. */
const those = (state: MemoryState, holds: (stored: StoredPlacement) => boolean) =>
  state.records.rows
    .flatMap(({ organizationId }) =>
      tableOf(state, organizationId, placements)
        .rows.filter(holds)
        .map(({ placement: { id } }) => ({ organizationId, id }))
    )
    .slice(0, placementsPerLook)

export const layer = Layer.effect(
  PlacementStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (organizationId: OrganizationId, id: PlacementId) =>
      read((state) => Option.fromUndefinedOr(tableOf(state, organizationId, placements).find(id)))
    const saveAll = (organizationId: OrganizationId, stored: ReadonlyArray<StoredPlacement>) =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
        write((state) => [written(state, organizationId, placements, stored, nowMs), undefined])
      )
    return PlacementStore.of({
      page: (organizationId, agencyId, filter, request) =>
        read((state) => {
          const { lookedTo, rows } = foundRows(state, organizationId, placements, request, {
            filter,
            meets: ({ placement }, writtenAtMs) =>
              (agencyId === undefined || placement.agency_id === agencyId) &&
              meetsPlacementFilter(filter, placement, writtenAtMs)
          })
          return pageOfTexts({ rows: rows.map(({ position, row }) => ({ position, row: toListed(row) })), lookedTo })
        }),
      shown: (organizationId, agencyId, id) =>
        Effect.map(find(organizationId, id), (found) =>
          Option.map(
            Option.filter(found, ({ placement }) => agencyId === undefined || placement.agency_id === agencyId),
            toListed
          )
        ),
      find,
      lock: find,
      lockOf: (organizationId, applicationId) =>
        read((state) =>
          tableOf(state, organizationId, placements)
            .after("", Number.POSITIVE_INFINITY)
            .filter(({ placement }) => placement.application_id === applicationId)
        ),
      due: (today) =>
        read((state) =>
          those(state, ({ placement }) => {
            const day = dueDayOf(placement)
            return day !== undefined && day < today
          })
        ),
      firstDue: (today) =>
        read((state) =>
          Option.fromUndefinedOr(
            state.records.rows
              .flatMap(({ organizationId }) => tableOf(state, organizationId, placements).rows)
              .flatMap(({ placement }) => dueDayOf(placement) ?? [])
              .filter((day) => day < today)
              .toSorted()[0]
          )
        ),
      heldUntil: (nowMs) =>
        read((state) =>
          those(
            state,
            ({ erasureRequestedMs, placement }) => erasureRequestedMs !== undefined && holdEndMs(placement) <= nowMs
          )
        ),
      insertAll: saveAll,
      save: (organizationId, stored) => saveAll(organizationId, [stored])
    })
  })
)
