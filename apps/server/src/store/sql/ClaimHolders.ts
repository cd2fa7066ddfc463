/**
 * The applications that hold a claim, as a condition of SQL: `holdsClaim` of the domain (recruiting 7). An application whose person was erased has no email.
 */
import { ApplicationState, isActive } from "@partner-api/domain/ApplicationState"
import { isHeldPlacement, PlacementStatus } from "@partner-api/domain/PlacementStatus"
import type { SqlClient } from "effect/sql/SqlClient"

const listOf = (names: ReadonlyArray<string>): string => names.map((name) => `'${name}'`).join(", ")

const holdingStates = listOf(ApplicationState.literals.filter((state) => state === "HIRED" || isActive(state)))
const heldStatuses = listOf(PlacementStatus.literals.filter(isHeldPlacement))

/** The placements in this condition, as SQLite names them. Without the index it would read all placements of the organization for each hire. */
export const placementsOfSqlite = "placements INDEXED BY placements_application_id"

/** Whether a row of applications holds its claim; `application` is the name of the table in the query, `placements` that of the placements. */
export const holdsClaimText = (
  application: string,
  placements: string
): string => `${application}.state IN (${holdingStates})
  AND CASE WHEN ${application}.state = 'HIRED' THEN EXISTS (
    SELECT 1 FROM ${placements} WHERE placements.organization_id = ${application}.organization_id
      AND placements.application_id = ${application}.id AND placements.status IN (${heldStatuses})
  ) ELSE ${application}.email_key IS NOT NULL END`

/** The same as a part of a statement. */
export const holdsClaim = (sql: SqlClient, application: string) =>
  sql.literal(
    holdsClaimText(application, sql.onDialectOrElse({ sqlite: () => placementsOfSqlite, orElse: () => "placements" }))
  )
