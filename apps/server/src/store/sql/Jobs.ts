/**
 * {@link JobStore} and {@link JobPages} in a table. Each job is stored as the JSON of its response, serialized once. Its key is (organization, id), so the rows
 * of a page lie side by side. The columns "external_id" and "status" repeat members of the JSON: one finds a job by the name that another system has for
 * it, the other keeps drafts from agencies.
 */
import { JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { Job, JobStatus } from "@partner-api/domain/Job"
import { type JobFilter, searchedInJob } from "@partner-api/domain/JobFilter"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import { JobPages } from "@partner-api/service/store/JobPages"
import { type JobIdentity, JobStore } from "@partner-api/service/store/JobStore"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orConflict, orStoreError } from "./kit/Errors.ts"
import { longTexts, placeColumns, shortText } from "./kit/Lists.ts"
import { makeSearchWords } from "./kit/SearchIndex.ts"
import { type ListAsked, searchableList } from "./kit/SearchedPages.ts"
import { prepared, ReadSql, type RunPrepared } from "./kit/Statements.ts"
import { rememberedResource, storedResource } from "./kit/StoredValues.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { chunksByKey, Named, type NewRows, rowInsert, selectKeyed, selectNamed, upserted } from "./kit/Writes.ts"

/** Reads the long texts of the jobs of a page. */
const longJobs = (read: SqlClient.SqlClient) =>
  longTexts<StoredJson>(read, { name: "jobs", key: "id", keyOf: ({ id }) => id, column: "json" })

const Row = Schema.Struct({ ...placeColumns, json: Schema.String })

const draft = "DRAFT"

/** Pages of the jobs that meet a filter. */
const filteredJobs = (read: SqlClient.SqlClient): JobPages["Service"]["filtered"] => {
  const find = searchableList(read, { name: "jobs", columns: shortText("json") }, Row, ({ json, place_id }) => ({
    id: place_id,
    json
  }))
  const whole = longJobs(read)
  const page = (organizationId: OrganizationId, asked: ListAsked, request: PageRequest) =>
    orStoreError(Effect.flatMap(find(organizationId, asked, request), (found) => whole(organizationId, found)))
  const askedOf = ({ external_id, q, status, updated_since }: JobFilter): ListAsked => ({
    leads:
      external_id === undefined ? [] : [{ condition: read`external_id = ${external_id}`, index: "jobs_external_id" }],
    choice: status === undefined ? undefined : { column: "status", values: status },
    q,
    updated_since
  })
  return (organizationId, filter, isForAgencies, request) => {
    if (!isForAgencies) return page(organizationId, askedOf(filter), request)
    if (filter.status === undefined) {
      const hidden = { column: "status", values: [draft] }
      return page(organizationId, { ...askedOf(filter), hidden }, request)
    }
    const status = filter.status.filter((one) => one !== draft)
    return status.length === 0
      ? Effect.succeed({ rows: [], lookedTo: undefined })
      : page(organizationId, askedOf({ ...filter, status }), request)
  }
}

