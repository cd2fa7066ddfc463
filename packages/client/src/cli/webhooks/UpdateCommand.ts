/**
 * `partner webhooks update ENDPOINT`: changes members of a webhook endpoint. What is not named stays as it is.
 */
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import { dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { changeEndpoint } from "./ChangeEndpoint.ts"
import { checkedDryRun, endpointId, membersOf, optionalMembers, url } from "./EndpointInputs.ts"

const flags = { url: url.pipe(Flag.optional), ...optionalMembers }

/** The changes on the command line. */
const patchOf = (input: Parameters<typeof membersOf>[0] & { readonly url: Option.Option<string> }) => ({
  ...Record.getSomes({ url: input.url }),
  ...membersOf(input)
})

export const update = Command.make("update", { endpointId, ...flags, dryRun, idempotencyKey, ...scoped }, (input) =>
  changeEndpoint(input, patchOf(input))
).pipe(
  Command.validate((input) =>
    Object.keys(patchOf(input)).length > 0
      ? checkedDryRun(input.dryRun, Option.getOrUndefined(input.url))
      : Effect.fail(new CliError.ValidationError({ message: "nothing is changed: give a member." }))
  ),
  Command.withDescription(
    "Change a webhook endpoint; what is not named stays as it is. Another address gets a ping before events go there"
  ),
  Command.withShortDescription("Change a webhook endpoint"),
  Command.withExamples([
    { command: "partner webhooks update whe_7 --types '*' --dry-run", description: "What would change" },
    { command: "partner webhooks update whe_7 --url https://example.com/hooks" }
  ])
)
