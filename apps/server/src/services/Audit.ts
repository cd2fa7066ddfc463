/**
 * Writes the audit log: every change a row, in the transaction of the change.
 *
 * Services say what was done; who did it comes from {@link CurrentActor}, which the edge of the program sets. Without one it is the
 * operator, at a command line.
 */
import type { AuditEntry, Deed } from "@partner-api/domain/Audit"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeIdSequence } from "../platform/Secrets.ts"
import { AuditStore } from "../store/AuditStore.ts"
import type { StoreError } from "../store/StoreError.ts"

/** Who is changing something. */
export interface Actor {
  readonly clientId: ClientId | undefined
  readonly requestId: string | undefined
  /** Told what was done, so that whoever set the actor knows. */
  readonly onDeed: (deed: Deed) => void
}

/** Who is changing something; the operator where nobody said. */
export const CurrentActor = Context.Reference<Actor>("@partner-api/server/CurrentActor", {
  defaultValue: () => ({ clientId: undefined, requestId: undefined, onDeed: () => {} })
})

export class Audit extends Context.Service<
  Audit,
  {
    /** Adds a row; without an organization it belongs to none. */
    readonly record: (organizationId: OrganizationId | undefined, deed: Deed) => Effect.Effect<void, StoreError>
    readonly page: (
      organizationId: OrganizationId | undefined,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, StoreError>
  }
>()("@partner-api/server/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.map(AuditStore, (store) => {
      const nextId = makeIdSequence("aud_")
      return Audit.of({
        record: Effect.fnUntraced(function* (organizationId, deed) {
          const { clientId, requestId, onDeed } = yield* CurrentActor
          const occurredAt = timestampFromMillis(yield* Clock.currentTimeMillis)
          yield* store.append(organizationId, {
            id: yield* nextId,
            occurred_at: occurredAt,
            ...deed,
            ...(clientId === undefined ? {} : { client_id: clientId }),
            ...(requestId === undefined ? {} : { request_id: requestId })
          })
          onDeed(deed)
        }),
        page: store.page
      })
    })
  )
}
