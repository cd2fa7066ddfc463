/**
 * Handlers of the settings group: the organization of the token, and its settings.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { Organizations } from "../../services/Organizations.ts"

export const layer = handlersOf(
  PartnerApi,
  "settings",
  Effect.fnUntraced(function* (handlers) {
    const organizations = yield* Organizations

    return handlers({
      get: () => Effect.flatMap(CurrentOrganization, ({ organizationId }) => organizations.get(organizationId)),
      update: ({ payload, headers }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) =>
          organizations.update(organizationId, payload, headers["if-match"])
        )
    })
  })
)
