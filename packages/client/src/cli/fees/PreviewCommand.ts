/**
 * `partner fees preview AGENCY`: what a hire would cost under each fee that it could have.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { costText } from "../applications/ApplicationText.ts"
import { agencyId, scoped } from "../Inputs.ts"
import { moneyFlag } from "../MoneyFlag.ts"
import { inOrganization } from "../Session.ts"

export const preview = Command.make(
  "preview",
  { agencyId, salary: moneyFlag("salary", "The base salary of the first year: 72000.00:EUR"), ...scoped },
  Effect.fnUntraced(function* (input) {
    const { amount, currency } = input.salary
    const preview = yield* inOrganization(input, ({ agencies }) =>
      agencies.previewFees(input.agencyId, { base_salary_cents: amount, currency })
    )
    if (input.json) return yield* Output.printJson([preview])
    if (preview.fees.length === 0) return yield* Output.printNotice("The agency has no fee: a hire could not be paid.")
    yield* Output.print(
      preview.fees.map((cost, index) => `${index + 1}  ${costText({ base_salary_cents: amount, currency, ...cost })}`)
    )
  })
).pipe(
  Command.withDescription("Show what a hire would cost under each fee of an agency"),
  Command.withShortDescription("Show what a hire would cost"),
  Command.withExamples([{ command: "partner fees preview agy_7 --salary 72000.00:EUR" }])
)
