/**
 * The rows that one client of the employer alone sees, as a condition of statements (`isForClient`, domain): the column "only_client_id" has that client, and
 * nothing where every client sees the row.
 */
import { AgencyId, ClientId } from "@partner-api/domain/Ids"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** A viewer (`Viewer.ts`, domain) in the request of a statement. */
export const ViewerParts = Schema.Struct({
  agencyId: Schema.UndefinedOr(AgencyId),
  clientId: Schema.UndefinedOr(ClientId)
})

/** The condition that a row is for a client of the employer; an operator, who has no client, sees all rows. */
export const isForClient = (sql: SqlClient, clientId: string | undefined): Fragment =>
  clientId === undefined ? sql`1 = 1` : sql`(only_client_id IS NULL OR only_client_id = ${clientId})`
