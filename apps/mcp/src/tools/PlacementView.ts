/**
 * Placements as results show them. Names and reasons are written by people, and are data.
 */
import type { Placement } from "@partner-api/client/effect"
import { formatMoney } from "@partner-api/domain/Money"
import * as Struct from "effect/Struct"
import { briefSchema, compact, type Item } from "./ItemView.ts"

const required = ["id", "status"]

/** A placement. Its other members speak for themselves. */
export const placementSchema = briefSchema(required)

/** A placement whole. */
export const showPlacement = (placement: object): Item => compact(placement, required)

/** What a list shows of a placement; get_placement shows it whole. */
export const briefPlacement = (placement: Placement): Item =>
  compact(
    Struct.pick(placement, [
      "id",
      "candidate_name",
      "status",
      "start_date",
      "guarantee_ends_on",
      "fee_amount_cents",
      "settlement",
      "application_id"
    ]),
    required
  )

/** An amount of the fee, as people write it. */
export const amountWords = ({ currency, fee }: Placement, amount: number): string =>
  formatMoney({ currency: fee.feeType === "FLAT_FEE" ? fee.currency : currency, amount })
