/**
 * Handlers of clients: what `ClientAdministration` does, for the console.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { filterCodec } from "@partner-api/domain/Filter"
import { UnprocessableEntity } from "@partner-api/domain/Errors"
import { type GrantMistake, grantOf } from "@partner-api/domain/GrantRole"
import { ClientId } from "@partner-api/domain/Ids"
import { ClientFilter, type NewClientGrant } from "@partner-api/domain/operator/ClientView"
import * as Effect from "effect/Effect"
import { handlersOf } from "../../Handlers.ts"
import { makeId } from "../../../crypto/Secrets.ts"
import { ClientAdministration } from "../../../services/administration/ClientAdministration.ts"
import { Lists } from "../../../services/Lists.ts"
import { CostReport } from "../../../services/operator/CostReport.ts"
import { ClientViews } from "../../../services/operator/ClientViews.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"

const members: Readonly<Record<GrantMistake["part"], string>> = { role: "role", agency: "agency_id" }

/** The grant that a body requests; `at` is its place in the body. */
const readGrant = (at: string, { agency_id, organization_id, permissions = [], role }: NewClientGrant) =>
  Effect.mapError(
    Effect.fromResult(grantOf({ organizationId: organization_id, agencyId: agency_id, role, permissions })),
    ({ code, message, part }) =>
      new UnprocessableEntity({
        message: `No grant for ${organization_id} can be made of this.`,
        details: [{ in: "body", path: `${at}/${members[part]}`, code, message }]
      })
  )

const noSecretNamed = new UnprocessableEntity({
  message: "The step end ends one secret: name it.",
  details: [{ in: "body", path: "/secret_id", code: "required", message: "is required with the step end" }]
})

export const layer = handlersOf(
  OperatorApi,
  "clients",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* ClientAdministration
    const views = yield* ClientViews
    const lists = yield* Lists
    const costs = yield* CostReport

    return handlers({
      list: answerOperator(lists, filterCodec(ClientFilter), views.page),
      create: Effect.fnUntraced(function* ({ payload }) {
        const id = ClientId.make(yield* makeId("cli_"))
        const { grants = [], may_create_organizations: mayCreateOrganizations = false, name } = payload
        const secret = yield* clients.create({
          id,
          name,
          grants: yield* Effect.forEach(grants, (grant, index) => readGrant(`/grants/${index}`, grant)),
          defaultOrganization: grants.find(({ is_default }) => is_default === true)?.organization_id,
          mayCreateOrganizations
        })
        return { client_id: id, secret }
      }),
      get: ({ params }) => views.get(params.clientId),
      grant: Effect.fnUntraced(function* ({ params, payload }) {
        yield* clients.grant(params.clientId, yield* readGrant("", payload), payload.is_default === true)
        return yield* views.get(params.clientId)
      }),
      ungrant: ({ params }) => clients.ungrant(params.clientId, params.organizationId),
      rotateSecret: Effect.fnUntraced(function* ({ params, payload }) {
        const { clientId } = params
        switch (payload.step) {
          case "add":
            return { client_id: clientId, secret: yield* clients.addSecret(clientId) }
          case "replace":
            return { client_id: clientId, secret: (yield* clients.replaceSecrets(clientId)).secret }
          case "end":
            if (payload.secret_id === undefined) return yield* noSecretNamed
            yield* clients.endSecret(clientId, payload.secret_id)
            return { client_id: clientId }
          case "end_older":
            yield* clients.endOlderSecret(clientId)
            return { client_id: clientId }
        }
      }),
      revoke: ({ params }) => clients.revoke(params.clientId),
      costs: () => costs
    })
  })
)
