/**
 * Handlers of clients: what `ClientAdministration` does, for the console.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { noFilters } from "@partner-api/domain/Filter"
import type { Grant } from "@partner-api/domain/Client"
import { ClientId } from "@partner-api/domain/Ids"
import type { NewClientGrant } from "@partner-api/domain/operator/ClientView"
import { grantablePermissions } from "@partner-api/domain/Permission"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { makeId } from "../../../crypto/Secrets.ts"
import { ClientAdministration } from "../../../services/administration/ClientAdministration.ts"
import { Lists } from "../../../services/Lists.ts"
import { CostReport } from "../../../services/operator/CostReport.ts"
import { ClientViews } from "../../../services/operator/ClientViews.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"
import { pageOfWhole } from "./WholeList.ts"

/** A grant as it is asked for: without permissions, all that such a grant can hold. */
const grantOf = ({ agency_id: agencyId, organization_id: organizationId, permissions }: NewClientGrant): Grant => ({
  organizationId,
  permissions: permissions ?? grantablePermissions(agencyId),
  ...(agencyId === undefined ? {} : { agencyId })
})

export const layer = HttpApiBuilder.group(
  OperatorApi,
  "clients",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* ClientAdministration
    const views = yield* ClientViews
    const lists = yield* Lists
    const costs = yield* CostReport

    return handlers
      .handle(
        "list",
        answerOperator(lists, noFilters, (_, page) => Effect.map(views.all, (all) => pageOfWhole(all, page)))
      )
      .handle(
        "create",
        Effect.fnUntraced(function* ({ payload }) {
          const id = ClientId.make(yield* makeId("cli_"))
          const { grants = [], may_create_organizations: mayCreateOrganizations = false, name } = payload
          const secret = yield* clients.create({
            id,
            name,
            grants: grants.map(grantOf),
            defaultOrganization: grants.find(({ is_default }) => is_default === true)?.organization_id,
            mayCreateOrganizations
          })
          return { client_id: id, secret }
        })
      )
      .handle("get", ({ params }) => views.get(params.clientId))
      .handle("grant", ({ params, payload }) =>
        Effect.andThen(
          clients.grant(params.clientId, grantOf(payload), payload.is_default === true),
          views.get(params.clientId)
        )
      )
      .handle("ungrant", ({ params }) => clients.ungrant(params.clientId, params.organizationId))
      .handle(
        "rotateSecret",
        Effect.fnUntraced(function* ({ params, payload }) {
          const { clientId } = params
          switch (payload.step) {
            case "add":
              return { client_id: clientId, secret: yield* clients.addSecret(clientId) }
            case "replace":
              return { client_id: clientId, secret: (yield* clients.replaceSecrets(clientId)).secret }
            case "end_older":
              yield* clients.endOlderSecret(clientId)
              return { client_id: clientId }
          }
        })
      )
      .handle("revoke", ({ params }) => clients.revoke(params.clientId))
      .handle("costs", () => costs)
  })
)
