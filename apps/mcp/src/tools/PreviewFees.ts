/**
 * `preview_fees`: what a hire would cost under each fee that it could have (extension `fees.preview`).
 */
import { NewFeePreview } from "@partner-api/domain/FeePreview"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { fit } from "../protocol/answer/Budget.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { costWords } from "./HireCost.ts"
import { agencyId, inOrganization } from "./Inputs.ts"
import { briefSchema, shorten } from "./ItemView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "preview_fees"

const { base_salary_cents, currency } = NewFeePreview.fields

export const previewFees = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "agencies.previewFees"),
    name,
    title: "Preview the fees of a hire",
    description:
      "Says what a hire would cost under each fee of an agency, at the index that custom_fee of move_application takes.",
    toolset: "agencies",
    input: inOrganization(platform, { agency_id: agencyId, base_salary_cents, currency }),
    output: Schema.Struct({ optimizedFee: Schema.Boolean, fees: Schema.Array(briefSchema(["cost"])) }),
    handler: (input) =>
      Effect.gen(function* () {
        const { agencies } = yield* organizationOf(platform, input.organization_id)
        const salary = { base_salary_cents: input.base_salary_cents, currency: input.currency }
        const preview = yield* explain(agencies.previewFees(input.agency_id, salary), {
          tool: name,
          about: "/agency_id",
          next: ["list_agencies"]
        })
        const items = preview.fees.map((cost) => ({ ...cost, cost: costWords({ currency: input.currency, ...cost }) }))
        return fit({
          items,
          shorten,
          render: (fees) => ({ optimizedFee: preview.optimizedFee, fees })
        }).output
      })
  })
