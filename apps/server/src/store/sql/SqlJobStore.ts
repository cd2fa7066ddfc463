/**
 * {@link JobStore} in a table. Each job is stored as the JSON it is answered with, written once; its key is (organization, id), and the rows of a page lie
 * side by side. What another system calls a job stands in a column of its own, so that it can be found by that name, and so does
 * its status, so that agencies can be shown all but drafts.
 */
import { JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { Job, JobStatus } from "@partner-api/domain/Job"
import { searchedInJob } from "@partner-api/domain/JobFilter"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { type JobIdentity, JobStore } from "@partner-api/service/store/JobStore"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { chunksByKey } from "./Chunks.ts"
import { upserted } from "./LastWrite.ts"
import { makeLocks } from "./Locks.ts"
import { Named, selectKeyed, selectNamed } from "./NamedRows.ts"
import { prepared, type RunPrepared } from "./PreparedStatement.ts"
import { ReadSql } from "./ReadSql.ts"
import { type NewRows, rowInsert } from "./RowInsert.ts"
import { makeSearchWords } from "./SearchWords.ts"
import { orConflict, orStoreError } from "./StoreError.ts"
import { rememberedResource, storedResource } from "./StoredResource.ts"

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
