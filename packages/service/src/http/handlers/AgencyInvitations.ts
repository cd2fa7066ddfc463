/**
 * Handlers of invitations of agencies.
 */
import {
  AgencyInvitations as AgencyInvitationsGroup,
  invitationsPagePath
} from "@partner-api/contract/AgencyInvitations"
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization, PossibleClient } from "@partner-api/contract/Middleware"
import { AgencyInvitationFilter } from "@partner-api/domain/AgencyInvitation"
import { filterCodec } from "@partner-api/domain/Filter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { AgencyInvitations } from "../../services/AgencyInvitations.ts"
import { Journal } from "../../services/Journal.ts"
import { Lists } from "../../services/Lists.ts"
import { makeCountRefused } from "../RefusedLinks.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerFound } from "./ListAnswer.ts"

const employers = handlersOf(
  PartnerApi,
  "agencyInvitations",
  Effect.fnUntraced(function* (handlers) {
    const invitations = yield* AgencyInvitations
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    /** The address of a link. The token stands in the fragment, which browsers send to no server. */
    const urlOf = (token: Redacted.Redacted) => `${publicUrl}${invitationsPagePath}#${Redacted.value(token)}`

    return handlers({
      list: answerFound(lists, filterCodec(AgencyInvitationFilter), ({ organizationId }, filter, page) =>
        invitations.page(organizationId, filter, page)
      ),
      create: Effect.fnUntraced(function* ({ payload }) {
        const made = yield* invitations.create(yield* CurrentOrganization, payload, urlOf)
        return answerCreated(made, publicUrl, AgencyInvitationsGroup.endpoints.get.path, {
          agencyInvitationId: made.id
        })
      }),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) =>
          invitations.get(organizationId, params.agencyInvitationId)
        ),
      resend: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (inviter) => invitations.resend(inviter, params.agencyInvitationId, urlOf)),
      revoke: ({ params }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) =>
          invitations.revoke(organizationId, params.agencyInvitationId)
        )
    })
  })
)

const links = handlersOf(
  PartnerApi,
  "invitations",
  Effect.fnUntraced(function* (handlers) {
    const invitations = yield* AgencyInvitations
    const journal = yield* Journal
    const countRefused = yield* makeCountRefused

    /** Accepts a link without a token: the client that is made acts. */
    const acceptAsNew = Effect.fnUntraced(function* (link: Redacted.Redacted) {
      const { id: requestId } = yield* CurrentRequest
      const clientId = yield* invitations.clientOf(link)
      return yield* journal.write({ kind: "client", clientId, requestId }, invitations.acceptAsNew(link))
    })

    return handlers({
      show: ({ payload }) => countRefused(invitations.show(payload.token)),
      accept: ({ payload: { token } }) =>
        countRefused(
          Effect.flatMap(PossibleClient, ({ client }) =>
            client === undefined ? acceptAsNew(token) : invitations.accept(token, client)
          )
        )
    })
  })
)

export const layer = Layer.merge(employers, links)
