/**
 * {@link JobStore} and {@link JobPages} in a table. A row has the JSON of the job in answers, which a write serializes once. The key is (organization, id), so
 * the rows of a page lie side by side. Columns repeat members of the JSON: queries find jobs by "external_id", and filter by "status" and others. "status" and
 * "agency_access" mark the jobs that every agency sees; `AgencyJobs.ts` finds the rest that an agency sees.
 */
import { type AgencyId, JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { isSeenByAll, Job, type JobAccess, JobStatus } from "@partner-api/domain/Job"
import { equalJobFilters, type JobFilter, searchedInJob } from "@partner-api/domain/JobFilter"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { AgencyAccess } from "@partner-api/domain/OrganizationSettings"
import { lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import { JobPages } from "@partner-api/service/store/JobPages"
import { type JobIdentity, JobStore } from "@partner-api/service/store/JobStore"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Constructor, Fragment } from "effect/sql/Statement"
import { isSeenJob, makeAgencyJobs, pageSeenBy, seenBy, tierOf } from "./AgencyJobs.ts"
import { orConflict, orStoreError } from "./kit/Errors.ts"
import { longTexts, placeColumns, shortText } from "./kit/Lists.ts"
import { makeSearchWords } from "./kit/SearchIndex.ts"
import { type ListInput, searchableList } from "./kit/SearchedPages.ts"
import { namedStatement, type PlaceOf, ReadSql } from "./kit/Statements.ts"
import { rememberedResource, rememberedText, storedResource } from "./kit/StoredValues.ts"
import { makeLocks } from "./kit/Transactions.ts"
import {
  batchesByKey,
  Named,
  type NewRows,
  nextWrittenAt,
  rowInsert,
  selectKeyed,
  selectNamed,
  updated,
  written
} from "./kit/Writes.ts"

/** Completes a page of jobs with the texts that its rows left out, because they are long. */
const longJobs = (read: SqlClient.SqlClient) =>
  longTexts<StoredJson>(read, { name: "jobs", key: "id", keyOf: ({ id }) => id, column: "json" })

const Row = Schema.Struct({ ...placeColumns, json: Schema.String })

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
  return (organizationId, filter, agencyId, request) =>
    page(
      organizationId,
      agencyId === undefined ? inputOf(filter) : { ...inputOf(filter), seen: seenBy(read, organizationId, agencyId) },
      request
    )
}

/** The values in the statement of a page without a filter. */
interface PageValues {
  readonly organizationId: string
  /** The id after which the page begins. */
  readonly after: string
  readonly count: number
}

/** The reader of a page: the organization reads all jobs, an agency those that it sees. */
export type PageReader = "organization" | "agency"

/**
 * The statement of a page without a filter, whose rows have the id and the stored JSON. It reads a range of the key, or for agencies those of what they see.
 * {@link limitClause} explains `+ 0`.
 */
export const pageOfJobs = (
  sql: Constructor,
  reader: PageReader,
  place: PlaceOf<keyof PageValues | "agencyId">
): Fragment => {
  const limit = sql.onDialectOrElse({ sqlite: () => sql`${place("count")} + 0`, orElse: () => sql`${place("count")}` })
  const column = shortText("json")
  if (reader === "agency") return pageSeenBy(sql, column, limit, place)
  const range = sql`organization_id = ${place("organizationId")} AND id > ${place("after")}`
  return sql`SELECT id, ${sql.literal(column)} FROM jobs WHERE ${range} ORDER BY id LIMIT ${limit}`
}

/** The key of a job. */
interface JobKey {
  readonly organizationId: OrganizationId
  readonly id: JobId
}

/** The statement of one job, whose row has the stored JSON. */
const jobByKey = (sql: Constructor, place: PlaceOf<keyof JobKey>): Fragment =>
  sql`SELECT json FROM jobs WHERE organization_id = ${place("organizationId")} AND id = ${place("id")}`

/** Finds a job where a view shows it: that of the employer, or that of an agency. `read` makes the job of its id and its stored JSON. */
const makeFindShown = <A, E>(
  sql: SqlClient.SqlClient,
  lock: Fragment,
  read: (id: JobId, json: unknown) => Effect.Effect<A, E>
) => {
  const any = namedStatement<JobKey>(sql, (place) => sql`${jobByKey(sql, place)} ${lock}`)
  const seen = namedStatement<JobKey & { readonly agencyId: AgencyId }>(
    sql,
    (place) => sql`${jobByKey(sql, place)} AND ${isSeenJob(sql, place)} ${lock}`
  )
  return (organizationId: OrganizationId, agencyId: AgencyId | undefined, id: JobId) =>
    orStoreError(
      Effect.flatMap(
        agencyId === undefined ? any({ organizationId, id }) : seen({ organizationId, id, agencyId }),
        ([row]) => (row === undefined ? Effect.succeedNone : Effect.mapEager(read(id, row[0]), Option.some))
      )
    )
}

