/**
 * The audit log: a reader of the journal.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import {
  type OperatorAuditEntry,
  type OperatorAuditFilter,
  meetsAuditFilter
} from "@partner-api/domain/operator/AuditView"
import { type FoundRows, lookAhead, lookedMax, type PageRequest } from "@partner-api/domain/Pagination"
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

/** How many entries are read at once to look for those that meet a filter. */
const entriesPerLook = 500

const shown = (organizationId: OrganizationId | undefined, entry: NumberedEntry["entry"]): OperatorAuditEntry =>
  organizationId === undefined ? entry : { ...entry, organization_id: organizationId }

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** A page of the entries of an organization, or of those that belong to none; the oldest first. */
    readonly page: (
      organizationId: OrganizationId | undefined,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<NumberedEntry>, StoreError>
    /**
     * A page of the entries that meet a filter, the newest first: those of the organization that it names, or of none. {@link lookedMax} are
     * looked at for a page.
     */
    readonly newest: (
      filter: OperatorAuditFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<OperatorAuditEntry>, StoreError>
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
      const newest = Effect.fnUntraced(function* (filter: OperatorAuditFilter, { after, limit }: PageRequest) {
        const rows: Array<{ readonly position: string; readonly row: OperatorAuditEntry }> = []
        let before = after === undefined ? undefined : Number(after)
        for (let looked = 0; looked < lookedMax; looked += entriesPerLook) {
          const entries = yield* store.pageBefore(filter.organization_id, { before, limit: entriesPerLook })
          for (const numbered of entries) {
            if (meetsAuditFilter(filter, numbered.entry)) {
              rows.push({ position: positionOf(numbered), row: shown(filter.organization_id, numbered.entry) })
            }
          }
          before = entries.at(-1)?.sequence
          if (rows.length >= lookAhead(limit) || entries.length < entriesPerLook) {
            return { rows: rows.slice(0, lookAhead(limit)), lookedTo: undefined }
          }
        }
        const found: FoundRows<OperatorAuditEntry> = {
          rows,
          lookedTo: before === undefined ? undefined : String(before)
        }
        return found
      })
      return AuditLog.of({
        newest,
        page: (organizationId, { after, limit }) =>
          Effect.flatMap(sequenceAt(organizationId, after), (sequence) =>
            store.page(organizationId, { after: sequence, limit })
          )
      })
    })
  )
}
