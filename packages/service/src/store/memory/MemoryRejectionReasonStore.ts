/**
 * {@link RejectionReasonStore} in memory.
 */
import { reasonIdOf } from "@partner-api/domain/Application"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { foundById, lookAhead } from "@partner-api/domain/Pagination"
import type { RejectionReason, RejectionReasonId } from "@partner-api/domain/RejectionReason"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { countedMax } from "../OrganizationStore.ts"
import { RejectionReasonStore } from "../RejectionReasonStore.ts"
import { Memory } from "./Memory.ts"
import { applications } from "./MemoryApplicationStore.ts"
import { type MemoryState, recordKind, tableOf, withRows, withTable } from "./MemoryState.ts"

export const reasons = recordKind<RejectionReason>("rejection_reasons", ({ id }) => id)

/** The reasons that applications name, one for each application. */
const named = (state: MemoryState, organizationId: OrganizationId) =>
  tableOf(state, organizationId, applications).rows.flatMap(({ application }) => {
    const id = reasonIdOf(application)
    return id === undefined ? [] : [{ id, isRejection: application.state === "REJECTED" }]
  })

export const layer = Layer.effect(
  RejectionReasonStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (organizationId: OrganizationId, id: RejectionReasonId) =>
      read((state) => Option.fromNullishOr(tableOf(state, organizationId, reasons).find(id)))
    return RejectionReasonStore.of({
      page: (organizationId, { after = "", limit }) =>
        read((state) => foundById(tableOf(state, organizationId, reasons).after(after, lookAhead(limit)))),
      find,
      lockShared: find,
      lockAll: (organizationId) => read((state) => tableOf(state, organizationId, reasons).rows),
      saveAll: (organizationId, saved) =>
        write((state) => [withRows(state, organizationId, reasons, saved), undefined]),
      remove: (organizationId, id) =>
        write((state) => [
          withTable(
            state,
            organizationId,
            reasons,
            tableOf(state, organizationId, reasons).without((row) => row.id === id)
          ),
          undefined
        ]),
      isUsed: (organizationId, id) => read((state) => named(state, organizationId).some((one) => one.id === id)),
      uses: (organizationId, id) =>
        read((state) => {
          const ofReason = named(state, organizationId).filter((one) => one.id === id)
          const rejections = ofReason.filter(({ isRejection }) => isRejection).length
          return {
            rejections: Math.min(rejections, countedMax),
            withdrawals: Math.min(ofReason.length - rejections, countedMax)
          }
        })
    })
  })
)
