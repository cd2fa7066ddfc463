/**
 * `partner agencies get AGENCY`: an agency and its recruiters. Its fees are `partner fees get`.
 */
import * as Command from "effect/cli/Command"
import { agencyId, scoped } from "../Inputs.ts"
import { showItem } from "../ItemDetails.ts"
import { agencyLines } from "./AgencyText.ts"

export const get = Command.make("get", { agencyId, ...scoped }, (input) =>
  showItem(input, ({ agencies }) => agencies.get(input.agencyId), agencyLines)
).pipe(
  Command.withDescription("Show an agency and its recruiters; with --json as the service answers it"),
  Command.withShortDescription("Show an agency"),
  Command.withExamples([{ command: "partner agencies get agy_7" }])
)
