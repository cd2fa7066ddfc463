/**
 * The applications that hold a claim, as a condition of SQL: `holdsClaim` of the domain (recruiting 7). An application whose person was erased has no email.
 */
import { ApplicationState, isActive } from "@partner-api/domain/ApplicationState"
import { isHeldPlacement, PlacementStatus } from "@partner-api/domain/PlacementStatus"

const listOf = (names: ReadonlyArray<string>): string => names.map((name) => `'${name}'`).join(", ")

const holdingStates = listOf(ApplicationState.literals.filter((state) => state === "HIRED" || isActive(state)))
const heldStatuses = listOf(PlacementStatus.literals.filter(isHeldPlacement))

/** Whether a row of applications holds its claim; `application` is the name of the table in the query. */
export const holdsClaimText = (application: string): string => `${application}.state IN (${holdingStates})
  AND CASE WHEN ${application}.state = 'HIRED' THEN EXISTS (
    SELECT 1 FROM placements WHERE placements.organization_id = ${application}.organization_id
      AND placements.application_id = ${application}.id AND placements.status IN (${heldStatuses})
  ) ELSE ${application}.email_key IS NOT NULL END`
