/**
 * {@link AgencyInvitationStore} in a table. `EXPIRED` is a pending row whose end has passed.
 */
import {
  AgencyInvitationId,
  AgencyInvitationStatus,
  type StoredAgencyInvitation
} from "@partner-api/domain/AgencyInvitation"
import { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import { foundById, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import { dayStartMs } from "@partner-api/domain/StorageQuota"
import { AgencyInvitationStore, invitationsPerErasure } from "@partner-api/service/store/AgencyInvitationStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause } from "./kit/Lists.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { allRows } from "./kit/Rows.ts"
import { written } from "./kit/Writes.ts"

const Row = Schema.Struct({
  organization_id: OrganizationId,
  id: AgencyInvitationId,
  company_name: Schema.String,
  first_name: Schema.NullOr(Schema.String),
  last_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  optimized_fee: Schema.NullOr(Schema.BooleanFromBit),
  agency_id: Schema.NullOr(AgencyId),
  state: Schema.Literals(["PENDING", "ACCEPTED", "REVOKED"]),
  digest: Schema.NullOr(Schema.String),
  created_at_ms: Schema.Int,
  expires_at_ms: Schema.Int,
  ends_at_ms: Schema.Int,
  secret_digest: Schema.NullOr(Schema.String),
  link_day_ms: Schema.Int,
  links_of_day: Schema.Int
})
const encodeRow = Schema.encodeSync(Row)
const invitationRows = allRows(Row)

const personOf = ({ email, first_name, last_name }: typeof Row.Type) =>
  email === null || first_name === null || last_name === null ? undefined : { first_name, last_name, email }

const toInvitation = (row: typeof Row.Type): StoredAgencyInvitation => ({
  id: row.id,
  organizationId: row.organization_id,
  companyName: row.company_name,
  person: personOf(row),
  optimizedFee: row.optimized_fee ?? undefined,
  agencyId: row.agency_id ?? undefined,
  state: row.state,
  digest: row.digest ?? undefined,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  endsAtMs: row.ends_at_ms,
  secretDigest: row.secret_digest ?? undefined,
  linkDayMs: row.link_day_ms,
  linksOfDay: row.links_of_day
})

const toRow = (invitation: StoredAgencyInvitation) =>
  encodeRow({
    organization_id: invitation.organizationId,
    id: invitation.id,
    company_name: invitation.companyName,
    first_name: invitation.person?.first_name ?? null,
    last_name: invitation.person?.last_name ?? null,
    email: invitation.person?.email ?? null,
    optimized_fee: invitation.optimizedFee ?? null,
    agency_id: invitation.agencyId ?? null,
    state: invitation.state,
    digest: invitation.digest ?? null,
    created_at_ms: invitation.createdAtMs,
    expires_at_ms: invitation.expiresAtMs,
    ends_at_ms: invitation.endsAtMs,
    secret_digest: invitation.secretDigest ?? null,
    link_day_ms: invitation.linkDayMs,
    links_of_day: invitation.linksOfDay
  })

const Use = Schema.Struct({
  pending: Schema.Int,
  nextEndMs: Schema.NullOr(Schema.Int),
  linksOfDay: Schema.Int
})

export const layer = Layer.effect(
  AgencyInvitationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)
    const columns = Object.keys(Row.fields).join(", ")

    const select = (from: SqlClient.SqlClient, rest: Fragment) =>
      Effect.map(invitationRows(from`SELECT ${from.literal(columns)} FROM agency_invitations ${rest}`), (rows) =>
        rows.map(toInvitation)
      )
    const first = (from: SqlClient.SqlClient, rest: Fragment) =>
      orStoreError(Effect.map(select(from, rest), (rows) => Option.fromUndefinedOr(rows[0])))

    const standsSo = (status: AgencyInvitationStatus | undefined, nowMs: number): Fragment => {
      switch (status) {
        case undefined:
          return read`1 = 1`
        case "PENDING":
          return read`state = 'PENDING' AND expires_at_ms > ${nowMs}`
        case "EXPIRED":
          return read`state = 'PENDING' AND expires_at_ms <= ${nowMs}`
        case "ACCEPTED":
        case "REVOKED":
          return read`state = ${status}`
      }
    }

    const use = SqlSchema.findOne({
      Request: Schema.Struct({ organizationId: OrganizationId, nowMs: Schema.Int }),
      Result: Use,
      execute: ({ organizationId, nowMs }) => sql`
        SELECT count(*) AS pending, min(expires_at_ms) AS "nextEndMs",
          (SELECT COALESCE(sum(links_of_day), 0) FROM ${indexedTable(sql, "agency_invitations", "agency_invitations_day")}
           WHERE organization_id = ${organizationId} AND link_day_ms = ${dayStartMs(nowMs)}) AS "linksOfDay"
        FROM ${indexedTable(sql, "agency_invitations", "agency_invitations_state")}
        WHERE organization_id = ${organizationId} AND state = 'PENDING' AND expires_at_ms > ${nowMs}`
    })

    const lockUse = Effect.fnUntraced(function* (organizationId: OrganizationId, nowMs: number) {
      yield* locks.named("agency invitations", organizationId)
      const { nextEndMs, ...counts } = yield* use({ organizationId, nowMs })
      return { ...counts, nextEndMs: nextEndMs ?? undefined }
    })

    const page = (
      organizationId: OrganizationId,
      status: AgencyInvitationStatus | undefined,
      nowMs: number,
      { after = "", limit }: PageRequest
    ) =>
      select(
        read,
        read`WHERE organization_id = ${organizationId} AND id > ${after} AND ${standsSo(status, nowMs)}
          ORDER BY id ${limitClause(read, lookAhead(limit))}`
      )

    const save = (invitation: StoredAgencyInvitation) =>
      sql`UPDATE agency_invitations SET ${sql.update(Struct.omit(toRow(invitation), ["organization_id", "id"]))}
        WHERE organization_id = ${invitation.organizationId} AND id = ${invitation.id}`

    const erasePersons = (endedBeforeMs: number) => sql`
      UPDATE agency_invitations SET first_name = NULL, last_name = NULL, email = NULL
      WHERE (organization_id, id) IN (
        SELECT organization_id, id FROM agency_invitations
        WHERE email IS NOT NULL AND ends_at_ms < ${endedBeforeMs} ${limitClause(sql, invitationsPerErasure)}
      ) AND ${locks.alone("erase invited persons")} RETURNING id`

    return AgencyInvitationStore.of({
      page: (organizationId, { filter: { status }, nowMs }, request) =>
        orStoreError(Effect.map(page(organizationId, status, nowMs, request), foundById)),
      find: (organizationId, id) => first(read, read`WHERE organization_id = ${organizationId} AND id = ${id}`),
      lock: (organizationId, id) =>
        first(sql, sql`WHERE organization_id = ${organizationId} AND id = ${id} ${locks.forUpdate}`),
      ofLink: (digest) => first(read, read`WHERE digest = ${digest}`),
      lockOfLink: (digest) => first(sql, sql`WHERE digest = ${digest} ${locks.forUpdate}`),
      lockUse: (organizationId, nowMs) => orStoreError(lockUse(organizationId, nowMs)),
      insert: (invitation) =>
        orStoreError(written(sql, sql`INSERT INTO agency_invitations ${sql.insert(toRow(invitation))}`)),
      save: (invitation) => orStoreError(written(sql, save(invitation))),
      erasePersons: (endedBeforeMs) => orStoreError(Effect.map(erasePersons(endedBeforeMs), (rows) => rows.length))
    })
  })
)
