/**
 * The table of `docs/applications.md` that says which action leads where, as text: made from the transitions of the domain. The rest of the
 * page is written by hand. Writes no file.
 */
import { ApplicationAction, mayTake, transitionRows } from "@partner-api/domain/ApplicationState"
import { withTable } from "./Table.ts"

const head = ["State", ...ApplicationAction.literals.map((action) => `\`${action}\``)]

const rowOf = ([state, targets]: (typeof transitionRows)[number]): ReadonlyArray<string> => [
  `\`${state}\``,
  ...targets.map(([, target]) => (target.includes(" ") || target === "" ? target : `\`${target}\``))
]

const callers = [
  "who",
  ...ApplicationAction.literals.map((action) => (mayTake("agency", action) ? "agency" : "employer"))
]

/** The page with the present table in place of the one it has. */
export const withActionTable = (page: string): string =>
  withTable("docs/applications.md", page, [head, ...transitionRows.map(rowOf), callers])
