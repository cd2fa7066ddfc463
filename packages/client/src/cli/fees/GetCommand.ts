/**
 * `partner fees get AGENCY`: the fees of an agency.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { agencyId, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { feeLines } from "./FeeText.ts"

export const get = Command.make(
  "get",
  { agencyId, ...scoped },
  Effect.fnUntraced(function* (input) {
    const fees = yield* inOrganization(input, (organization) => organization.agencies.getFees(input.agencyId))
    yield* input.json ? Output.printJson([fees]) : Output.print(feeLines(fees, yield* Output.columns))
  })
).pipe(
  Command.withDescription("Show the fees of an agency"),
  Command.withExamples([{ command: "partner fees get agy_7 --organization org_acme" }])
)