/** The statements of pages without a filter. They take an organization, an id and a count, and return rows of an id and the stored JSON. */
export const pageStatements = {
  /**
   * A range of the clustered key, read forward. {@link atMost} explains the form of the limit. The page of an agency is a range of the index that holds no
   * drafts. Its statement names the index, because SQLite would rather read the clustered key and pass every draft on the way.
   */
  sqlite: {
    pageSql: `SELECT id, ${shortText("json")} FROM jobs WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ? + 0`,
    agencyPageSql:
      `SELECT id, ${shortText("json")} FROM jobs INDEXED BY jobs_shown_to_agencies ` +
      "WHERE organization_id = ? AND id > ? AND status IS DISTINCT FROM 'DRAFT' ORDER BY id LIMIT ? + 0"
  },
  /** A range of the primary key, and one of the index that holds no drafts. */
  postgres: {
    pageSql: `SELECT id, ${shortText("json")} FROM jobs WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    agencyPageSql:
      `SELECT id, ${shortText("json")} FROM jobs ` +
      "WHERE organization_id = $1 AND id > $2 AND status IS DISTINCT FROM 'DRAFT' ORDER BY id LIMIT $3"
  }
}

/** {@link JobPages} in a table. */
export const pages = Layer.effect(
  JobPages,
  Effect.map(ReadSql, (sql) => {
    const { agencyPageSql, pageSql } = sql.onDialectOrElse({
      sqlite: () => pageStatements.sqlite,
      orElse: () => pageStatements.postgres
    })
    const whole = longJobs(sql)
    const reading = (text: string): JobPages["Service"]["after"] => {
      const read = sql.prepared(text)
      return (organizationId, { after = "", limit }) =>
        orStoreError(
          Effect.flatMap(read([organizationId, after, lookAhead(limit)]), (rows) =>
            whole(organizationId, {
              rows: rows.map((row) => {
                const id = String(row[0])
                return { position: id, row: { id, json: String(row[1]) } }
              }),
              lookedTo: undefined
            })
          )
        )
    }
    return JobPages.of({
      after: reading(pageSql),
      shownToAgenciesAfter: reading(agencyPageSql),
      filtered: filteredJobs(sql)
    })
  })
)

const encodeJob = jsonTextOf(Job)
const JobJson = storedResource(Job)
const decodeJob = Schema.decodeUnknownEffect(JobJson)
const JobIdentityRow = Schema.Struct({
  id: JobId,
  external_id: Schema.NullOr(Schema.String),
  status: Schema.NullOr(JobStatus)
})
const NamedJobRow = Schema.Struct({ external_id: Schema.String, json: JobJson })

const toIdentity = ({ external_id, id, status }: typeof JobIdentityRow.Type): JobIdentity => ({
  id,
  ...(external_id === null ? {} : { external_id }),
  ...(status === null ? {} : { status })
})

export const layer = Layer.effect(
  JobStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    /** The text of the statement for one job, compiled once. */
    const selectJob = (lock: Fragment) =>
      sql`SELECT json FROM jobs WHERE organization_id = ${""} AND id = ${""} ${lock}`.compile()[0]
    const readJob = rememberedResource(decodeJob)
    const findJob = (select: RunPrepared) => (organizationId: OrganizationId, id: JobId) =>
      orStoreError(
        Effect.flatMap(select([organizationId, id]), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.asSome(readJob(id, row[0]))
        )
      )

    const byExternalId = SqlSchema.findAll({
      Request: Named,
      Result: NamedJobRow,
      execute: (named) => selectNamed(sql, { name: "jobs", columns: ["external_id", "json"] }, named)
    })

    const identitiesBy = (key: "id" | "external_id") => {
      const select = SqlSchema.findAll({
        Request: Named,
        Result: JobIdentityRow,
        execute: ({ organizationId, names }) =>
          selectKeyed(
            sql,
            { name: "jobs", columns: ["id", "external_id", "status"], keys: [key] },
            { organizationId, values: names.map((name) => [name]) }
          )
      })
      return (organizationId: OrganizationId, names: ReadonlyArray<string>) =>
        names.length === 0 ? Effect.succeed([]) : select({ organizationId, names })
    }
    const identitiesById = identitiesBy("id")
    const identitiesByExternalId = identitiesBy("external_id")

    const rowOf = (organizationId: OrganizationId, nowMs: number) => (job: Job) => ({
      organization_id: organizationId,
      id: job.id,
      json: encodeJob(job),
      external_id: job.external_id ?? null,
      status: job.status ?? null,
      written_at_ms: nowMs,
      searched_at_ms: nowMs
    })
    const intoJobs = (rows: NewRows) => sql`INSERT INTO jobs ${sql.insert(rows)}`
    const insertNew = rowInsert(sql, (rows: NewRows) => sql`${intoJobs(rows)} ON CONFLICT DO NOTHING RETURNING id`)

    const save = (organizationId: OrganizationId, jobs: Arr.NonEmptyReadonlyArray<Job>, nowMs: number) =>
      sql`${intoJobs(Arr.map(jobs, rowOf(organizationId, nowMs)))} ON CONFLICT (organization_id, id) DO UPDATE SET
        json = excluded.json, external_id = excluded.external_id, status = excluded.status,
        written_at_ms = ${upserted(sql, "jobs")}, searched_at_ms = ${upserted(sql, "jobs")}`

    const searchWords = makeSearchWords(sql, "jobs", searchedInJob)

    return JobStore.of({
      find: findJob(read.prepared(selectJob(read.literal("")))),
      lock: findJob(prepared(sql)(selectJob(makeLocks(sql).forUpdate))),
      insert: Effect.fnUntraced(function* (organizationId, job) {
        const isNew = (yield* insertNew([rowOf(organizationId, yield* Clock.currentTimeMillis)(job)])).length > 0
        if (isNew) yield* searchWords.save(organizationId, [job])
        return isNew
      }, orStoreError),
      byExternalId: (organizationId, externalIds) =>
        orStoreError(
          Effect.map(
            byExternalId({ organizationId, names: externalIds }),
            (rows) => new Map(rows.map(({ external_id, json }) => [external_id, json]))
          )
        ),
      identities: Effect.fnUntraced(function* (organizationId, { externalIds, ids }) {
        const byId = yield* identitiesById(organizationId, ids)
        const found = [...byId, ...(yield* identitiesByExternalId(organizationId, externalIds))]
        return [...new Map(found.map((row) => [row.id, toIdentity(row)])).values()]
      }, orStoreError),
      saveAll: Effect.fnUntraced(function* (organizationId, jobs) {
        const nowMs = yield* Clock.currentTimeMillis
        for (const chunk of chunksByKey(jobs, ({ id }) => id)) yield* orConflict(save(organizationId, chunk, nowMs))
        yield* searchWords.save(organizationId, jobs)
      }, orStoreError)
    })
  })
)
