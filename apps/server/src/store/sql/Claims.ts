/**
 * {@link ClaimStore} in a table: a row for each organization, job and digest of a person. A claim without an agency is the employer's. `delete_at_ms` is set
 * once the person of the application was erased.
 */
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import { type Claim, ownedBefore, strongestClaim } from "@partner-api/domain/Claim"
import { personalEmail } from "@partner-api/domain/Email"
import { AgencyId, ApplicationId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import {
  type Claimant,
  claimsPerBatch,
  ClaimStore,
  type ForeignClaim,
  type NewClaim,
  type Standing
} from "@partner-api/service/store/ClaimStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { claimsMark } from "../../platform/Version.ts"
import { ofApplicant, openStates } from "./Applicants.ts"
import { holdsClaim } from "./ClaimHolders.ts"
import { applicantText } from "./kit/ApplicantText.ts"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause } from "./kit/Lists.ts"
import { makeMayHide } from "./kit/ReleaseGate.ts"
import { namedStatement, placedStatement, ReadSql, statementsBy } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { allNamedRows } from "./kit/Rows.ts"
import { written } from "./kit/Writes.ts"

/** The schema from which on programs obey claims that last. */
const claimsSchema = 53

/** A claim, or an application of the person. */
const Row = Schema.Struct({
  application_id: ApplicationId,
  agency_id: Schema.NullOr(AgencyId),
  since_ms: Schema.Int,
  expires_at_ms: Schema.Int,
  is_held: Schema.Int,
  state: Schema.NullOr(ApplicationState),
  only_client_id: Schema.NullOr(ClientId)
})
const standingRows = allNamedRows(Row)

/** The claims of a row: an application that holds its person has one. */
const claimsOf = (row: typeof Row.Type): ReadonlyArray<Claim> => {
  const { agency_id, application_id, expires_at_ms, is_held, since_ms, state } = row
  if (state !== null) return is_held === 1 && agency_id !== null ? [ownedBefore(application_id, agency_id)] : []
  return [
    {
      applicationId: application_id,
      agencyId: agency_id ?? undefined,
      sinceMs: since_ms,
      expiresAtMs: expires_at_ms,
      isHeld: is_held === 1
    }
  ]
}

const toStanding = (rows: ReadonlyArray<typeof Row.Type>, agencyId: AgencyId): Standing => ({
  claim: strongestClaim(rows.flatMap(claimsOf)),
  open: rows.flatMap(({ agency_id, application_id: id, only_client_id, state }) =>
    state === null || agency_id !== agencyId
      ? []
      : [{ id, agencyId, onlyClientId: only_client_id ?? undefined, isHired: state === "HIRED" }]
  )
})

/** The values of the statement of what an agency meets with a person, beside the digests. */
interface StandingValues {
  readonly organizationId: string
  readonly jobId: string
  readonly agencyId: string
  readonly person: string
}

/** The values of the statement that takes a claim. */
interface NewRow extends Pick<NewClaim, "agencyId" | "applicationId" | "jobId" | "organizationId"> {
  readonly digest: string
  readonly keyId: string
  readonly sinceMs: number
  readonly expiresAtMs: number
  readonly nowMs: number
}

const ForeignRow = Schema.Struct({
  organization_id: OrganizationId,
  application_id: ApplicationId,
  email_key: Schema.NullOr(Schema.String)
})

