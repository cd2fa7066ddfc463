/**
 * `partner placements reschedule|start|cancel|fall-off|settle`: one command for each action that an employer takes.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { CalendarDate } from "@partner-api/domain/CalendarDate"
import type { Money } from "@partner-api/domain/Money"
import { placementReasonMax, PlacementTransition } from "@partner-api/domain/Placement"
import { feeCurrency, refundText } from "@partner-api/domain/PlacementMoney"
import { referenceMax, SettlementStatus } from "@partner-api/domain/Settlement"
import { lineText, multiLineText } from "@partner-api/domain/Text"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as SchemaAST from "effect/SchemaAST"
import type { Placement } from "../../core/Model.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { dryRun, idempotencyKey, placementId, scoped, optionalFlag, textFlag } from "../Inputs.ts"
import { moneyFlag } from "../MoneyFlag.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { previewAction } from "./DryRun.ts"
import { placementLine } from "./PlacementText.ts"

type Action = PlacementTransition["action"]

/** The argument and the flags of every action. */
const actionInput = { placementId, dryRun, idempotencyKey, ...scoped }

interface Given {
  readonly placementId: string
  readonly dryRun: boolean
  readonly idempotencyKey: Option.Option<string>
  readonly config: Option.Option<string>
  readonly organization: Option.Option<string>
  readonly json: boolean
}

/** The description of an action in the contract. */
const about = (action: Action): string => {
  const member = PlacementTransition.members.find(({ fields }) => fields.action.literal === action)
  return (member && SchemaAST.resolveDescription(member.ast)) ?? action
}

/** An amount of the fee, and the flag that it was given with. */
interface GivenAmount {
  readonly flag: string
  readonly money: Money
}

/** Fails where an amount is in another currency than the fee: the service takes minor units alone, which would be others. */
const checkCurrency = (placement: Placement, amounts: ReadonlyArray<GivenAmount>) => {
  const currency = feeCurrency(placement)
  const wrong = amounts.find(({ money }) => money.currency !== currency)
  return wrong === undefined
    ? Effect.void
    : new CommandFailure({
        message: `--${wrong.flag} is in ${wrong.money.currency}, and the fee of the placement is in ${currency}.`,
        remedy: `Give the amount in ${currency}.`
      })
}

const takeAction = (input: Given, request: PlacementTransition, amounts: ReadonlyArray<GivenAmount> = []) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* (organization) {
      const { placements } = organization
      if (input.dryRun || amounts.length > 0) {
        const before = yield* placements.get(input.placementId)
        yield* checkCurrency(before, amounts)
        if (input.dryRun) return yield* previewAction(before, request, input.json)
      }
      const placement = yield* write("placements.transition", input.idempotencyKey, (key) =>
        placements.transition(input.placementId, request, { idempotencyKey: key })
      )
      if (input.json) return yield* Output.printJson([placement])
      const refund = refundText(placement)
      yield* Output.print([placementLine(placement), ...(refund === undefined ? [] : [`Refund: ${refund}`])])
    })
  )

const day = (name: string, what: string) => textFlag(name, "YYYY-MM-DD", what).pipe(Flag.withSchema(CalendarDate))

const reason = textFlag("reason", "TEXT", "Why; the agency reads it").pipe(
  Flag.withSchema(multiLineText(1, placementReasonMax))
)

/** A flag for an amount of the fee. */
const amountFlag = (flag: string, what: string) =>
  Flag.optional(Flag.map(moneyFlag(flag, what), (money): GivenAmount => ({ flag, money })))

const reschedule = Command.make(
  "reschedule",
  { ...actionInput, startDate: day("start-date", "The new first day of work") },
  (input) => takeAction(input, { action: "reschedule", start_date: input.startDate })
).pipe(
  Command.withDescription(about("reschedule")),
  Command.withExamples([{ command: "partner placements reschedule plc_7 --start-date 2026-04-01" }])
)

const start = Command.make("start", actionInput, (input) => takeAction(input, { action: "start" })).pipe(
  Command.withDescription(about("start")),
  Command.withExamples([{ command: "partner placements start plc_7" }])
)

const cancel = Command.make("cancel", { ...actionInput, reason }, (input) =>
  takeAction(input, { action: "cancel", reason: input.reason })
).pipe(
  Command.withDescription(about("cancel")),
  Command.withExamples([{ command: 'partner placements cancel plc_7 --reason "Took another offer"' }])
)

const fallOff = Command.make(
  "fall-off",
  { ...actionInput, on: day("on", "The day on which the person left"), reason },
  (input) => takeAction(input, { action: "fall_off", on: input.on, reason: input.reason })
).pipe(
  Command.withDescription(`${about("fall_off")}; says what the agency owes back`),
  Command.withExamples([
    {
      command: 'partner placements fall-off plc_7 --on 2026-04-15 --reason "Left for another company" --dry-run',
      description: "What the agency would owe back"
    }
  ])
)

const settle = Command.make(
  "settle",
  {
    ...actionInput,
    status: Flag.Literals("status", SettlementStatus.literals).pipe(Flag.withDescription("The next status")),
    reference: optionalFlag(
      "reference",
      "TEXT",
      "What the parties call it, such as the number of an invoice",
      lineText(1, referenceMax)
    ),
    feeAmount: amountFlag("fee-amount", "The amount of an optimized fee, with INVOICED: 14400.00:EUR"),
    amount: amountFlag(
      "amount",
      "What was paid or paid back after a fall-off, in the currency of the fee: 7200.00:EUR"
    ),
    reason: Flag.optional(reason)
  },
  ({ amount, feeAmount, reason: given, reference, status, ...input }) => {
    const amounts = Record.getSomes({ fee_amount_cents: feeAmount, amount_cents: amount })
    return takeAction(
      input,
      {
        action: "settle",
        status,
        ...Record.getSomes({ reference, reason: given }),
        ...Record.map(amounts, ({ money }) => money.amount)
      },
      Object.values(amounts)
    )
  }
).pipe(
  Command.withDescription(`${about("settle")}: DUE, INVOICED, PAID, REFUNDED, or VOID with a reason`),
  Command.withShortDescription(about("settle")),
  Command.withExamples([
    { command: "partner placements settle plc_7 --status INVOICED --reference INV-7" },
    {
      command: "partner placements settle plc_7 --status INVOICED --fee-amount 14400.00:EUR",
      description: "The amount of an optimized fee"
    },
    { command: 'partner placements settle plc_7 --status VOID --reason "Agreed by both sides"' }
  ])
)

/** One command for each action. */
export const actionCommands = [reschedule, start, cancel, fallOff, settle] as const
