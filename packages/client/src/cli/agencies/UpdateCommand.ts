/**
 * `partner agencies update AGENCY`: changes members of an agency. What is not named stays as it is.
 */
import {
  AgencyPatch,
  optionalAgencyMembers,
  removableAgencyMembers,
  requiredAgencyMembers
} from "@partner-api/domain/AgencyWrites"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { changeItem } from "../ChangeItem.ts"
import { agencyId, dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { clearFlag, optionalFlags, type OptionalValues, patchOf, recordOf } from "../MemberFlags.ts"
import { inOrganization } from "../Session.ts"
import { agencyLines } from "./AgencyText.ts"

const decode = strictDecoder(AgencyPatch)

/** The patch that the command line makes. */
const agencyPatchOf = ({
  clear,
  members
}: {
  readonly members: OptionalValues
  readonly clear: ReadonlyArray<string>
}) => Effect.flatMap(patchOf(Record.getSomes(members), clear), (patch) => recordOf(decode(patch, "body")))

export const update = Command.make(
  "update",
  {
    agencyId,
    members: optionalFlags({ ...requiredAgencyMembers, ...optionalAgencyMembers }),
    clear: clearFlag(removableAgencyMembers),
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const patch = yield* agencyPatchOf(input)
    yield* inOrganization(input, ({ agencies }) =>
      changeItem(input, patch, {
        operation: "agencies.update",
        get: agencies.get(input.agencyId),
        update: (given, options) => agencies.update(input.agencyId, given, options),
        lines: agencyLines
      })
    )
  })
).pipe(
  Command.validate((input) => Effect.asVoid(agencyPatchOf(input))),
  Command.withDescription(
    "Change an agency; a list of recruiters replaces the one before, and erases who is not in it"
  ),
  Command.withShortDescription("Change an agency"),
  Command.withExamples([
    { command: "partner agencies update agy_7 --status INACTIVE --dry-run", description: "What would change" },
    { command: 'partner agencies update agy_7 --name "Good Hands Berlin" --clear external_id' }
  ])
)
