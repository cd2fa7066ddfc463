/**
 * The tables of `docs/placements.md`, as text: which action leads where and when, and which step of a settlement follows which. Made from the tables of the domain.
 * Writes no file.
 */
import { placementRows } from "@partner-api/domain/PlacementStatus"
import { nextSettlements, SettlementStatus } from "@partner-api/domain/Settlement"
import { withTable } from "./Table.ts"

const code = (text: string): string => text.replaceAll(/[A-Z]+_?[A-Z]*_?[A-Z]+/g, (name) => `\`${name}\``)

const actions = [
  ["Action", "From", "When", "To"],
  ...placementRows.map(({ action, from, to, when }) => [`\`${action}\``, code(from), when, code(to)])
]

const settlements = [
  ["Status", "Next"],
  ...SettlementStatus.literals.map((status) => [code(status), nextSettlements(status).map(code).join(", ")])
]

const name = "docs/placements.md"

/** The page with the present tables in place of those it has. */
export const withPlacementTables = (page: string): string =>
  withTable(name, withTable(name, page, actions, "actions"), settlements, "settlements")
