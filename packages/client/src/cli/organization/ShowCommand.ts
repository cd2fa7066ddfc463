/**
 * `partner organization show`: the organization and its settings. `partner organization` does the same, `partner organizations` lists all of them.
 */
import * as Command from "effect/cli/Command"
import { scoped } from "../Inputs.ts"
import { type ItemInput, showItem } from "../ItemDetails.ts"
import { organizationLines } from "./OrganizationText.ts"

/** Shows the organization. */
export const showOrganization = (input: ItemInput) =>
  showItem(input, ({ settings }) => settings.get(), organizationLines)

export const show = Command.make("show", scoped, showOrganization).pipe(
  Command.withDescription("Show the organization and its settings; with --json as the service answers it"),
  Command.withShortDescription("Show the settings"),
  Command.withExamples([{ command: "partner organization show --json" }])
)
