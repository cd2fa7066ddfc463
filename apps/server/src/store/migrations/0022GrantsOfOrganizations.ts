/**
 * The grants of an organization have an index: operators see in a list how many clients are granted each organization. Only adds: the release before
 * this one counts without it.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const grantsOfOrganizations = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE INDEX grants_organization ON grants (organization_id)`
)
