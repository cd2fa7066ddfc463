/** The actions that programs offer on an application as it is shown (recruiting 7). */
import { assert, it } from "vitest"
import { possibleActions } from "../src/PossibleActions.ts"

const since = "2026-06-01T00:00:00.000Z"
const lasting = { ownership: { since, expires_at: "2026-12-01T00:00:00.000Z" } }

it.each([
  [{ state: "REJECTED" }, ["restore"]],
  [{ state: "REJECTED", ...lasting }, ["restore", "release"]],
  [{ state: "REJECTED", rejection: { known_since: "2026-05-01" } }, []],
  [{ state: "WITHDRAWN", ...lasting }, ["release"]],
  [{ state: "WITHDRAWN", ownership: { ...lasting.ownership, ended_at: since } }, []],
  [{ state: "WITHDRAWN", ...lasting, erased_at: since }, ["release"]],
  [{ state: "REJECTED", erased_at: since }, []],
  [{ state: "OFFER" }, ["hire", "reject", "withdraw"]],
  [{ state: "OFFER", erased_at: since }, []]
] as const)("%j: %j", (application, actions) => {
  assert.sameMembers([...possibleActions(application, "both")], [...actions])
})
