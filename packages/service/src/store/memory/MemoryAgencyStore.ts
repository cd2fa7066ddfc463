/**
 * {@link AgencyStore} in memory.
 */
import { initialFees } from "@partner-api/domain/AgencyFees"
import { meetsAgencyFilter } from "@partner-api/domain/AgencyFilter"
import { foundById, lookAhead } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgencyStore } from "../AgencyStore.ts"
import { Memory } from "./Memory.ts"
import { type AgencyRow, type MemoryState, recordsOf } from "./MemoryState.ts"
import type { OrganizationId } from "@partner-api/domain/Ids"

const put = (state: MemoryState, organizationId: OrganizationId, ...rows: ReadonlyArray<AgencyRow>): MemoryState => {
  const records = recordsOf(state, organizationId)
  const agencies = rows.reduce((table, row) => table.put(row), records.agencies)
  return { ...state, records: state.records.put({ ...records, agencies }) }
}

/** An agency shows which kind of fee applies. */
const shown = ({ agency, fees }: AgencyRow) => ({ ...agency, optimizedFee: fees.optimizedFee })

export const layer = Layer.effect(
  AgencyStore,
  Effect.map(Memory, ({ read, write }) => {
    const row = (organizationId: OrganizationId, id: string) =>
      read((state) => Option.fromNullishOr(recordsOf(state, organizationId).agencies.find(id)))
    const fees = (organizationId: OrganizationId, id: string) =>
      Effect.map(
        row(organizationId, id),
        Option.map((found) => found.fees)
      )
    return AgencyStore.of({
      page: (organizationId, filter, { after, limit }) =>
        read((state) => {
          const rows = recordsOf(state, organizationId)
            .agencies.after(after ?? "", Number.POSITIVE_INFINITY)
            .map(shown)
            .filter((agency) => meetsAgencyFilter(filter, agency))
            .slice(0, lookAhead(limit))
          return foundById(rows)
        }),
      find: (organizationId, id) => Effect.map(row(organizationId, id), Option.map(shown)),
      fees,
      lockFees: fees,
      saveFees: (organizationId, id, changed) =>
        write((state) => {
          const found = recordsOf(state, organizationId).agencies.find(id)
          return [found === undefined ? state : put(state, organizationId, { ...found, fees: changed }), undefined]
        }),
      byExternalId: (organizationId, externalIds) =>
        read((state) => {
          const wanted = new Set(externalIds)
          return new Map(
            recordsOf(state, organizationId).agencies.rows.flatMap((found) =>
              found.externalId !== undefined && wanted.has(found.externalId) ? [[found.externalId, shown(found)]] : []
            )
          )
        }),
      saveAll: (organizationId, agencies) =>
        write((state) => {
          const { agencies: stored } = recordsOf(state, organizationId)
          const rows = agencies.map(([externalId, agency]) => ({
            agency,
            externalId,
            fees: stored.find(agency.id)?.fees ?? initialFees
          }))
          return [put(state, organizationId, ...rows), undefined]
        }),
      insert: (organizationId, agency, given) =>
        write((state) => [
          recordsOf(state, organizationId).agencies.find(agency.id) === undefined
            ? put(state, organizationId, { agency, fees: given, externalId: undefined })
            : state,
          undefined
        ])
    })
  })
)
