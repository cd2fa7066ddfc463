/**
 * `partner agencies create`: adds an agency, with its recruiters. Its fees are `partner fees set`.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { NewAgency, optionalAgencyMembers, requiredAgencyMembers } from "@partner-api/domain/AgencyWrites"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { showRequest } from "../DryRun.ts"
import { dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { optionalFlags, type OptionalValues, recordOf, requiredFlags } from "../MemberFlags.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { agencyLines } from "./AgencyText.ts"

const decode = strictDecoder(NewAgency)

/** The agency that the command line makes. */
const newAgencyOf = ({ members, required }: { readonly required: object; readonly members: OptionalValues }) =>
  recordOf(decode({ ...required, ...Record.getSomes(members) }, "body"))

export const create = Command.make(
  "create",
  {
    required: requiredFlags(requiredAgencyMembers),
    members: optionalFlags(optionalAgencyMembers),
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const request = yield* newAgencyOf(input)
    if (input.dryRun) return yield* showRequest(request, input.json)
    const agency = yield* inOrganization(input, ({ agencies }) =>
      write("agencies.create", input.idempotencyKey, (key) => agencies.create(request, { idempotencyKey: key }))
    )
    yield* input.json ? Output.printJson([agency]) : Output.print(agencyLines(agency))
  })
).pipe(
  Command.validate((input) => Effect.asVoid(newAgencyOf(input))),
  Command.withDescription("Add an agency; it begins with the optimized fee"),
  Command.withShortDescription("Add an agency"),
  Command.withExamples([
    {
      command:
        'partner agencies create --name "Good Hands" --recruiters \'[{"first_name":"Robin","last_name":"Doe","email":"robin@goodhands.example"}]\'',
      description: "An agency with a recruiter"
    },
    {
      command: 'partner agencies create --name "Good Hands" --external-id AG-7 --idempotency-key AG-7',
      description: "An agency of your own records, added once however often this is run"
    }
  ])
)
