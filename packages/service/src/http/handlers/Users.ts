/**
 * Handlers of the users group.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { Users as UsersGroup } from "@partner-api/contract/Users"
import { filterCodec } from "@partner-api/domain/Filter"
import { UserFilter } from "@partner-api/domain/UserFilter"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Lists } from "../../services/Lists.ts"
import { Users } from "../../services/Users.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerFound } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "users",
  Effect.fnUntraced(function* (handlers) {
    const users = yield* Users
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    return handlers({
      list: answerFound(lists, filterCodec(UserFilter), ({ organizationId }, filter, page) =>
        users.page(organizationId, filter, page)
      ),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { organizationId } = yield* CurrentOrganization
        const user = yield* users.create(organizationId, payload)
        return answerCreated(user, publicUrl, UsersGroup.endpoints.get.path, { userId: user.id })
      }),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) => users.get(organizationId, params.userId)),
      update: ({ params, payload, headers }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) =>
          users.update(organizationId, params.userId, payload, headers["if-match"])
        )
    })
  })
)
