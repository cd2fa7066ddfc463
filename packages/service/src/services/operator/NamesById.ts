/**
 * Names of clients, organizations and webhook endpoints, each found by its id. What is not there has no name.
 */
import type { KnownNames, NamesWanted } from "@partner-api/domain/operator/KnownNames"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ClientStore } from "../../store/ClientStore.ts"
import { OrganizationStore } from "../../store/OrganizationStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { WebhookStore } from "../../store/WebhookStore.ts"
import { visibleHost } from "../webhooks/EndpointState.ts"

/** Finds the names of these ids, each once. */
const foundOf = <Id extends string, A, E>(
  ids: ReadonlyArray<Id> = [],
  find: (id: Id) => Effect.Effect<Option.Option<A>, E>,
  nameOf: (found: A) => string
) =>
  Effect.map(
    Effect.forEach(new Set(ids), (id) =>
      Effect.map(
        find(id),
        Option.map((found) => ({ id, name: nameOf(found) }))
      )
    ),
    (rows) => rows.flatMap(Option.toArray)
  )

export class NamesById extends Context.Service<
  NamesById,
  (wanted: NamesWanted) => Effect.Effect<KnownNames, StoreError>
>()("@partner-api/service/NamesById") {
  static readonly layer = Layer.effect(
    NamesById,
    Effect.gen(function* () {
      const clients = yield* ClientStore
      const organizations = yield* OrganizationStore
      const webhooks = yield* WebhookStore
      return NamesById.of(({ client_id, organization_id, webhook_endpoint_id }) =>
        Effect.all({
          clients: foundOf(client_id, clients.find, ({ name }) => name),
          organizations: foundOf(organization_id, organizations.find, ({ name }) => name),
          webhook_endpoints: foundOf(webhook_endpoint_id, webhooks.findAny, ({ endpoint }) => visibleHost(endpoint.url))
        }).pipe(Effect.withSpan("NamesById"))
      )
    })
  )
}
