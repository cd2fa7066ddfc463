/**
 * The audit log: a reader of the journal.
 */
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import {
  type OperatorAuditEntry,
  type OperatorAuditFilter,
  meetsAuditFilter
} from "@partner-api/domain/operator/AuditView"
import {
  type FoundRows,
  limitMax,
  lookAhead,
  lookedBytesMax,
  lookedMax,
  mapFound,
  type PageRequest,
  toPage,
  withinBytes
} from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { JournalStore, type NumberedEntry } from "../store/JournalStore.ts"
import type { StoreError } from "../store/StoreError.ts"

export type { NumberedEntry } from "../store/JournalStore.ts"

const isPosition = /^\d+$/

const shown = (organizationId: OrganizationId | undefined, entry: NumberedEntry["entry"]): OperatorAuditEntry =>
  organizationId === undefined ? entry : { ...entry, organization_id: organizationId }

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** A page of the entries of an organization, or of those that belong to none, the oldest first: those that a client of the employer sees, or all. */
    readonly page: (
      view: { readonly organizationId: OrganizationId | undefined; readonly clientId: ClientId | undefined },
      request: PageRequest
    ) => Effect.Effect<FoundRows<NumberedEntry>, StoreError>
    /**
     * A page of the entries that meet a filter, the newest first: those of the organization that it names, or of none. A page looks at
     * {@link lookedMax} entries and {@link lookedBytesMax} of their texts.
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
        const rows: Array<FoundRows<NumberedEntry>["rows"][number]> = []
        let [before, isWhole] = [after, false]
        for (let [looked, bytes] = [0, 0]; looked < lookedMax && bytes < lookedBytesMax; looked += limitMax) {
          const request = { before: before === undefined ? undefined : Number(before), limit: limitMax }
          const found = yield* store.pageBefore(filter.organization_id, request)
          const look = toPage(found.rows, limitMax, ({ position }) => position, found.lookedTo)
          rows.push(...look.rows.filter(({ row }) => meetsAuditFilter(filter, row.entry)))
          bytes += look.rows.reduce((sum, { row }) => sum + row.bytes, 0)
          before = look.nextAfter
          isWhole = rows.length >= lookAhead(limit) || before === undefined
          if (isWhole) break
        }
        const page = { rows: rows.slice(0, lookAhead(limit)), lookedTo: isWhole ? undefined : before }
        return mapFound(
          withinBytes(page, ({ bytes }) => bytes),
          ({ entry }) => shown(filter.organization_id, entry)
        )
      })
      return AuditLog.of({
        newest,
        page: ({ clientId, organizationId }, { after, limit }) =>
          Effect.flatMap(sequenceAt(organizationId, after), (sequence) =>
            store.page(organizationId, { after: sequence, limit, clientId })
          )
      })
    })
  )
}
