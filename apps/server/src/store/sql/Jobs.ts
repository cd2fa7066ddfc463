/**
 * {@link JobStore} and {@link JobPages} in a table. A row has the JSON of the job in answers, which a write serializes once. The key is (organization, id), so
 * the rows of a page lie side by side. Columns repeat members of the JSON: queries find jobs by "external_id", leave drafts out by "status", and filter by these and others.
 */
import { JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { Job, JobStatus } from "@partner-api/domain/Job"
import { equalJobFilters, type JobFilter, searchedInJob } from "@partner-api/domain/JobFilter"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import { JobPages } from "@partner-api/service/store/JobPages"
import { type JobIdentity, JobStore } from "@partner-api/service/store/JobStore"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Constructor, Fragment } from "effect/sql/Statement"
import { orConflict, orStoreError } from "./kit/Errors.ts"
import { longTexts, placeColumns, shortText } from "./kit/Lists.ts"
import { makeSearchWords } from "./kit/SearchIndex.ts"
import { type ListInput, searchableList } from "./kit/SearchedPages.ts"
import { namedStatement, type PlaceOf, ReadSql } from "./kit/Statements.ts"
import { rememberedResource, storedResource } from "./kit/StoredValues.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { batchesByKey, Named, type NewRows, rowInsert, nextWrittenAt, selectKeyed, selectNamed } from "./kit/Writes.ts"

/** Completes a page of jobs with the texts that its rows left out, because they are long. */
const longJobs = (read: SqlClient.SqlClient) =>
  longTexts<StoredJson>(read, { name: "jobs", key: "id", keyOf: ({ id }) => id, column: "json" })

const Row = Schema.Struct({ ...placeColumns, json: Schema.String })

const draft = "DRAFT"

/** Reads pages of the jobs that match a filter. */
const filteredJobs = (read: SqlClient.SqlClient): JobPages["Service"]["filtered"] => {
  const find = searchableList(read, { name: "jobs", columns: shortText("json") }, Row, ({ json, place_id }) => ({
    id: place_id,
    json
  }))
  const whole = longJobs(read)
  const page = (organizationId: OrganizationId, input: ListInput, request: PageRequest) =>
    orStoreError(Effect.flatMap(find(organizationId, input, request), (found) => whole(organizationId, found)))
  const inputOf = ({ external_id, q, status, updated_since, ...others }: JobFilter): ListInput => ({
    leads:
      external_id === undefined ? [] : [{ condition: read`external_id = ${external_id}`, index: "jobs_external_id" }],
    equal: equalJobFilters.flatMap((column) => {
      const value = others[column]
      return value === undefined ? [] : [{ column, values: [value] }]
    }),
    choice: status === undefined ? undefined : { column: "status", values: status },
    q,
    updated_since
  })
  return (organizationId, filter, isForAgencies, request) => {
    if (!isForAgencies) return page(organizationId, inputOf(filter), request)
    if (filter.status === undefined) {
      const hidden = { column: "status", values: [draft] }
      return page(organizationId, { ...inputOf(filter), hidden }, request)
    }
    const status = filter.status.filter((one) => one !== draft)
    return status.length === 0
      ? Effect.succeed({ rows: [], lookedTo: undefined })
      : page(organizationId, inputOf({ ...filter, status }), request)
  }
}

/** The values in the statement of a page without a filter. */
interface PageValues {
  readonly organizationId: string
  /** The id after which the page begins. */
  readonly after: string
  readonly count: number
}

/** Who reads a page: an agency reads no drafts. */
export type PageReader = "organization" | "agency"

/**
 * The statement of a page without a filter, whose rows have the id and the stored JSON. It reads a range of the key, or for agencies of the index without
 * drafts. On SQLite the statement names that index, because SQLite would read the key and skip each draft. {@link limitClause} explains `+ 0`.
 */
