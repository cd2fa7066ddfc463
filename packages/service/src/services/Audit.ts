/**
 * Writes the audit log: every change a row, in the transaction of the change.
 *
 * Services say what was done; who did it comes from {@link CurrentActor}, which the edge of the program sets. Without one it is the
 * operator, at a command line.
 */
import type { AuditEntry, JournalEntry } from "@partner-api/domain/Audit"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeIdSequence } from "../crypto/Secrets.ts"
import { AuditStore } from "../store/AuditStore.ts"
import type { StoreError } from "../store/StoreError.ts"

/** Who is changing something. */
export interface Actor {
  readonly clientId: ClientId | undefined
  readonly requestId: string | undefined
}

/** Who is changing something; the operator by default. */
export const CurrentActor = Context.Reference<Actor>("@partner-api/service/CurrentActor", {
  defaultValue: () => ({ clientId: undefined, requestId: undefined })
})

export class Audit extends Context.Service<
  Audit,
  {
    /** Adds a row; without an organization it belongs to none. */
    readonly record: (
      organizationId: OrganizationId | undefined,
      entry: JournalEntry
    ) => Effect.Effect<void, StoreError>
    readonly page: (
      organizationId: OrganizationId | undefined,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, StoreError>
  }
>()("@partner-api/service/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.map(AuditStore, (store) => {
      const nextId = makeIdSequence("aud_")
      return Audit.of({
        record: Effect.fnUntraced(function* (organizationId, entry) {
          const { clientId, requestId } = yield* CurrentActor
          const occurredAt = timestampFromMillis(yield* Clock.currentTimeMillis)
          yield* store.append(organizationId, {
            id: yield* nextId,
            occurred_at: occurredAt,
            ...entry,
            ...(clientId === undefined ? {} : { client_id: clientId }),
            ...(requestId === undefined ? {} : { request_id: requestId })
          })
        }),
        page: store.page
      })
    })
  )
}
