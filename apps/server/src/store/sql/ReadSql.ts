/**
 * The client for reads. On SQLite it has a connection of its own, so that reads do not wait behind writes; on PostgreSQL it is the same
 * pool. Inside a transaction it reads on the connection of that transaction, so that a write sees what it has done.
 */
import * as Context from "effect/Context"
import type { SqlClient } from "effect/sql/SqlClient"
import type { RunPrepared } from "./PreparedStatement.ts"

export interface ReadClient extends SqlClient {
  /** The read of a statement whose text is known. */
  readonly prepared: (text: string) => RunPrepared
}

export class ReadSql extends Context.Service<ReadSql, ReadClient>()("@partner-api/server/ReadSql") {}
