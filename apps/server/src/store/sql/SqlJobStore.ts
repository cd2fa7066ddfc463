/**
 * {@link JobStore} in a table. Each job is stored as the JSON it is answered with, written once; its key is (organization, id), and the rows of a page lie
 * side by side. What another system calls a job stands in a column of its own, so that it can be found by that name, and so does
 * its status, so that agencies can be shown all but drafts.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { JobStore } from "@partner-api/service/store/JobStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { chunksByKey } from "./Chunks.ts"
import { Named, selectNamed } from "./NamedRows.ts"
import { ReadSql } from "./ReadSql.ts"
import { orConflict, orStoreError } from "./StoreError.ts"

const JobJson = Schema.fromJsonString(Job)
const encodeJob = Schema.encodeSync(JobJson)
const JobRow = Schema.Struct({ json: JobJson })
const NamedJobRow = Schema.Struct({ external_id: Schema.String, json: JobJson })

export const layer = Layer.effect(
  JobStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: Schema.String, id: Schema.String }),
      Result: JobRow,
      execute: ({ organizationId, id }) =>
        read`SELECT json FROM jobs WHERE organization_id = ${organizationId} AND id = ${id}`
    })

    const byExternalId = SqlSchema.findAll({
      Request: Named,
      Result: NamedJobRow,
      execute: (named) => selectNamed(sql, { name: "jobs", columns: ["external_id", "json"] }, named)
    })

    const save = (organizationId: OrganizationId, jobs: Arr.NonEmptyReadonlyArray<Job>) =>
      sql`INSERT INTO jobs ${sql.insert(
        Arr.map(jobs, (job) => ({
          organization_id: organizationId,
          id: job.id,
          json: encodeJob(job),
          external_id: job.external_id ?? null,
          status: job.status ?? null
        }))
      )} ON CONFLICT (organization_id, id) DO UPDATE SET
        json = excluded.json, external_id = excluded.external_id, status = excluded.status`

    return JobStore.of({
      find: (organizationId, id) =>
        orStoreError(Effect.map(find({ organizationId, id }), (row) => Option.map(row, ({ json }) => json))),
      byExternalId: (organizationId, externalIds) =>
        orStoreError(
          Effect.map(
            byExternalId({ organizationId, names: externalIds }),
            (rows) => new Map(rows.map(({ external_id, json }) => [external_id, json]))
          )
        ),
      saveAll: (organizationId, jobs) =>
        orStoreError(
          Effect.forEach(
            chunksByKey(jobs, ({ id }) => id),
            (chunk) => orConflict(save(organizationId, chunk)),
            { discard: true }
          )
        )
    })
  })
)