export const pageOfJobs = (sql: Constructor, reader: PageReader, place: PlaceOf<keyof PageValues>): Fragment => {
  const { table, limit } = sql.onDialectOrElse({
    sqlite: () => ({
      table: reader === "agency" ? "jobs INDEXED BY jobs_shown_to_agencies" : "jobs",
      limit: sql`${place("count")} + 0`
    }),
    orElse: () => ({ table: "jobs", limit: sql`${place("count")}` })
  })
  const columns = sql.literal(`id, ${shortText("json")}`)
  const shown = sql.literal(reader === "agency" ? " AND status IS DISTINCT FROM 'DRAFT'" : "")
  const range = sql`organization_id = ${place("organizationId")} AND id > ${place("after")}${shown}`
  return sql`SELECT ${columns} FROM ${sql.literal(table)} WHERE ${range} ORDER BY id LIMIT ${limit}`
}

/** {@link JobPages} in a table. */
export const pages = Layer.effect(
  JobPages,
  Effect.map(ReadSql, (sql) => {
    const whole = longJobs(sql)
    const readingAs = (reader: PageReader): JobPages["Service"]["all"] => {
      const read = namedStatement<PageValues>(sql, (place) => pageOfJobs(sql, reader, place))
      return (organizationId, { after = "", limit }) =>
        orStoreError(
          Effect.flatMap(read({ organizationId, after, count: lookAhead(limit) }), (rows) =>
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
      all: readingAs("organization"),
      withoutDrafts: readingAs("agency"),
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

/** The columns of the members by which lists are filtered. */
const factsOf = (job: Job) => Record.fromIterableWith(equalJobFilters, (column) => [column, job[column] ?? null])

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

    const selectJob = (client: SqlClient.SqlClient, lock: Fragment) =>
      namedStatement<{ readonly organizationId: OrganizationId; readonly id: JobId }>(
        client,
        (place) =>
          sql`SELECT json FROM jobs WHERE organization_id = ${place("organizationId")} AND id = ${place("id")} ${lock}`
      )
    const readJob = rememberedResource(decodeJob)
    const findJob = (select: ReturnType<typeof selectJob>) => (organizationId: OrganizationId, id: JobId) =>
      orStoreError(
        Effect.flatMap(select({ organizationId, id }), ([row]) =>
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

    const excludedFacts = sql.literal(equalJobFilters.map((column) => `${column} = excluded.${column}`).join(", "))

    const rowOf = (organizationId: OrganizationId, nowMs: number) => (job: Job) => ({
      organization_id: organizationId,
      id: job.id,
      json: encodeJob(job),
      external_id: job.external_id ?? null,
      status: job.status ?? null,
      ...factsOf(job),
      written_at_ms: nowMs,
      searched_at_ms: nowMs
    })
    const intoJobs = (rows: NewRows) => sql`INSERT INTO jobs ${sql.insert(rows)}`
    const insertNew = rowInsert<"jobs">(sql, ({ jobs }) => sql`${intoJobs(jobs)} ON CONFLICT DO NOTHING RETURNING id`)

    const save = (organizationId: OrganizationId, jobs: Arr.NonEmptyReadonlyArray<Job>, nowMs: number) =>
      sql`${intoJobs(Arr.map(jobs, rowOf(organizationId, nowMs)))} ON CONFLICT (organization_id, id) DO UPDATE SET
        json = excluded.json, external_id = excluded.external_id, status = excluded.status,
        ${excludedFacts},
        written_at_ms = ${nextWrittenAt(sql, "jobs")}, searched_at_ms = ${nextWrittenAt(sql, "jobs")}`

    const searchWords = makeSearchWords(sql, "jobs", searchedInJob)

    return JobStore.of({
      find: findJob(selectJob(read, read.literal(""))),
      lock: findJob(selectJob(sql, makeLocks(sql).forUpdate)),
      insert: Effect.fnUntraced(function* (organizationId, job) {
        const row = rowOf(organizationId, yield* Clock.currentTimeMillis)(job)
        const isNew = (yield* insertNew({ jobs: [row] })).length > 0
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
        for (const batch of batchesByKey(jobs, ({ id }) => id)) yield* orConflict(save(organizationId, batch, nowMs))
        yield* searchWords.save(organizationId, jobs)
      }, orStoreError)
    })
  })
)
