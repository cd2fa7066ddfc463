/**
 * {@link ErasureRequestStore} in two tables: the requests, and the applications that each has still to erase.
 */
import { ErasureRequestId, type StoredErasureRequest } from "@partner-api/domain/ErasureRequest"
import { normalizeEmail } from "@partner-api/domain/Email"
import { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { foundById, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import type { Viewer } from "@partner-api/domain/Viewer"
import {
  erasuresPerBatch,
  ErasureRequestStore,
  type ErasureSubject,
  subjectsPerLook
} from "@partner-api/service/store/ErasureRequestStore"
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
import { seenBy } from "./SeenApplications.ts"
import { allRows, onlyRow } from "./kit/Rows.ts"
import { written } from "./kit/Writes.ts"

const Row = Schema.Struct({
  organization_id: OrganizationId,
  id: ErasureRequestId,
  applications: Schema.Int,
  email_digest: Schema.NullOr(Schema.String),
  created_at_ms: Schema.Int,
  done_at_ms: Schema.NullOr(Schema.Int)
})
const columns = Struct.keys(Row.fields).join(", ")

/** The applications of a request. */
const ofRequest = `erasure_subjects AS subject
  WHERE subject.organization_id = erasure_requests.organization_id AND subject.request_id = erasure_requests.id`

/** A file of an application whose bytes are not gone yet. */
const unsettledFile = `SELECT 1 FROM attachments WHERE attachments.organization_id = subject.organization_id
  AND attachments.application_id = subject.application_id AND attachments.state <> 'STORED'`

/** The placements of an application that hold the name of its erased person. SQLite would read all of the organization for them. */
const heldPlacements = (sql: SqlClient.SqlClient) =>
  sql`FROM ${indexedTable(sql, "placements", "placements_application_id")}
    WHERE placements.organization_id = subject.organization_id
      AND placements.application_id = subject.application_id AND placements.held_until_ms IS NOT NULL`

/** Until when placements may hold the name, where nothing else of the person is left. */
const heldUntil = (sql: SqlClient.SqlClient) => sql`CASE WHEN done_at_ms IS NULL AND NOT EXISTS (
    SELECT 1 FROM ${sql.literal(ofRequest)} AND (subject.is_erased = 0 OR EXISTS (${sql.literal(unsettledFile)}))
  ) THEN (
    SELECT max((SELECT max(placements.held_until_ms) ${heldPlacements(sql)})) FROM ${sql.literal(ofRequest)}
  ) END AS held_until_ms`

const ReadRow = Schema.Struct({ ...Row.fields, held_until_ms: Schema.NullOr(Schema.Int) })
const requestRows = allRows(ReadRow)

const toRequest = (row: typeof ReadRow.Type): StoredErasureRequest => ({
  id: row.id,
  organizationId: row.organization_id,
  applications: row.applications,
  emailDigest: row.email_digest ?? undefined,
  createdAtMs: row.created_at_ms,
  doneAtMs: row.done_at_ms ?? undefined,
  ...(row.held_until_ms === null ? {} : { heldUntilMs: row.held_until_ms })
})

const toRow = (request: StoredErasureRequest) => ({
  organization_id: request.organizationId,
  id: request.id,
  applications: request.applications,
  email_digest: request.emailDigest ?? null,
  created_at_ms: request.createdAtMs,
  done_at_ms: request.doneAtMs ?? null
})

const Subject = Schema.Struct({
  organization_id: OrganizationId,
  request_id: ErasureRequestId,
  application_id: ApplicationId
})

const Count = Schema.Struct({ count: Schema.Int })
const countRow = onlyRow(Count)

export const layer = Layer.effect(
  ErasureRequestStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)
    const ofPerson = indexedTable(sql, "applications", "applications_email")

    const select = (rest: Fragment) =>
      Effect.map(
        requestRows(read`SELECT ${read.literal(columns)}, ${heldUntil(read)} FROM erasure_requests ${rest}`),
        (rows) => rows.map(toRequest)
      )

    const count = (counted: Fragment) =>
      Effect.map(countRow(sql`SELECT count(*) AS count ${counted}`), (row) => row.count)

    const page = (organizationId: OrganizationId, { after = "", limit }: PageRequest) =>
      select(
        read`WHERE organization_id = ${organizationId} AND id > ${after} ORDER BY id ${limitClause(read, lookAhead(limit))}`
      )

    const addSubjects = Effect.fnUntraced(function* (
      { organizationId, requestId }: Omit<ErasureSubject, "applicationId">,
      email: string,
      viewer: Viewer
    ) {
      const person = sql`organization_id = ${organizationId} AND email_key = ${normalizeEmail(email)}`
      yield* sql`INSERT INTO erasure_subjects (organization_id, request_id, application_id, is_erased)
        SELECT organization_id, ${requestId}, id, 0 FROM ${ofPerson} WHERE ${person}`
      return yield* count(sql`FROM ${ofPerson} WHERE ${person} AND ${seenBy(sql, viewer)}`)
    })

    const subjects = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Subject,
      execute: () => read`
        SELECT organization_id, request_id, application_id FROM erasure_subjects
        WHERE is_erased = 0 ORDER BY organization_id, request_id, application_id ${limitClause(read, subjectsPerLook)}`
    })

    /** Erased applications of which nothing is left: a row of a file that is not stored stands until its bytes are gone, and a placement may hold the name. */
    const settle = sql`
      DELETE FROM erasure_subjects WHERE (organization_id, request_id, application_id) IN (
        SELECT subject.organization_id, subject.request_id, subject.application_id FROM erasure_subjects AS subject
        WHERE subject.is_erased = 1 AND NOT EXISTS (${sql.literal(unsettledFile)})
          AND NOT EXISTS (SELECT 1 ${heldPlacements(sql)}) ${limitClause(sql, erasuresPerBatch)}
      ) AND ${locks.alone("settle erasures")} RETURNING application_id`

    const end = (nowMs: number) => sql`
      UPDATE erasure_requests SET done_at_ms = ${nowMs} WHERE (organization_id, id) IN (
        SELECT pending.organization_id, pending.id FROM erasure_requests AS pending
        WHERE pending.done_at_ms IS NULL AND NOT EXISTS (
          SELECT 1 FROM erasure_subjects WHERE erasure_subjects.organization_id = pending.organization_id
            AND erasure_subjects.request_id = pending.id
        ) ${limitClause(sql, erasuresPerBatch)}
      ) AND ${locks.alone("end erasures")} RETURNING id`

    const purge = (endedBeforeMs: number) => sql`
      DELETE FROM erasure_requests WHERE (organization_id, id) IN (
        SELECT organization_id, id FROM erasure_requests WHERE done_at_ms < ${endedBeforeMs} ${limitClause(sql, erasuresPerBatch)}
      ) AND ${locks.alone("purge erasure requests")} RETURNING id`

    const countOf = <A, E>(rows: Effect.Effect<ReadonlyArray<A>, E>) => Effect.map(rows, ({ length }) => length)

    return ErasureRequestStore.of({
      page: (organizationId, request) => orStoreError(Effect.map(page(organizationId, request), foundById)),
      find: (organizationId, id) =>
        orStoreError(
          Effect.map(select(read`WHERE organization_id = ${organizationId} AND id = ${id}`), (rows) =>
            Option.fromUndefinedOr(rows[0])
          )
        ),
      lockUse: (organizationId, sinceMs) =>
        orStoreError(
          Effect.andThen(
            locks.named("erasure requests", organizationId),
            count(sql`FROM ${indexedTable(sql, "erasure_requests", "erasure_requests_created")}
              WHERE organization_id = ${organizationId} AND created_at_ms >= ${sinceMs}`)
          )
        ),
      insert: (request) => orStoreError(written(sql, sql`INSERT INTO erasure_requests ${sql.insert(toRow(request))}`)),
      addSubjects: (request, email, viewer) => orStoreError(addSubjects(request, email, viewer)),
      subjects: orStoreError(
        Effect.map(subjects(), (rows) =>
          rows.map((row) => ({
            organizationId: row.organization_id,
            requestId: row.request_id,
            applicationId: row.application_id
          }))
        )
      ),
      erased: ({ applicationId, organizationId, requestId }) =>
        orStoreError(
          Effect.asVoid(sql`UPDATE erasure_subjects SET is_erased = 1
            WHERE organization_id = ${organizationId} AND request_id = ${requestId} AND application_id = ${applicationId}`)
        ),
      release: (organizationId, applicationId) =>
        orStoreError(
          Effect.asVoid(sql`DELETE FROM erasure_subjects
            WHERE organization_id = ${organizationId} AND application_id = ${applicationId} AND is_erased = 0`)
        ),
      settle: orStoreError(countOf(settle)),
      end: (nowMs) => orStoreError(countOf(end(nowMs))),
      purge: (endedBeforeMs) => orStoreError(countOf(purge(endedBeforeMs)))
    })
  })
)
