/**
 * The terms of an application (recruiting 8): what was agreed with its agency when its person was confirmed, and whether a hire obeys it.
 *
 * `HireFee.ts` decides which of them a hire has.
 */
import * as Schema from "effect/Schema"

import { AgencyFees } from "./AgencyFees.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** The fees of a hire: those of the agency at the hire, or those at the confirmation. */
export const FeesApply = Schema.Literals(["AT_HIRE", "AT_CONFIRMATION"]).annotate({ "x-extension": true })
export type FeesApply = typeof FeesApply.Type

/** The terms of an application. */
export const ApplicationTerms = Schema.Struct({
  fees: AgencyFees,
  binding: FeesApply.annotate({
    description:
      "The setting `fees_apply` at the confirmation: `AT_CONFIRMATION`, a hire has a fee of these; `AT_HIRE`, one that the agency has then",
    examples: ["AT_CONFIRMATION"]
  }),
  agreed_at: Timestamp
}).annotate({
  identifier: "ApplicationTerms",
  description:
    "The fees of the agency when the person was confirmed, and whether a hire obeys them; both sides see them",
  examples: [
    {
      fees: { optimizedFee: false, customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }] },
      binding: "AT_CONFIRMATION",
      agreed_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type ApplicationTerms = typeof ApplicationTerms.Type

/** Fees as far as this rule looks at them: to a client, their kinds may be later than this program. */
interface SomeFees {
  readonly optimizedFee: boolean
  readonly customFees: ReadonlyArray<unknown>
}

/** Terms as far as this rule looks at them. */
interface SomeTerms<Fees extends SomeFees> {
  readonly binding: string
  readonly fees: Fees
}

/** Whether a hire has a fee of the terms: they bind, and have one to choose. */
export const areBinding = <Fees extends SomeFees>(terms: SomeTerms<Fees> | undefined): terms is SomeTerms<Fees> =>
  terms?.binding === "AT_CONFIRMATION" && (terms.fees.optimizedFee || terms.fees.customFees.length > 0)

/**
 * The fees that a hire has: those of the terms where these bind and have a fee to choose, else those that the agency has now. The setting of the organization now
 * does not matter.
 */
export const feesOfHire = <Fees extends SomeFees>(terms: SomeTerms<Fees> | undefined, fees: Fees): Fees =>
  areBinding(terms) ? terms.fees : fees