/** {@link JobPages} in a table. */
export const pages = Layer.effect(
  JobPages,
  Effect.map(ReadSql, (sql) => {
    const whole = longJobs(sql)
    const readingAs = (reader: PageReader) => {
      const read = namedStatement<PageValues & { readonly agencyId: string }>(sql, (place) =>
        pageOfJobs(sql, reader, place)
      )
      return (organizationId: OrganizationId, agencyId: AgencyId | "", { after = "", limit }: PageRequest) =>
        orStoreError(
          Effect.flatMap(read({ organizationId, agencyId, after, count: lookAhead(limit) }), (rows) =>
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
    const readAll = readingAs("organization")
    return JobPages.of({
      one: makeFindShown(sql, sql.literal(""), rememberedText()),
      all: (organizationId, request) => readAll(organizationId, "", request),
      seenBy: readingAs("agency"),
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
const AccessRow = Schema.Struct({
  id: JobId,
  status: Schema.NullOr(JobStatus),
  agency_access: Schema.NullOr(AgencyAccess)
})

const toAccess = ({ agency_access, status }: typeof AccessRow.Type): JobAccess => ({
  ...(status === null ? {} : { status }),
  ...(agency_access === null ? {} : { agency_access })
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

    const readJob = rememberedResource(decodeJob)
    const findShown = makeFindShown(read, read.literal(""), readJob)
    const lockAny = makeFindShown(sql, makeLocks(sql).forUpdate, readJob)
    const agencyJobs = makeAgencyJobs(sql)

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
      agency_access: job.agency_access === "ASSIGNED" ? job.agency_access : null,
      written_at_ms: nowMs,
      searched_at_ms: nowMs
    })
    const intoJobs = (rows: NewRows) => sql`INSERT INTO jobs ${sql.insert(rows)}`
    const insertNew = rowInsert<"jobs">(sql, ({ jobs }) => sql`${intoJobs(jobs)} ON CONFLICT DO NOTHING RETURNING id`)

    const save = (organizationId: OrganizationId, jobs: Arr.NonEmptyReadonlyArray<Job>, nowMs: number) =>
      sql`${intoJobs(Arr.map(jobs, rowOf(organizationId, nowMs)))} ON CONFLICT (organization_id, id) DO UPDATE SET
        json = excluded.json, external_id = excluded.external_id, status = excluded.status,
        ${excludedFacts}, agency_access = excluded.agency_access,
        written_at_ms = ${nextWrittenAt(sql, "jobs")}, searched_at_ms = ${nextWrittenAt(sql, "jobs")}`

    const searchWords = makeSearchWords(sql, "jobs", searchedInJob)

    const accessBefore = SqlSchema.findAll({
      Request: Named,
      Result: AccessRow,
      execute: ({ names: ids, organizationId }) =>
        selectKeyed(
          sql,
          { name: "jobs", columns: ["id", "status", "agency_access"], keys: ["id"] },
          { organizationId, values: ids.map((id) => [id]) }
        )
    })

    /** Saves jobs, and which agencies see them. A new job has neither assignments nor applications. */
    const saveBatch = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      batch: Arr.NonEmptyReadonlyArray<Job>,
      nowMs: number
    ) {
      const before = yield* accessBefore({ organizationId, names: batch.map(({ id }) => id) })
      const tiers = new Map<string, string>(before.map((row) => [row.id, tierOf(toAccess(row))]))
      yield* orConflict(written(sql, save(organizationId, batch, nowMs)))
      const stored = batch.filter(({ id }) => tiers.has(id))
      const [kept, moved] = Arr.partition(stored, (job) =>
        tiers.get(job.id) === tierOf(job) ? Result.succeed(job) : Result.fail(job)
      )
      const followed = kept.filter((job) => !isSeenByAll(job))
      const idsOf = (some: ReadonlyArray<Job>) => some.map(({ id }) => id)
      if (moved.length > 0) yield* agencyJobs.rewrite(organizationId, idsOf(moved))
      if (followed.length > 0) yield* agencyJobs.follow(organizationId, idsOf(followed))
    })

    return JobStore.of({
      find: (organizationId, id) => findShown(organizationId, undefined, id),
      findShown,
      lockShown: makeFindShown(sql, makeLocks(sql).forShare, readJob),
      lock: (organizationId, id) => lockAny(organizationId, undefined, id),
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
        for (const batch of batchesByKey(jobs, ({ id }) => id)) yield* saveBatch(organizationId, batch, nowMs)
        yield* searchWords.save(organizationId, jobs)
      }, orStoreError),
      touch: Effect.fnUntraced(function* (organizationId, id) {
        const writtenAt = updated(sql, yield* Clock.currentTimeMillis)
        // The words of a job that are not in the index yet are still missing.
        yield* sql`UPDATE jobs SET written_at_ms = ${writtenAt},
          searched_at_ms = CASE WHEN searched_at_ms IS NULL THEN NULL ELSE ${writtenAt} END
          WHERE organization_id = ${organizationId} AND id = ${id}`
        yield* agencyJobs.follow(organizationId, [id])
      }, orStoreError)
    })
  })
)
