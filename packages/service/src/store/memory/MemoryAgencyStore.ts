/**
 * {@link AgencyStore} in memory.
 */
import { Agency } from "@partner-api/domain/Agency"
import { type AgencyFees, initialFees } from "@partner-api/domain/AgencyFees"
import { meetsAgencyFilter } from "@partner-api/domain/AgencyFilter"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { foundById, lookAhead, mapFound, withinBytes } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgencyStore } from "../AgencyStore.ts"
import { textBytes } from "../TextBytes.ts"
import { Memory } from "./Memory.ts"
import { recordKind, tableOf, withRows } from "./MemoryState.ts"
import type { OrganizationId } from "@partner-api/domain/Ids"

/** An agency with its fees. */
export interface AgencyRow {
  readonly agency: Agency
  readonly fees: AgencyFees
}

export const agencies = recordKind<AgencyRow>("agencies", ({ agency }) => agency.id)

const encodeAgency = jsonTextOf(Agency)
const encodeRecruiters = jsonTextOf(Agency.fields.recruiters)

/** An agency shows which kind of fee applies. */
const shown = ({ agency, fees }: AgencyRow) => ({ ...agency, optimizedFee: fees.optimizedFee })

export const layer = Layer.effect(
  AgencyStore,
  Effect.map(Memory, ({ read, write }) => {
    const row = (organizationId: OrganizationId, id: string) =>
      read((state) => Option.fromNullishOr(tableOf(state, organizationId, agencies).find(id)))
    const fees = (organizationId: OrganizationId, id: string) =>
      Effect.map(
        row(organizationId, id),
        Option.map((found) => found.fees)
      )
    const find = (organizationId: OrganizationId, id: string) => Effect.map(row(organizationId, id), Option.map(shown))
    return AgencyStore.of({
      page: (organizationId, filter, { after, limit }) =>
        read((state) => {
          const rows = tableOf(state, organizationId, agencies)
            .after(after ?? "", Number.POSITIVE_INFINITY)
            .map(shown)
            .filter((agency) => meetsAgencyFilter(filter, agency))
            .slice(0, lookAhead(limit))
          const found = withinBytes(foundById(rows), ({ recruiters }) => textBytes(encodeRecruiters(recruiters)))
          return mapFound(found, (agency) => ({ id: agency.id, json: encodeAgency(agency) }))
        }),
      find,
      lock: find,
      name: (organizationId, id) =>
        Effect.map(
          find(organizationId, id),
          Option.map(({ name }) => name)
        ),
      status: (organizationId, id) =>
        Effect.map(
          find(organizationId, id),
          Option.map(({ status }) => status)
        ),
      standing: (organizationId, id) =>
        Effect.map(
          row(organizationId, id),
          Option.map(({ agency, fees }) => ({ status: agency.status, fees }))
        ),
      shown: (organizationId, id) =>
        Effect.map(
          row(organizationId, id),
          Option.map((found) => ({ id, json: encodeAgency(shown(found)) }))
        ),
      fees,
      lockFees: fees,
      saveFees: (organizationId, id, changed) =>
        write((state) => {
          const found = tableOf(state, organizationId, agencies).find(id)
          return [
            found === undefined ? state : withRows(state, organizationId, agencies, [{ ...found, fees: changed }]),
            undefined
          ]
        }),
      byExternalId: (organizationId, externalIds) =>
        read((state) => {
          const wanted = new Set(externalIds)
          return new Map(
            tableOf(state, organizationId, agencies).rows.flatMap((found) => {
              const { external_id } = found.agency
              return external_id !== undefined && wanted.has(external_id) ? [[external_id, shown(found)]] : []
            })
          )
        }),
      saveAll: (organizationId, saved) =>
        write((state) => {
          const stored = tableOf(state, organizationId, agencies)
          const rows = saved.map((agency) => ({
            agency,
            fees: stored.find(agency.id)?.fees ?? initialFees
          }))
          return [withRows(state, organizationId, agencies, rows), undefined]
        }),
      insert: (organizationId, agency, given) =>
        write((state) => {
          const { external_id, id } = agency
          const isTaken = tableOf(state, organizationId, agencies).rows.some(
            ({ agency: other }) => other.id === id || (external_id !== undefined && other.external_id === external_id)
          )
          return isTaken ? [state, false] : [withRows(state, organizationId, agencies, [{ agency, fees: given }]), true]
        })
    })
  })
)
