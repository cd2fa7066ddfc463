/**
 * Walks through lists: reads what a request asks for and writes the address of the next page (spec 4.8; decisions, Lists).
 *
 * Addresses are built from the configured public one, never from what a request says of itself.
 */
import { decodeCursor, encodeCursor } from "@partner-api/domain/Cursor"
import { InternalError, type InvalidCursor } from "@partner-api/domain/Errors"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { limitDefault, type PageRequest, type PageRows, toPage } from "@partner-api/domain/Pagination"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PublicUrl } from "../PublicUrl.ts"
import { makeCursorSigner } from "../crypto/Secrets.ts"
import { CursorKeys } from "../store/CursorKeys.ts"

/** A list of an organization. */
export interface List {
  /** The identifier of its endpoint. */
  readonly id: string
  readonly path: string
  readonly organizationId: OrganizationId
  /** What names the one resource that the items belong to; empty for a list of the organization. A cursor is good for that one alone. */
  readonly within: Readonly<Record<string, string>>
}

/** What a request says of the page it wants. */
export interface ListQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** A page that is being made. */
export interface OpenPage extends PageRequest {
  /** Cuts the rows found to the page, and tells the address of the next one, after the position of the last row; null when there is none. */
  readonly close: <Row>(
    found: ReadonlyArray<Row>,
    positionOf: (row: Row) => string
  ) => { readonly rows: PageRows<Row>["rows"]; readonly next: string | null }
}

export class Lists extends Context.Service<
  Lists,
  { readonly open: (list: List, query: ListQuery) => Effect.Effect<OpenPage, InvalidCursor> }
>()("@partner-api/service/Lists") {
  static readonly layer = Layer.effect(
    Lists,
    Effect.gen(function* () {
      const publicUrl = yield* PublicUrl
      const keys = yield* (yield* CursorKeys).all
      if (!Arr.isReadonlyArrayNonEmpty(keys)) {
        return yield* new InternalError({ message: "The database holds no key for cursors." })
      }
      const signer = makeCursorSigner(keys)

      const openAt = (list: List, nowMs: number, request: PageRequest): OpenPage => ({
        ...request,
        close: (found, positionOf) => {
          const { rows, nextAfter } = toPage(found, request.limit, positionOf)
          if (nextAfter === undefined) return { rows, next: null }
          const cursor = encodeCursor(
            {
              list: list.id,
              organizationId: list.organizationId,
              after: nextAfter,
              limit: request.limit,
              filters: list.within,
              issuedAtMs: nowMs
            },
            signer
          )
          return { rows, next: `${publicUrl}${list.path}?cursor=${cursor}` }
        }
      })

      return Lists.of({
        open: (list, { limit, cursor }) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            cursor === undefined
              ? Effect.succeed(openAt(list, nowMs, { after: undefined, limit: limit ?? limitDefault }))
              : Effect.map(
                  Effect.fromResult(
                    decodeCursor(
                      cursor,
                      { list: list.id, organizationId: list.organizationId, filters: list.within, nowMs },
                      signer
                    )
                  ),
                  // An explicit limit beside a cursor overrides the one it carries.
                  (position) => openAt(list, nowMs, { after: position.after, limit: limit ?? position.limit })
                )
          )
      })
    })
  )
}
