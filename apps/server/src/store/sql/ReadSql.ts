/**
 * The client for reads outside transactions. On SQLite it has a connection of its own, so that reads do not wait behind writes;
 * on PostgreSQL it is the same pool.
 */
import * as Context from "effect/Context"
import type { SqlClient } from "effect/sql/SqlClient"

export class ReadSql extends Context.Service<ReadSql, SqlClient>()("@partner-api/server/ReadSql") {}
