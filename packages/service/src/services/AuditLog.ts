/**
 * The audit log: a reader of the journal.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { JournalStore, type NumberedEntry } from "../store/JournalStore.ts"
import type { StoreError } from "../store/StoreError.ts"

export type { NumberedEntry } from "../store/JournalStore.ts"

/** The position of an entry in a walk: its number. */
export const positionOf = ({ sequence }: NumberedEntry): string => String(sequence)

const isPosition = /^\d+$/

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** A page of the entries of an organization, or of those that belong to none; the oldest first. */
    readonly page: (
      organizationId: OrganizationId | undefined,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<NumberedEntry>, StoreError>
  }
>()("@partner-api/service/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.map(JournalStore, (store) => {
      // Cursors from before the journal was numbered hold the id of an entry; they live for a day.
      const sequenceAt = (organizationId: OrganizationId | undefined, after: string | undefined) =>
        after === undefined
          ? Effect.succeed(0)
          : isPosition.test(after)
            ? Effect.succeed(Number(after))
            : Effect.map(
                store.sequenceOf(organizationId, after),
                Option.getOrElse(() => 0)
              )
      return AuditLog.of({
        page: (organizationId, { after, limit }) =>
          Effect.flatMap(sequenceAt(organizationId, after), (sequence) =>
            store.page(organizationId, { after: sequence, limit })
          )
      })
    })
  )
}
