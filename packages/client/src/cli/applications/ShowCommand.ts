/**
 * `partner applications show APPLICATION`: all that is known of an application, and which actions its state allows.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { applicationId, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { applicationLines } from "./ApplicationText.ts"
import { possibleActions } from "./PossibleActions.ts"

export const show = Command.make(
  "show",
  { applicationId, ...scoped },
  Effect.fnUntraced(function* (input) {
    const application = yield* inOrganization(input, ({ applications }) => applications.get(input.applicationId))
    if (!input.json) return yield* Output.print(applicationLines(application))
    const actions = possibleActions(application)
    yield* Output.printJson([{ ...application, ...(actions === undefined ? {} : { allowed_actions: actions }) }])
  })
).pipe(
  // What the other things of an organization call it.
  Command.withAlias("get"),
  Command.withDescription(
    "Show an application, and the actions that are possible for employer and agency together; with --json they are in allowed_actions"
  ),
  Command.withShortDescription("Show an application and its possible actions"),
  Command.withExamples([{ command: "partner applications show app_7" }])
)
