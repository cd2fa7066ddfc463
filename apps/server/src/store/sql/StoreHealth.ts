/**
 * {@link StoreHealth} of the database, in both directions: a disk that is full can still be read.
 *
 * The log of a SQLite file keeps the space that it once took, so that a small write succeeds on a full disk for a long time while larger
 * ones fail. The free space of its disk is looked at beside the probe.
 */
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { StoreHealth } from "@partner-api/service/store/StoreHealth"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { ReadSql } from "./kit/Statements.ts"

/** The space that the largest body that is taken may need (decisions, Limits). Below it some writes fail, whatever the probe finds. */
const freeBytesMin = 262_144

/** Whether the disk of a file has space for a write. Where a file system does not report it, the probe decides. */
const hasSpace = (file: string): Effect.Effect<boolean> =>
  Effect.tryPromise(() => Fs.statfs(Path.dirname(file))).pipe(
    Effect.match({ onFailure: () => true, onSuccess: ({ bavail, bsize }) => bavail * bsize >= freeBytesMin })
  )

const succeeds = <A, E>(query: Effect.Effect<A, E>) =>
  Effect.match(query, { onFailure: () => false, onSuccess: () => true })

export const layer = Layer.effect(
  StoreHealth,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const probe = succeeds(
      sql.onDialectOrElse({
        sqlite: () => sql`UPDATE write_probes SET count = count + 1`,
        // A row that another node is writing, or that one has left locked, is passed over.
        orElse: () => sql`UPDATE write_probes SET count = count + 1
            WHERE ctid IN (SELECT ctid FROM write_probes FOR UPDATE SKIP LOCKED)`
      })
    )
    // SQLite has the place of the file; the disk of PostgreSQL is its own machine's.
    const space = sql.onDialectOrElse({
      sqlite: () =>
        Effect.matchEffect(read<{ file: string }>`SELECT file FROM pragma_database_list WHERE name = 'main'`, {
          onFailure: () => Effect.succeed(true),
          onSuccess: ([main]) => (main === undefined || main.file === "" ? Effect.succeed(true) : hasSpace(main.file))
        }),
      orElse: () => Effect.succeed(true)
    })
    return StoreHealth.of({
      canRead: succeeds(read`SELECT id FROM cursor_keys LIMIT 1`),
      canWrite: Effect.flatMap(space, (isThere) => (isThere ? probe : Effect.succeed(false)))
    })
  })
)
