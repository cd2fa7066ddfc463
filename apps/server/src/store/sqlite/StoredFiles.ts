/**
 * The files of applications that the rows of a database file name. Reads only; a database of a release before files has none.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { readFile } from "./SqliteReader.ts"

/** The ids of the files of each organization. An id takes about 100 bytes, so a million files take 100 MB. */
export type StoredFiles = ReadonlyMap<string, ReadonlySet<string>>

const Table = Schema.Struct({ name: Schema.String })
const Key = Schema.Struct({ organization_id: Schema.String, id: Schema.String })

/** Reads them. */
export const storedFilesOf = (file: string): Effect.Effect<StoredFiles, OperatorError> =>
  readFile(file, (rows) =>
    Effect.gen(function* () {
      const tables = yield* rows(Table, "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'attachments'")
      if (tables.length === 0) return new Map()
      const all = new Map<string, Set<string>>()
      for (const { id, organization_id } of yield* rows(
        Key,
        "SELECT organization_id, id FROM attachments WHERE state = 'STORED'"
      )) {
        const ids = all.get(organization_id)
        if (ids === undefined) all.set(organization_id, new Set([id]))
        else ids.add(id)
      }
      return all
    })
  )
