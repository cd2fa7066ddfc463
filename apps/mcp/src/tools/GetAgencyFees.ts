/**
 * `get_agency_fees`: what an organization pays an agency (extension `fees.read`).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { fit } from "../protocol/answer/Budget.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { agencyId, inOrganization } from "./Inputs.ts"
import { feesSchema, showFees } from "./FeesView.ts"
import { shorten } from "./ItemView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "get_agency_fees"

export const getAgencyFees = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "agencies.getFees"),
    name,
    title: "Get the fees of an agency",
    description: "With optimizedFee the custom fees lie dormant.",
    toolset: "agencies",
    input: inOrganization(platform, { agency_id: agencyId }),
    output: Schema.Struct({ fees: feesSchema, more_fees: Schema.optionalKey(Schema.Int) }),
    handler: (input) =>
      Effect.gen(function* () {
        const { agencies } = yield* organizationOf(platform, input.organization_id)
        const fees = showFees(
          yield* explain(agencies.getFees(input.agency_id), {
            tool: name,
            about: "/agency_id",
            next: ["list_agencies"]
          })
        )
        // A platform allows twenty; a strange one may send any number.
        return fit({
          items: fees.customFees,
          shorten,
          render: (customFees, taken) => ({
            fees: { ...fees, customFees },
            ...(taken < fees.customFees.length ? { more_fees: fees.customFees.length - taken } : {})
          })
        }).output
      })
  })
