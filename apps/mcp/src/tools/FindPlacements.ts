/**
 * `find_placements`: what hires became, by status, settlement, job, agency or application (extension `placements.read`).
 */
import { PlacementStatus } from "@partner-api/domain/PlacementStatus"
import { SettlementStatus } from "@partner-api/domain/Settlement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { agencyId, applicationId, cursor, inOrganization, jobId, limitOf, nextCursor } from "./Inputs.ts"
import { itemPage } from "./ItemPage.ts"
import { briefSchema } from "./ItemView.ts"
import { limitDefault } from "./ListTools.ts"
import { briefPlacement } from "./PlacementView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "find_placements"
const operation = "placements.list"

export const findPlacements = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Find placements",
    description: "Finds what hires became: start, guarantee, settlement of the fee.",
    toolset: "applications",
    input: inOrganization(platform, {
      status: Schema.optionalKey(Schema.Literals(PlacementStatus.literals)),
      settlement_status: Schema.optionalKey(Schema.Literals(SettlementStatus.literals)),
      job_id: Schema.optionalKey(jobId),
      agency_id: Schema.optionalKey(agencyId),
      application_id: Schema.optionalKey(applicationId),
      limit: limitOf(limitDefault),
      cursor
    }),
    output: Schema.Struct({ placements: Schema.Array(briefSchema([])), next_cursor: nextCursor }),
    handler: ({ cursor, limit = limitDefault, organization_id, settlement_status, status, ...about }) =>
      Effect.gen(function* () {
        const { id, placements } = yield* organizationOf(platform, organization_id)
        const filters = {
          ...about,
          ...(status === undefined ? {} : { status: [status] }),
          ...(settlement_status === undefined ? {} : { settlement_status: [settlement_status] })
        }
        return yield* itemPage(
          {
            walk: { tool: name, operation, organizationId: id, filters, chosen: filters },
            cursor,
            limit,
            list: (query) => placements.list({ ...query, ...filters }),
            show: (placement) => briefPlacement(placement)
          },
          (page) => ({ placements: page.items, ...page.next })
        )
      })
  })
