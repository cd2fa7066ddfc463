/**
 * Handlers of the agencies group: agencies and their fees.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { AgencyFees } from "@partner-api/domain/AgencyFees"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Schema from "effect/Schema"
import { Agencies } from "../../services/Agencies.ts"
import { Lists } from "../../services/Lists.ts"
import { checkIfMatch } from "../middleware/ConditionalRequests.ts"
import { answerList } from "./ListAnswer.ts"

/** Fees as they are answered, byte for byte. */
const encodeFees = Schema.encodeSync(Schema.fromJsonString(AgencyFees))

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "agencies",
  Effect.fnUntraced(function* (handlers) {
    const agencies = yield* Agencies
    const lists = yield* Lists

    return handlers
      .handle("list", answerList(lists, agencies.page))
      .handle("get", ({ params }) => Effect.flatMap(CurrentOrganization, (view) => agencies.get(view, params.agencyId)))
      .handle("getFees", ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) => agencies.getFees(view, params.agencyId))
      )
      .handle("setFees", ({ params, payload, headers }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          agencies.setFees(view, params.agencyId, payload, (stored) =>
            checkIfMatch(headers["if-match"], encodeFees(stored))
          )
        )
      )
  })
)
