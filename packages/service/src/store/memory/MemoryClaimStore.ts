/**
 * {@link ClaimStore} in memory.
 */
import { onlyClientOf } from "@partner-api/domain/ApplicationAccess"
import { type Claim, isInForce, ownedBefore, strongestClaim } from "@partner-api/domain/Claim"
import type { AgencyId, ApplicationId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Claimant, claimsPerBatch, ClaimStore, type Standing } from "../ClaimStore.ts"
import { applications, isHolder, openOf } from "./MemoryApplicationStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordKind, tableOf, withRows, withTable } from "./MemoryState.ts"

interface ClaimRow {
  readonly organizationId: OrganizationId
  readonly jobId: JobId
  readonly digest: string
  readonly keyId: string
  readonly agencyId: AgencyId | undefined
  readonly applicationId: ApplicationId
  readonly sinceMs: number
  readonly expiresAtMs: number
  readonly isErased: boolean
}

const keyOf = ({ digest, jobId }: Pick<ClaimRow, "digest" | "jobId">): string => `${jobId} ${digest}`

const claims = recordKind<ClaimRow>("claims", keyOf)

const isHeld = (state: MemoryState, { agencyId, applicationId, organizationId }: ClaimRow): boolean => {
  const stored = tableOf(state, organizationId, applications).find(applicationId)
  return agencyId !== undefined && stored !== undefined && isHolder(state, organizationId, stored)
}

const toClaim = (state: MemoryState, row: ClaimRow): Claim => ({ ...row, isHeld: isHeld(state, row) })

const rowOf = (state: MemoryState, organizationId: OrganizationId, id: ApplicationId): ClaimRow | undefined =>
  tableOf(state, organizationId, claims).rows.find(({ applicationId }) => applicationId === id)

const standing = (state: MemoryState, claimant: Claimant, agencyId: AgencyId): Standing => {
  const { formerDigests, jobId, key, organizationId } = claimant
  const table = tableOf(state, organizationId, claims)
  const rows = [key.digest, ...formerDigests].flatMap((digest) => table.find(keyOf({ jobId, digest })) ?? [])
  const open = openOf(state, claimant)
  const holders = open.filter((stored) => isHolder(state, organizationId, stored))
  return {
    claim: strongestClaim([
      ...rows.map((row) => toClaim(state, row)),
      ...holders.map(({ application: { agency_id, id } }) => ownedBefore(id, agency_id))
    ]),
    open: open
      .filter(({ application }) => application.agency_id === agencyId)
      .map((stored) => ({
        id: stored.application.id,
        agencyId,
        onlyClientId: onlyClientOf(stored),
        isHired: stored.application.state === "HIRED"
      }))
  }
}

/** A state without a row. */
const without = (state: MemoryState, row: ClaimRow | undefined): MemoryState =>
  row === undefined
    ? state
    : withTable(
        state,
        row.organizationId,
        claims,
        tableOf(state, row.organizationId, claims).without((one) => one === row)
      )

const put = (state: MemoryState, row: ClaimRow): MemoryState => withRows(state, row.organizationId, claims, [row])

const allOf = ({ records }: MemoryState): ReadonlyArray<ClaimRow> =>
  records.rows.flatMap(({ tables }) => Context.get(tables, claims).rows)

export const layer = Layer.effect(
  ClaimStore,
  Effect.map(Memory, ({ read, write }) =>
    ClaimStore.of({
      mayLast: Effect.succeed(true),
      standing: (claimant, agencyId) => read((state) => standing(state, claimant, agencyId)),
      isOf: (organizationId, id) => read((state) => rowOf(state, organizationId, id) !== undefined),
      take: ({ agencyId, applicationId, expiresAtMs, jobId, key, organizationId, sinceMs }, nowMs) =>
        write((state) => {
          const row = { organizationId, jobId, digest: key.digest, keyId: key.keyId, agencyId, applicationId }
          const before = tableOf(state, organizationId, claims).find(keyOf(row))
          const isFree =
            before === undefined || before.agencyId === agencyId || !isInForce(toClaim(state, before), nowMs)
          return isFree ? [put(state, { ...row, sinceMs, expiresAtMs, isErased: false }), true] : [state, false]
        }),
      release: (organizationId, id) => write((state) => [without(state, rowOf(state, organizationId, id)), undefined]),
      giveToEmployer: (organizationId, id) =>
        write((state) => {
          const row = rowOf(state, organizationId, id)
          return [row === undefined ? state : put(state, { ...row, agencyId: undefined }), undefined]
        }),
      forget: (organizationId, id, nowMs) =>
        write((state) => {
          const row = rowOf(state, organizationId, id)
          if (row === undefined) return [state, undefined]
          return [
            isInForce(toClaim(state, row), nowMs) ? put(state, { ...row, isErased: true }) : without(state, row),
            undefined
          ]
        }),
      purge: (nowMs) =>
        write((state) => {
          const over = allOf(state)
            .filter((row) => row.isErased && !isInForce(toClaim(state, row), nowMs))
            .slice(0, claimsPerBatch)
          return [over.reduce(without, state), over.length]
        }),
      underOtherKey: (keyId, after) =>
        read((state) =>
          allOf(state)
            .filter((row) => row.keyId !== keyId)
            .map(({ applicationId, organizationId }) => ({
              organizationId,
              applicationId,
              email: tableOf(state, organizationId, applications).find(applicationId)?.application.candidate?.email
            }))
            .toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1))
            .filter((row) => after === undefined || nameOf(row) > nameOf(after))
            .slice(0, claimsPerBatch)
        ),
      rekey: (organizationId, id, { digest, keyId }) =>
        write((state) => {
          const row = rowOf(state, organizationId, id)
          if (row === undefined) return [state, undefined]
          const next = { ...row, digest, keyId }
          const isTaken = tableOf(state, organizationId, claims).find(keyOf(next)) !== undefined
          return [isTaken ? state : put(without(state, row), next), undefined]
        })
    })
  )
)

const nameOf = ({ applicationId, organizationId }: Pick<ClaimRow, "applicationId" | "organizationId">): string =>
  `${organizationId} ${applicationId}`
