/**
 * `partner organization update`: changes settings of the organization. What is not named stays as it is.
 */
import { OrganizationPatch } from "@partner-api/domain/Organization"
import { OrganizationSettings } from "@partner-api/domain/OrganizationSettings"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { changeItem } from "../ChangeItem.ts"
import { dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { optionalFlags, type OptionalValues, patchOf, recordOf } from "../MemberFlags.ts"
import { inOrganization } from "../Session.ts"
import { organizationLines } from "./OrganizationText.ts"

const decode = strictDecoder(OrganizationPatch)

/** The patch that the command line makes. */
const organizationPatchOf = ({ settings }: { readonly settings: OptionalValues }) =>
  Effect.flatMap(patchOf(Record.getSomes(settings), []), (changed) => recordOf(decode({ settings: changed }, "body")))

export const update = Command.make(
  "update",
  { settings: optionalFlags(OrganizationSettings.fields), dryRun, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const patch = yield* organizationPatchOf(input)
    yield* inOrganization(input, ({ settings }) =>
      changeItem(input, patch, {
        operation: "settings.update",
        get: settings.get(),
        update: (given, options) => settings.update(given, options),
        lines: organizationLines
      })
    )
  })
).pipe(
  Command.validate((input) => Effect.asVoid(organizationPatchOf(input))),
  Command.withDescription("Change settings of the organization; they act on what is written after the change"),
  Command.withShortDescription("Change settings"),
  Command.withExamples([
    {
      command: "partner organization update --agency-access ASSIGNED",
      description: "New jobs are shown to assigned agencies alone"
    }
  ])
)