export const layer = Layer.effect(
  ClaimStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    /** The claims, by the index that finds those of an application. */
    const claimsByApplication = indexedTable(sql, "claims", "claims_application")
    /** Whether the application of a claim holds it, as a condition. */
    const isHeld = sql`claims.agency_id IS NOT NULL AND EXISTS (
      SELECT 1 FROM applications AS holder WHERE holder.organization_id = claims.organization_id
        AND holder.id = claims.application_id AND ${holdsClaim(sql, "holder")})`
    /** Whether an application of the person holds its claim, as a condition. */
    const isHolding = holdsClaim(sql, "applications")
    /** Whether a claim is not in force; the moment is a value, or its place in a named statement. */
    const isOver = (nowMs: number | string) => sql`claims.expires_at_ms <= ${nowMs} AND NOT (${isHeld})`

    /** The statement of what a person meets who has some number of digests: one for each key of the service. */
    const standingBy = (digests: number) =>
      placedStatement<keyof StandingValues | number>(
        sql,
        (place) => sql`
          SELECT application_id, agency_id, since_ms, expires_at_ms, CASE WHEN ${isHeld} THEN 1 ELSE 0 END AS is_held,
            NULL AS state, NULL AS only_client_id
          FROM claims WHERE organization_id = ${place("organizationId")} AND scope = ${place("jobId")}
            AND person_key IN ${sql.in(Arr.makeBy(digests, place))}
          UNION ALL
          SELECT id, agency_id, 0, 0, CASE WHEN ${isHolding} THEN 1 ELSE 0 END, state, only_client_id FROM ${ofApplicant(sql)}
          WHERE organization_id = ${place("organizationId")} AND job_id = ${place("jobId")}
            AND ${applicantText(sql)} = ${place("person")}
            AND state IN ${sql.in(openStates)} AND (agency_id = ${place("agencyId")} OR ${isHolding})`
      )
    const standingOf = statementsBy(standingBy)
    const standing = ({ email, formerDigests, jobId, key, organizationId }: Claimant, agencyId: AgencyId) => {
      const digests = [key.digest, ...formerDigests]
      const values: StandingValues = { organizationId, jobId, agencyId, person: personalEmail(email) }
      const run = standingOf(digests.length)
      return standingRows(run((name) => (Predicate.isNumber(name) ? (digests[name] ?? null) : values[name])))
    }

    const take = namedStatement<NewRow>(
      sql,
      (place) => sql`
        INSERT INTO claims
          (organization_id, scope, person_key, key_id, agency_id, application_id, since_ms, expires_at_ms)
        VALUES (${place("organizationId")}, ${place("jobId")}, ${place("digest")}, ${place("keyId")}, ${place("agencyId")},
          ${place("applicationId")}, ${place("sinceMs")}, ${place("expiresAtMs")})
        ON CONFLICT (organization_id, scope, person_key) DO UPDATE SET
          key_id = excluded.key_id, agency_id = excluded.agency_id, application_id = excluded.application_id,
          since_ms = excluded.since_ms, expires_at_ms = excluded.expires_at_ms, delete_at_ms = NULL
        WHERE claims.agency_id = excluded.agency_id
          OR (${isOver(place("nowMs"))})
        RETURNING application_id`
    )

    const ofApplication = (organizationId: OrganizationId, id: ApplicationId) =>
      sql`organization_id = ${organizationId} AND application_id = ${id}`

    const underOtherKey = SqlSchema.findAll({
      Request: Schema.Struct({ keyId: Schema.String, organizationId: Schema.String, applicationId: Schema.String }),
      Result: ForeignRow,
      execute: ({ applicationId, keyId, organizationId }) => read`
        SELECT claims.organization_id, claims.application_id, applications.email_key
        FROM ${claimsByApplication} LEFT JOIN applications
          ON applications.organization_id = claims.organization_id AND applications.id = claims.application_id
        WHERE (claims.organization_id, claims.application_id) > (${organizationId}, ${applicationId})
          AND claims.key_id <> ${keyId}
        ORDER BY claims.organization_id, claims.application_id ${limitClause(read, claimsPerBatch)}`
    })
    const toForeign = ({ application_id, email_key, organization_id }: typeof ForeignRow.Type): ForeignClaim => ({
      organizationId: organization_id,
      applicationId: application_id,
      email: email_key ?? undefined
    })

    return ClaimStore.of({
      mayLast: orStoreError(makeMayHide(sql, { schema: claimsSchema, mark: claimsMark })),
      standing: (claimant, agencyId) =>
        orStoreError(Effect.map(standing(claimant, agencyId), (rows) => toStanding(rows, agencyId))),
      isOf: (organizationId, id) =>
        orStoreError(
          Effect.map(
            sql`SELECT 1 FROM ${claimsByApplication} WHERE ${ofApplication(organizationId, id)}`,
            (rows) => rows.length > 0
          )
        ),
      take: ({ agencyId, applicationId, expiresAtMs, jobId, key, organizationId, sinceMs }, nowMs) =>
        orStoreError(
          Effect.map(
            take({ organizationId, jobId, ...key, agencyId, applicationId, sinceMs, expiresAtMs, nowMs }),
            ({ length }) => length > 0
          )
        ),
      release: (organizationId, id) =>
        orStoreError(written(sql, sql`DELETE FROM ${claimsByApplication} WHERE ${ofApplication(organizationId, id)}`)),
      giveToEmployer: (organizationId, id) =>
        orStoreError(
          written(
            sql,
            sql`UPDATE ${claimsByApplication} SET agency_id = NULL WHERE ${ofApplication(organizationId, id)}`
          )
        ),
      forget: (organizationId, id, nowMs) =>
        orStoreError(
          Effect.andThen(
            sql`DELETE FROM ${claimsByApplication} WHERE ${ofApplication(organizationId, id)} AND ${isOver(nowMs)}`,
            Effect.asVoid(
              sql`UPDATE ${claimsByApplication} SET delete_at_ms = expires_at_ms WHERE ${ofApplication(organizationId, id)}`
            )
          )
        ),
      purge: (nowMs) =>
        orStoreError(
          Effect.map(
            sql`DELETE FROM claims WHERE (organization_id, scope, person_key) IN (
              SELECT organization_id, scope, person_key FROM claims
              WHERE delete_at_ms <= ${nowMs} AND ${isOver(nowMs)} ${limitClause(sql, claimsPerBatch)}
            ) AND ${locks.alone("purge claims")} RETURNING application_id`,
            ({ length }) => length
          )
        ),
      underOtherKey: (keyId, after) =>
        orStoreError(
          Effect.map(
            underOtherKey({
              keyId,
              organizationId: after?.organizationId ?? "",
              applicationId: after?.applicationId ?? ""
            }),
            (rows) => rows.map(toForeign)
          )
        ),
      rekey: (organizationId, id, { digest, keyId }) =>
        orStoreError(
          Effect.asVoid(sql`
            UPDATE ${claimsByApplication} SET person_key = ${digest}, key_id = ${keyId}
            WHERE ${ofApplication(organizationId, id)} AND NOT EXISTS (
              SELECT 1 FROM claims AS present WHERE present.organization_id = claims.organization_id
                AND present.scope = claims.scope AND present.person_key = ${digest})`)
        )
    })
  })
)
