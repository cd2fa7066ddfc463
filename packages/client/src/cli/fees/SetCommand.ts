/**
 * `partner fees set AGENCY`: sets the fees of an agency (spec 4.6). What is not mentioned keeps its value; custom fees replace the
 * whole list. `--dry-run` shows what would change, and sends nothing.
 */
import { mergeFees, paymentTermsDaysMax } from "@partner-api/domain/AgencyFees"
import { guaranteeDaysMax, GuaranteeRefund, type NewGuarantee } from "@partner-api/domain/Guarantee"
import { boundedInteger } from "@partner-api/domain/Integer"
import * as Output from "@partner-api/cli-kit/Output"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import type { AgencyFeesUpdate } from "../../core/Model.ts"
import { nothingChanged } from "../DryRun.ts"
import { agencyId, idempotencyKey, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { type FeeFlags, readFees } from "./FeeArguments.ts"
import { feeLines } from "./FeeText.ts"

const repeatable = (name: string, metavar: string, what: string) =>
  Flag.String(name).pipe(Flag.withDescription(what), Flag.withMetavar(metavar), Flag.atLeast(0))

const invalid = (message: string) => new CliError.ValidationError({ message })

interface Given extends FeeFlags {
  readonly clear: boolean
  readonly optimized: Option.Option<boolean>
  readonly guaranteeDays: Option.Option<number>
  readonly guaranteeRefund: Option.Option<GuaranteeRefund>
  readonly paymentTermsDays: Option.Option<number>
}

/** The guarantee on the command line; 0 days remove the one that is stored. */
const guaranteeOf = ({ guaranteeDays, guaranteeRefund }: Given): Result.Result<NewGuarantee, string> => {
  const days = Option.getOrElse(guaranteeDays, () => 0)
  if (Option.isNone(guaranteeRefund)) {
    return days === 0
      ? Result.succeed({ days })
      : Result.fail("--guarantee-days needs --guarantee-refund beside it: add it.")
  }
  return days === 0
    ? Result.fail("--guarantee-refund needs --guarantee-days beside it, from 1 on: add it.")
    : Result.succeed({ days, refund: guaranteeRefund.value })
}

/** The fees on the command line. */
const updateOf = Effect.fnUntraced(function* (input: Given) {
  const stdio = yield* Stdio.Stdio
  const fees = yield* Effect.mapError(Effect.fromResult(readFees(yield* stdio.args, input)), invalid)
  if (input.clear && fees.length > 0) {
    return yield* invalid(
      "--clear empties the list of custom fees; --percent and --flat fill it. Give one or the other."
    )
  }
  const hasGuarantee = Option.isSome(input.guaranteeDays) || Option.isSome(input.guaranteeRefund)
  const guarantee = hasGuarantee
    ? { guarantee: yield* Effect.mapError(Effect.fromResult(guaranteeOf(input)), invalid) }
    : {}
  const update: AgencyFeesUpdate = {
    ...Option.match(input.optimized, { onNone: () => ({}), onSome: (optimizedFee) => ({ optimizedFee }) }),
    ...(fees.length > 0 || input.clear ? { customFees: fees } : {}),
    ...guarantee,
    ...Option.match(input.paymentTermsDays, {
      onNone: () => ({}),
      onSome: (paymentTermsDays) => ({ paymentTermsDays })
    })
  }
  return Object.keys(update).length > 0
    ? update
    : yield* invalid(
        "nothing is set: give --percent, --flat, --clear, --optimized, --no-optimized, --guarantee-days or --payment-terms-days."
      )
})

export const set = Command.make(
  "set",
  {
    agencyId,
    percent: repeatable("percent", "SHARE", "A share of the first year's salary: 20, 20% or 12.5%. May be given again"),
    flat: repeatable("flat", "AMOUNT:CURRENCY", "A fixed amount: 5000.00:EUR. May be given again"),
    note: repeatable("note", "TEXT", "Says what the fee before it is for"),
    clear: Flag.Boolean("clear").pipe(
      Flag.withDescription("Empty the list of custom fees"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    optimized: Flag.Boolean("optimized").pipe(
      Flag.withDescription("The platform's optimized fee applies; with --no-optimized the custom fees do"),
      Flag.optional
    ),
    guaranteeDays: Flag.Int("guarantee-days").pipe(
      Flag.withDescription("For how many days the agency answers for a hire; 0 removes the guarantee"),
      Flag.withMetavar("DAYS"),
      Flag.withSchema(boundedInteger(0, guaranteeDaysMax)),
      Flag.optional
    ),
    guaranteeRefund: Flag.Literals("guarantee-refund", GuaranteeRefund.literals).pipe(
      Flag.withDescription("What the agency owes back within the guarantee"),
      Flag.optional
    ),
    paymentTermsDays: Flag.Int("payment-terms-days").pipe(
      Flag.withDescription("The days from the start of a hire until its fee is due"),
      Flag.withMetavar("DAYS"),
      Flag.withSchema(boundedInteger(0, paymentTermsDaysMax)),
      Flag.optional
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Show the fees before and after, and change nothing"),
      Flag.withDefault(false)
    ),
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const update = yield* updateOf(input)
    if (!input.dryRun) {
      const fees = yield* inOrganization(input, ({ agencies }) =>
        write("agencies.setFees", input.idempotencyKey, (key) =>
          agencies.setFees(input.agencyId, update, { idempotencyKey: key })
        )
      )
      return yield* input.json ? Output.printJson([fees]) : Output.print(feeLines(fees, yield* Output.columns))
    }
    const before = yield* inOrganization(input, ({ agencies }) => agencies.getFees(input.agencyId))
    const after = mergeFees(before, update)
    if (input.json) return yield* Output.printJson([{ before, after }])
    const columns = yield* Output.columns
    const lines = (title: string, fees: typeof before) => [
      `${title}:`,
      ...feeLines(fees, columns).map((line) => `  ${line}`)
    ]
    yield* Output.print([...lines("Before", before), ...lines("After", after)])
    yield* nothingChanged
  })
).pipe(
  Command.validate((input) => Effect.asVoid(updateOf(input))),
  Command.withDescription("Set the fees of an agency; custom fees replace the whole list, in the order they are given"),
  Command.withShortDescription("Set the fees of an agency"),
  Command.withExamples([
    {
      command: "partner fees set agy_7 --percent 20% --no-optimized",
      description: "A fifth of the first year's salary"
    },
    {
      command: 'partner fees set agy_7 --flat 5000.00:EUR --note "Senior roles" --percent 12.5% --dry-run',
      description: "What two custom fees would change"
    },
    {
      command: "partner fees set agy_7 --guarantee-days 90 --guarantee-refund PRORATED --payment-terms-days 30",
      description: "A guarantee of 90 days; fees are due 30 days after the start"
    },
    {
      command: "partner fees set agy_7 --optimized",
      description: "The platform's fee again; custom fees stay in the list"
    }
  ])
)
