/**
 * Opens the pages of lists: reads the cursor or the filters of a request, and makes the address of the next page (spec 4.8; decisions, Lists).
 *
 * Addresses begin with the configured public URL, never with the Host of a request.
 */
import { decodeCursor, encodeCursor, invalidCursor } from "@partner-api/domain/Cursor"
import type { InvalidCursor } from "@partner-api/domain/Errors"
import type { FilterCodec } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { limitDefault, type PageRequest, type PageRows, toPage } from "@partner-api/domain/Pagination"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { PublicUrl } from "../PublicUrl.ts"
import { CursorSigning } from "./CursorSigning.ts"

/** A list of an organization. */
export interface List {
  /** The identifier of its endpoint. */
  readonly id: string
  readonly path: string
  /** Absent for a list of all organizations, or of none. */
  readonly organizationId: OrganizationId | undefined
  /** The path parameters of the resource that has the items; empty for a list of the organization. A cursor is valid for the same resource alone. */
  readonly within: Readonly<Record<string, string>>
}

/** The query parameters that choose a page. */
export interface ListQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** The filters of a request, and the codec by which a cursor carries them. */
export interface Filters<F> {
  readonly given: F
  readonly codec: FilterCodec<F>
}

/** The request of a page, for a store, and the function that closes the page with the rows of the store. */
export interface OpenPage<F> extends PageRequest {
  /** The filters of the walk: those of the request, or of its cursor. */
  readonly filter: F
  /** Cuts the found rows to the page. `next` is the address of the page after the last row; null on the last page. */
  readonly close: <Row>(
    found: ReadonlyArray<Row>,
    positionOf: (row: Row) => string,
    lookedTo?: string
  ) => { readonly rows: PageRows<Row>["rows"]; readonly next: string | null }
}

/** The address of the next page. */
export const nextAddress = (publicUrl: string, path: string, cursor: string): string =>
  `${publicUrl}${path}?cursor=${cursor}`

export class Lists extends Context.Service<
  Lists,
  { readonly open: <F>(list: List, query: ListQuery, filters: Filters<F>) => Effect.Effect<OpenPage<F>, InvalidCursor> }
>()("@partner-api/service/Lists") {
  static readonly layer = Layer.effect(
    Lists,
    Effect.gen(function* () {
      const publicUrl = yield* PublicUrl
      const signer = yield* CursorSigning

      const openAt = <F>(
        list: List,
        nowMs: number,
        request: PageRequest,
        filter: F,
        filters: Readonly<Record<string, string>>
      ): OpenPage<F> => ({
        ...request,
        filter,
        close: (found, positionOf, lookedTo) => {
          const { rows, nextAfter } = toPage(found, request.limit, positionOf, lookedTo)
          if (nextAfter === undefined) return { rows, next: null }
          const cursor = encodeCursor(
            {
              list: list.id,
              organizationId: list.organizationId ?? "",
              after: nextAfter,
              limit: request.limit,
              filters,
              issuedAtMs: nowMs
            },
            signer
          )
          return { rows, next: nextAddress(publicUrl, list.path, cursor) }
        }
      })

      /** The page of a cursor. Filters of the request must equal those of the cursor; the cursor has the missing ones. */
      const openCursor = <F>(
        list: List,
        { cursor, limit }: ListQuery & { readonly cursor: string },
        { codec, given }: Filters<F>,
        nowMs: number
      ): Result.Result<OpenPage<F>, InvalidCursor> => {
        const beside = { ...list.within, ...codec.write(given) }
        const use = { list: list.id, organizationId: list.organizationId ?? "", filters: beside, nowMs }
        return Result.flatMap(decodeCursor(cursor, use, signer), ({ after, filters, ...carried }) =>
          Option.match(codec.read(filters), {
            onNone: () => invalidCursor,
            // The limit of the request overrides that of the cursor.
            onSome: (filter) =>
              Result.succeed(openAt(list, nowMs, { after, limit: limit ?? carried.limit }, filter, filters))
          })
        )
      }

      return Lists.of({
        open: (list, { cursor, limit }, { codec, given }) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            cursor === undefined
              ? Effect.succeed(
                  openAt(list, nowMs, { after: undefined, limit: limit ?? limitDefault }, codec.only(given), {
                    ...list.within,
                    ...codec.write(given)
                  })
                )
              : Effect.fromResult(
                  openCursor(list, { cursor, ...(limit === undefined ? {} : { limit }) }, { codec, given }, nowMs)
                )
          )
      })
    })
  )
}
