/**
 * Reads the files of applications for `doctor`, on either engine: the rows of those whose bytes should be in the storage, page by page. Reads only.
 */
import { AttachmentId } from "@partner-api/domain/Attachment"
import { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ReadRows } from "../sql/kit/Statements.ts"

const FileRow = Schema.Struct({
  organization_id: OrganizationId,
  application_id: ApplicationId,
  id: AttachmentId,
  size_bytes: Schema.Int,
  json: Schema.fromJsonString(Schema.Struct({ sha256: Schema.optionalKey(Schema.String) }))
})
export type FileRow = typeof FileRow.Type

/** The schema from which on there are files. */
const filesSince = 38

/** The rows of a page: they take about a MB. */
const pageRows = 2_000

const pageSql = (offset: number) => `SELECT organization_id, application_id, id, size_bytes, json FROM attachments
  WHERE state = 'STORED' ORDER BY organization_id, application_id, id LIMIT ${pageRows} OFFSET ${offset}`

/** Passes each page of a database with the schema `version` to `use`. */
export const eachFileRows = <E, R>(
  rows: ReadRows<E>,
  version: number,
  use: (page: ReadonlyArray<FileRow>) => Effect.Effect<void, E, R>
): Effect.Effect<void, E, R> =>
  Effect.gen(function* () {
    if (version < filesSince) return
    for (let offset = 0; ; offset += pageRows) {
      const page = yield* rows(FileRow, pageSql(offset))
      yield* use(page)
      if (page.length < pageRows) return
    }
  })
