/**
 * The request log as a client reads it: its own requests and those of nobody else (recruiting 11).
 */
import { NotFound } from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import { type OwnRequest, type OwnRequestFilter, ownRequestOf } from "@partner-api/domain/OwnRequest"
import { type FoundRows, mapFound, type PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RequestLogStore } from "../../store/RequestLogStore.ts"
import type { StoreError } from "../../store/StoreError.ts"

const notKept = new NotFound({ message: "This service keeps no log of requests; its operator can turn it on." })

export class OwnRequests extends Context.Service<
  OwnRequests,
  {
    /** A page of the requests of a client, those written last first; `NotFound` where the service keeps no log. */
    readonly page: (
      clientId: ClientId,
      filter: OwnRequestFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<OwnRequest>, NotFound | StoreError>
  }
>()("@partner-api/service/OwnRequests") {
  static readonly layer = Layer.effect(
    OwnRequests,
    Effect.map(RequestLogStore, (store) =>
      OwnRequests.of({
        page: Effect.fn("OwnRequests.page")(function* (clientId, filter, request) {
          if (!store.isKept) return yield* notKept
          const found = yield* store.page({ ...filter, client_id: clientId }, request)
          return mapFound(found, ownRequestOf)
        })
      })
    )
  )
}
