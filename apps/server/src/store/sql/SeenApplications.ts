/**
 * The applications that a viewer sees (`isApplicationShown`, domain), as conditions of statements: the column "only_client_id" has the only client of the
 * employer that sees an application. An agency sees its own.
 *
 * The employer's pages read what all of its clients see and what one client alone sees, each by an index: they pass no application that they do not show.
 */
import type { Viewer } from "@partner-api/domain/Viewer"
import * as Arr from "effect/Array"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { isForClient } from "./kit/OnlyClient.ts"
import { type FilterInput, type FilterPlan, filterPlanOf, type IndexCondition, meets } from "./kit/Lists.ts"

const table = "applications"

/** The condition that a viewer sees an application. */
export const seenBy = (
  sql: SqlClient,
  { agencyId, clientId }: { readonly [Part in keyof Viewer]: string | undefined }
): Fragment => (agencyId === undefined ? isForClient(sql, clientId) : sql`agency_id = ${agencyId}`)

/** The plan of a page for a viewer. The page of an agency has the agency among its filters. */
export const seenPlan = (
  sql: SqlClient,
  { agencyId, clientId }: Viewer,
  filters: FilterInput & { readonly table: typeof table }
): FilterPlan => {
  const plan = filterPlanOf(sql, filters)
  if (agencyId !== undefined || clientId === undefined) return plan
  const ofAll = sql`only_client_id IS NULL`
  const ofOne = sql`only_client_id = ${clientId}`
  const { choice, leads, updated_since } = filters
  if (leads.length === 0 && updated_since === undefined) {
    const lead: ReadonlyArray<IndexCondition> =
      choice === undefined || choice.values.length === 0
        ? [
            { condition: ofAll, index: "applications_shown" },
            { condition: ofOne, index: "applications_own" }
          ]
        : [...new Set(choice.values)].flatMap((value) => [
            { condition: sql`${ofAll} AND state = ${value}`, index: "applications_shown_state" },
            { condition: sql`${ofOne} AND state = ${value}`, index: "applications_own_state" }
          ])
    return Arr.isReadonlyArrayNonEmpty(lead) ? { ...plan, lead } : plan
  }
  const isOfAll = meets(sql, table, { condition: ofAll, index: "applications_shown" })
  const isOfOne = meets(sql, table, { condition: ofOne, index: "applications_own" })
  return {
    ...plan,
    also: [...plan.also, (organizationId) => sql`(${isOfAll(organizationId)} OR ${isOfOne(organizationId)})`]
  }
}
