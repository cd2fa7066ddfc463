/**
 * The terms of a hire as `move_application` takes them, and the fee that follows from them: chosen and counted by the domain from the
 * stored fees of the agency, or from the terms of the application where these bind, before anybody is asked.
 */
import type { Application, OrganizationShape } from "@partner-api/client/effect"
import { AgencyFees } from "@partner-api/domain/AgencyFees"
import { NewHire } from "@partner-api/domain/Application"
import { chooseFee } from "@partner-api/domain/HireFee"
import type { Problem } from "@partner-api/domain/Problem"
import { feesOfHire } from "@partner-api/domain/Terms"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { contradictoryArguments } from "../protocol/tool/Arguments.ts"
import { notSent } from "../protocol/tool/ToolFailure.ts"
import type { Platform } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { hasOperation } from "./ContractMetadata.ts"

const { base_salary_cents, currency, custom_fee, fee_base_cents, start_date } = NewHire.fields
const whichFee = "Index from 0; required with several custom fees"
const whichBase = "What a percentage is of"

/** The terms. The model does not choose the expected fee: it is the one that the human sees. */
export const HireTerms = Schema.Struct({
  start_date,
  base_salary_cents,
  fee_base_cents: fee_base_cents.annotate({ description: whichBase }),
  currency,
  custom_fee: custom_fee.annotate({ description: whichFee })
}).annotate({
  description: "Required to hire",
  examples: [{ start_date: "2026-03-01", base_salary_cents: 7_200_000, currency: "EUR" }]
})
export type HireTerms = typeof HireTerms.Type

const cannotTell = (why: string) =>
  notSent(
    "fees_unknown",
    `${why}, so nobody can say what the hire costs. Nothing was done. Tell the user to hire on the platform itself.`
  )

const decodeFees = Schema.decodeUnknownResult(AgencyFees)

/** A mistake in the choice of the fee, at the member by which the tool chooses: requests send the fee itself. */
const inTool = (mistake: Problem): Problem =>
  mistake.path === "/hire/expected_fee" ? { ...mistake, path: "/hire/custom_fee" } : mistake

/** An agency, its agreed terms, and the tool that reads its fees. */
interface Agency {
  readonly agencies: OrganizationShape["agencies"]
  readonly agencyId: string
  /** The terms that were agreed with the agency at the confirmation. */
  readonly agreed: Application["terms"]
  readonly tool: string
  /** The operation of the write: while fees are read, it was not sent. */
  readonly operation: string
}

/** The fee of a hire, and what it costs. */
export const feeOfHire = Effect.fnUntraced(function* (
  platform: Platform,
  { agencies, agencyId, agreed, operation, tool }: Agency,
  terms: HireTerms
) {
  if (!hasOperation(platform, "agencies.getFees")) {
    return yield* cannotTell("This platform does not let the fees of an agency be read")
  }
  const stored = yield* explain(agencies.getFees(agencyId), { tool, operation, next: ["get_agency_fees"] })
  const fees = decodeFees(feesOfHire(agreed, stored))
  if (Result.isFailure(fees)) return yield* cannotTell("The agency has a kind of fee that this server does not know")
  return yield* Effect.fromResult(
    Result.mapError(chooseFee(fees.success, terms), ({ _tag, details = [], message }) =>
      _tag === "Conflict"
        ? notSent("conflict", `${message} Nothing was done.`, { next: ["get_agency_fees", "set_agency_fees"] })
        : contradictoryArguments(tool, details.map(inTool))
    )
  )
})
