/**
 * Where imports go on that were stopped: one place for each organization and kind of record.
 *
 * A checkpoint is written in the transaction of the records that it counts, so it never says more or less than what is there.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orStoreError, type StoreError } from "./StoreError.ts"

/** A place in a file, what its beginning must look like, and what became of the records before it. */
export const Checkpoint = Schema.Struct({
  format: Schema.Literals(["ndjson", "csv"]),
  byte_offset: Schema.Int,
  line: Schema.Int,
  /** SHA-256 of the bytes before the offset. */
  digest: Schema.String,
  created: Schema.Int,
  updated: Schema.Int,
  unchanged: Schema.Int,
  bad: Schema.Int
})
export type Checkpoint = typeof Checkpoint.Type

/** What is imported: one import of each kind has a checkpoint in an organization. */
export interface ImportKey {
  readonly organizationId: OrganizationId
  readonly kind: string
}

export class ImportStore extends Context.Service<
  ImportStore,
  {
    /** Keeps the memory of a long run small. Its effect ends with the connection. */
    readonly boundMemory: Effect.Effect<void, StoreError>
    readonly find: (key: ImportKey) => Effect.Effect<Option.Option<Checkpoint>, StoreError>
    /** Writes the checkpoint, in place of any other. */
    readonly save: (key: ImportKey, checkpoint: Checkpoint) => Effect.Effect<void, StoreError>
    /** Removes the checkpoint with this digest; one that another import wrote stays. */
    readonly remove: (key: ImportKey, digest: string) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/server/ImportStore") {
  static readonly layer = Layer.effect(
    ImportStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const names = Object.keys(Checkpoint.fields)
      const columns = sql.literal(names.join(", "))
      const renewed = sql.literal(names.map((name) => `${name} = excluded.${name}`).join(", "))

      // Mapped into memory, a large file that is read all over would count as memory of this process.
      const boundMemory = sql.onDialectOrElse({
        sqlite: () => sql`PRAGMA mmap_size = 0`,
        orElse: () => Effect.succeed([])
      })

      const find = SqlSchema.findOneOption({
        Request: Schema.Struct({ organizationId: Schema.String, kind: Schema.String }),
        Result: Checkpoint,
        execute: ({ organizationId, kind }) =>
          sql`SELECT ${columns} FROM import_checkpoints WHERE organization_id = ${organizationId} AND kind = ${kind}`
      })
      const save = ({ organizationId, kind }: ImportKey, checkpoint: Checkpoint) =>
        sql`INSERT INTO import_checkpoints ${sql.insert({ organization_id: organizationId, kind, ...checkpoint })}
          ON CONFLICT (organization_id, kind) DO UPDATE SET ${renewed}`
      const remove = ({ organizationId, kind }: ImportKey, digest: string) => sql`
        DELETE FROM import_checkpoints
        WHERE organization_id = ${organizationId} AND kind = ${kind} AND digest = ${digest}`

      return ImportStore.of({
        boundMemory: orStoreError(Effect.asVoid(boundMemory)),
        find: (key) => orStoreError(find(key)),
        save: (key, checkpoint) => orStoreError(Effect.asVoid(save(key, checkpoint))),
        remove: (key, digest) => orStoreError(Effect.asVoid(remove(key, digest)))
      })
    })
  )
}
