/**
 * The reasons for rejections and withdrawals of an organization: shows, sets and deletes them. Agencies read those of their employer.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import * as Commands from "@partner-api/domain/commands/RejectionReason"
import type { Conflict, NotFound, PreconditionFailed } from "@partner-api/domain/Errors"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { CountedReasons } from "@partner-api/domain/operator/ReasonView"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { type FoundRows, limitMax, type PageRequest } from "@partner-api/domain/Pagination"
import {
  firstReasons,
  type NewRejectionReason,
  RejectionReason,
  type RejectionReasonId
} from "@partner-api/domain/RejectionReason"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { RejectionReasonStore } from "../store/RejectionReasonStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { requireMatch } from "./Precondition.ts"

/** The JSON text of a reason in answers, byte for byte. Its ETag is the digest of this text. */
const encodeReason = jsonTextOf(RejectionReason)

const reasonOrNotFound = orNotFound("reason")

/** Gives a new organization the reasons that each begins with. The entry of the organization records them. */
export const addFirstReasons = (
  store: RejectionReasonStore["Service"],
  organizationId: OrganizationId
): Effect.Effect<void, StoreError> => store.saveAll(organizationId, firstReasons())

export class RejectionReasons extends Context.Service<
  RejectionReasons,
  {
    /** A page of the reasons, by id. */
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<FoundRows<RejectionReason>, StoreError>
    readonly get: (
      organizationId: OrganizationId,
      id: RejectionReasonId
    ) => Effect.Effect<RejectionReason, NotFound | StoreError>
    /** Every reason, by id, with how many applications name it. */
    readonly counted: (organizationId: OrganizationId) => Effect.Effect<CountedReasons["reasons"], StoreError>
    /** Sets a reason, and returns whether it is new. `ifMatch` is the ETag that the caller knows. */
    readonly put: (
      organizationId: OrganizationId,
      id: RejectionReasonId,
      input: NewRejectionReason,
      ifMatch: string | undefined
    ) => Effect.Effect<
      { readonly reason: RejectionReason; readonly isNew: boolean },
      Conflict | PreconditionFailed | StoreError,
      CurrentWrite
    >
    /** Deletes a reason. Fails where an application names it. */
    readonly remove: (
      organizationId: OrganizationId,
      id: RejectionReasonId
    ) => Effect.Effect<void, NotFound | Conflict | StoreError, CurrentWrite>
  }
>()("@partner-api/service/RejectionReasons") {
  static readonly layer = Layer.effect(
    RejectionReasons,
    Effect.gen(function* () {
      const store = yield* RejectionReasonStore

      const put = Effect.fn("RejectionReasons.put")(function* (
        organizationId: OrganizationId,
        id: RejectionReasonId,
        input: NewRejectionReason,
        ifMatch: string | undefined
      ) {
        const reasons = yield* store.lockAll(organizationId)
        const stored = Commands.reasonOf({ id, reasons })
        yield* requireMatch(ifMatch, () => (stored === undefined ? "" : encodeReason(stored)))
        const { entries, next } = yield* Effect.fromResult(Commands.putReason(input, { organizationId, id, reasons }))
        if (entries.length > 0) yield* store.saveAll(organizationId, [next])
        yield* record(entries)
        return { reason: next, isNew: stored === undefined }
      })

      const remove = Effect.fn("RejectionReasons.remove")(function* (
        organizationId: OrganizationId,
        id: RejectionReasonId
      ) {
        const reasons = yield* store.lockAll(organizationId)
        const stored = yield* reasonOrNotFound(
          Effect.succeed(Option.fromUndefinedOr(Commands.reasonOf({ id, reasons })))
        )
        const isUsed = yield* store.isUsed(organizationId, id)
        const entries = yield* Effect.fromResult(Commands.deleteReason(organizationId, stored, isUsed))
        yield* store.remove(organizationId, id)
        yield* record(entries)
      })

      const counted = Effect.fnUntraced(function* (organizationId: OrganizationId) {
        const { rows } = yield* store.page(organizationId, { after: undefined, limit: limitMax })
        return yield* Effect.forEach(rows, ({ row }) =>
          Effect.map(store.uses(organizationId, row.id), (uses) => ({ ...row, ...uses }))
        )
      })

      return RejectionReasons.of({
        counted,
        page: store.page,
        get: (organizationId, id) => reasonOrNotFound(store.find(organizationId, id)),
        put,
        remove
      })
    })
  )
}
