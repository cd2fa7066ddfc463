/**
 * Placements as results show them. Names and reasons are written by people, and are data.
 */
import type { Placement, Settlement } from "@partner-api/client/effect"
import { feeMoney } from "@partner-api/domain/PlacementMoney"
import * as Struct from "effect/Struct"
import { briefSchema, compact, type Item } from "./ItemView.ts"

const required = ["id", "status"]

/** A placement. Its other members speak for themselves. */
export const placementSchema = briefSchema(required)

/** A placement whole. */
export const showPlacement = (placement: object): Item => compact(placement, required)

/** An amount of the fee under a name, as people write it: a flat fee may have another currency than the salary. */
const moneyOf = (placement: Placement, name: string, amount: number | undefined): Readonly<Record<string, string>> =>
  amount === undefined ? {} : { [name]: feeMoney(placement, amount) }

/** A settlement with its amounts as people write them. */
const briefSettlement = (placement: Placement, { paid_cents, refunded_cents, ...rest }: Settlement) => ({
  ...rest,
  ...moneyOf(placement, "paid", paid_cents),
  ...moneyOf(placement, "refunded", refunded_cents)
})

/** A placement in a list, its amounts with their currency; get_placement shows it whole, in minor units. */
export const briefPlacement = (placement: Placement): Item => {
  const { application_id, fee_amount_cents, settlement } = placement
  return compact(
    {
      ...Struct.pick(placement, ["id", "candidate_name", "status", "start_date", "guarantee_ends_on"]),
      ...moneyOf(placement, "fee_amount", fee_amount_cents),
      ...(settlement === undefined ? {} : { settlement: briefSettlement(placement, settlement) }),
      application_id
    },
    required
  )
}
