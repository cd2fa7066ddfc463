/**
 * `partner applications hire APPLICATION`: hires a person. The fees of the agency are read first; the cost of the hire is printed before it is
 * sent, and the service refuses it when another fee applies by then.
 */
import { customFeesMax } from "@partner-api/domain/AgencyFees"
import { CalendarDate } from "@partner-api/domain/CalendarDate"
import { boundedInteger } from "@partner-api/domain/Integer"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { moneyFlag } from "../MoneyFlag.ts"
import { notice } from "../OutputForm.ts"
import { inOrganization } from "../Session.ts"
import { aboutAction, actionInput, sendAction } from "./Action.ts"
import { costText } from "./ApplicationText.ts"
import { previewAction } from "./DryRun.ts"
import { priceHire } from "./HireCost.ts"

export const hire = Command.make(
  "hire",
  {
    ...actionInput,
    startDate: Flag.String("start-date").pipe(
      Flag.withDescription("The first day of work"),
      Flag.withMetavar("YYYY-MM-DD"),
      Flag.withSchema(CalendarDate)
    ),
    salary: moneyFlag("salary", "The base salary of the first year: 72000.00:EUR"),
    feeBase: Flag.optional(
      moneyFlag(
        "fee-base",
        "What a percentage is taken of, in the currency of the salary: 9000.00:EUR; a CONTRACT or TEMPORARY job needs it"
      )
    ),
    fee: Flag.Int("fee").pipe(
      Flag.withDescription(
        "The number of the custom fee in partner fees get, or in the terms of the application where these bind; the first is 1; needed when there are several"
      ),
      Flag.withMetavar("N"),
      Flag.withSchema(boundedInteger(1, customFeesMax)),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* (input) {
    yield* inOrganization(
      input,
      Effect.fnUntraced(function* (organization) {
        const before = yield* organization.applications.get(input.applicationId)
        const fees = yield* organization.agencies.getFees(before.agency_id)
        const terms = {
          startDate: input.startDate,
          salary: input.salary,
          feeBaseCents: Option.getOrUndefined(input.feeBase)?.amount,
          fee: Option.getOrUndefined(input.fee)
        }
        const priced = yield* Effect.fromResult(priceHire(before, fees, terms))
        const request = { action: "hire", hire: priced.request } as const
        if (input.dryRun) return yield* previewAction(organization, before, request, input.json, priced.hire)
        yield* notice(`The hire costs ${costText(priced.hire)}.`)
        yield* sendAction(organization, input, request)
      })
    )
  })
).pipe(
  Command.validate(({ feeBase, salary }) =>
    Option.exists(feeBase, ({ currency }) => currency !== salary.currency)
      ? new CliError.ValidationError({ message: `--fee-base must be in ${salary.currency}, the currency of --salary.` })
      : Effect.void
  ),
  Command.withDescription(
    `${aboutAction("hire")}; says what it costs, and fails when the fee of the agency changes meanwhile`
  ),
  Command.withShortDescription(aboutAction("hire")),
  Command.withExamples([
    {
      command: "partner applications hire app_7 --start-date 2026-03-01 --salary 72000.00:EUR --dry-run",
      description: "What the hire would cost"
    },
    {
      command: "partner applications hire app_7 --start-date 2026-03-01 --salary 72000.00:EUR --fee 2",
      description: "A hire under the second custom fee of the agency"
    }
  ])
)
