/**
 * Erasure requests (recruiting 9): a request lists the applications of a person, without the email. Erases nobody: `ErasureWork.ts` does.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import {
  type ErasureRequest,
  ErasureRequestId,
  type NewErasureRequest,
  renderErasureRequest
} from "@partner-api/domain/ErasureRequest"
import { requestErasure } from "@partner-api/domain/commands/ErasureRequest"
import type { NotFound, RateLimited } from "@partner-api/domain/Errors"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, mapFound, type PageRequest } from "@partner-api/domain/Pagination"
import { dayStartMs } from "@partner-api/domain/StorageQuota"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { emailDigestFor } from "../crypto/KeyedDigest.ts"
import { makeId } from "../crypto/Secrets.ts"
import { ErasureRequestStore } from "../store/ErasureRequestStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import type { View } from "./access/View.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { SecretsKeys } from "./webhooks/WebhookSecrets.ts"

const requestOrNotFound = orNotFound("erasure request")

export class ErasureRequests extends Context.Service<
  ErasureRequests,
  {
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<FoundRows<ErasureRequest>, StoreError>
    readonly get: (
      organizationId: OrganizationId,
      id: ErasureRequestId
    ) => Effect.Effect<ErasureRequest, NotFound | StoreError>
    /** Requests the erasure of a person, and counts the applications that the view shows. */
    readonly create: (
      view: View,
      input: NewErasureRequest
    ) => Effect.Effect<ErasureRequest, RateLimited | StoreError, CurrentWrite>
  }
>()("@partner-api/service/ErasureRequests") {
  static readonly layer = Layer.effect(
    ErasureRequests,
    Effect.gen(function* () {
      const store = yield* ErasureRequestStore
      const [key] = yield* SecretsKeys
      const digestOf = key === undefined ? undefined : emailDigestFor(key, "erasure requests")

      const create = Effect.fn("ErasureRequests.create")(function* (view: View, { email }: NewErasureRequest) {
        const { organizationId } = view
        const createdAtMs = yield* Clock.currentTimeMillis
        const requestsOfDay = yield* store.lockUse(organizationId, dayStartMs(createdAtMs))
        const id = ErasureRequestId.make(yield* makeId("era_"))
        const made = {
          id,
          organizationId,
          applications: 0,
          emailDigest: digestOf?.(email),
          createdAtMs,
          doneAtMs: undefined
        }
        const { entries, next } = yield* Effect.fromResult(requestErasure(made, requestsOfDay))
        const shown = yield* store.addSubjects({ organizationId, requestId: id }, email, view)
        const request = { ...next, applications: shown }
        yield* store.insert(request)
        yield* record(entries)
        return renderErasureRequest(request)
      })

      return ErasureRequests.of({
        page: (organizationId, request) =>
          Effect.map(store.page(organizationId, request), (found) => mapFound(found, renderErasureRequest)),
        get: (organizationId, id) =>
          Effect.map(requestOrNotFound(store.find(organizationId, id)), renderErasureRequest),
        create
      })
    })
  )
}
