/**
 * Clients as operators see them (`ClientAdministration.ts`): with what would break if one were revoked.
 */
import type { Client } from "@partner-api/domain/Client"
import { clientGrantOf } from "@partner-api/domain/ClientGrant"
import type { NotFound } from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import {
  type ClientDetails,
  type ClientFilter,
  type ClientSummary,
  clientCheck
} from "@partner-api/domain/operator/ClientView"
import { isFiltered } from "@partner-api/domain/Filter"
import { type FoundRows, foundById, mapFound, type PageRequest } from "@partner-api/domain/Pagination"
import { NormalTimestamp, timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ClientOverview } from "../../store/ClientStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { TokenStore } from "../../store/TokenStore.ts"
import { ClientAdministration, type ClientDetails as Found } from "../administration/ClientAdministration.ts"
import { WebhookStore } from "../../store/WebhookStore.ts"
import { RequestLog } from "./RequestLog.ts"
import { searchedPage } from "./SearchedPage.ts"

const listed = ({ createdAt, defaultOrganizationId, id, mayCreateOrganizations, name, revokedAt }: Client) => ({
  id,
  name,
  created_at: NormalTimestamp.make(createdAt),
  ...(revokedAt === undefined ? {} : { revoked_at: NormalTimestamp.make(revokedAt) }),
  may_create_organizations: mayCreateOrganizations,
  ...(defaultOrganizationId === undefined ? {} : { default_organization_id: defaultOrganizationId })
})

const summaryOf = (client: ClientOverview, lastMs: number | undefined): ClientSummary => ({
  ...listed(client),
  grants: client.grants,
  secrets: client.secrets,
  ...(lastMs === undefined ? {} : { last_request_at: timestampFromMillis(lastMs) })
})

const secretOf = ({
  createdAt,
  id,
  lastUsedAt,
  madeBy
}: Found["secrets"][number]): ClientDetails["secrets"][number] => ({
  id,
  created_at: NormalTimestamp.make(createdAt),
  ...(lastUsedAt === undefined ? {} : { last_used_at: NormalTimestamp.make(lastUsedAt) }),
  ...(madeBy === undefined ? {} : { made_by: madeBy })
})

export class ClientViews extends Context.Service<
  ClientViews,
  {
    /** A page of the clients that meet a filter, ordered by id. */
    readonly page: (filter: ClientFilter, request: PageRequest) => Effect.Effect<FoundRows<ClientSummary>, StoreError>
    readonly get: (clientId: ClientId) => Effect.Effect<ClientDetails, NotFound | StoreError>
  }
>()("@partner-api/service/ClientViews") {
  static readonly layer = Layer.effect(
    ClientViews,
    Effect.gen(function* () {
      const clients = yield* ClientAdministration
      const tokens = yield* TokenStore
      const webhooks = yield* WebhookStore
      const log = yield* RequestLog

      const get = Effect.fn("ClientViews.get")(function* (clientId: ClientId) {
        const { client, grants, secrets } = yield* clients.get(clientId)
        const lastMs = (yield* log.lastRequests([clientId])).get(clientId)
        const details: ClientDetails = {
          ...listed(client),
          grants: grants.map(clientGrantOf),
          secrets: secrets.map(secretOf),
          use: {
            live_tokens: yield* tokens.countLive(clientId, yield* Clock.currentTimeMillis),
            webhook_endpoints: yield* webhooks.countOfClient(clientId),
            is_logged: log.isKept,
            ...(lastMs === undefined ? {} : { last_request_at: timestampFromMillis(lastMs) })
          }
        }
        return details
      })

      const page = Effect.fn("ClientViews.page")(function* (filter: ClientFilter, request: PageRequest) {
        const meets = clientCheck(filter)
        const found = isFiltered(filter)
          ? yield* searchedPage(
              clients.page,
              ({ id, name, revokedAt }) => meets({ id, name, revoked: revokedAt !== undefined }),
              request
            )
          : foundById(yield* clients.page(request))
        const last = yield* log.lastRequests(found.rows.map(({ row }) => row.id))
        return mapFound(found, (client) => summaryOf(client, last.get(client.id)))
      })

      return ClientViews.of({ page, get })
    })
  )
}
