/**
 * The changes that an action on a placement would make, without taking it: the rules of the domain judge it here, as the service would today.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { placementAfter } from "@partner-api/domain/commands/Placement"
import { Placement as PlacementSchema, type PlacementTransition } from "@partner-api/domain/Placement"
import { refundText } from "@partner-api/domain/PlacementMoney"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Placement } from "../../core/Model.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { nothingChanged, requestLine } from "../DryRun.ts"
import { refusalOf } from "../Refusal.ts"
import { placementLine } from "./PlacementText.ts"

const known = Schema.decodeUnknownOption(PlacementSchema)

/** The members of a placement that a dry run shows. A due day is the service's: the payment terms are not in the placement. */
const outlineOf = ({ refund_cents, settlement, status }: Placement) => ({
  status,
  ...(settlement === undefined ? {} : { settlement_status: settlement.status }),
  ...(refund_cents === undefined ? {} : { refund_cents }),
  ...(settlement?.paid_cents === undefined ? {} : { paid_cents: settlement.paid_cents }),
  ...(settlement?.refunded_cents === undefined ? {} : { refunded_cents: settlement.refunded_cents })
})

/** Shows what an action would send and change, and what would be owed back. */
export const previewAction = Effect.fnUntraced(function* (
  before: Placement,
  request: PlacementTransition,
  isJson: boolean
) {
  const placement = Option.getOrUndefined(known(before))
  if (placement === undefined) {
    return yield* new CommandFailure({
      message: "This program is older than the placement, and cannot say what would change.",
      remedy: "Run a newer version of partner."
    })
  }
  const moved = placementAfter({ placement, paymentTermsDays: 0 }, request, yield* Clock.currentTimeMillis)
  const after = yield* Effect.fromResult(
    Result.mapError(moved, (error) => refusalOf(error, "Show the placement again."))
  )
  const refund = refundText(after)
  yield* isJson
    ? Output.printJson([{ before: outlineOf(before), after: outlineOf(after), request }])
    : Output.print([
        `Before: ${placementLine(before)}`,
        `After: ${placementLine(after)}`,
        ...(refund === undefined ? [] : [`Refund: ${refund}`]),
        requestLine(request)
      ])
  yield* nothingChanged
})
