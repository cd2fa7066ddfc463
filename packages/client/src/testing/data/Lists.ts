/**
 * Pages of a collection, with the cursors of the domain (spec 4.8; decisions, Lists).
 */
import { listQuery, nextLink } from "@partner-api/contract/declare/List"
import { type CursorSigner, decodeCursor, encodeCursor } from "@partner-api/domain/Cursor"
import { makePage } from "@partner-api/domain/Page"
import { limitDefault, lookAhead, toPage } from "@partner-api/domain/Pagination"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { json, type Outcome } from "../http/Answer.ts"
import type { Collection, TestItem } from "./Collection.ts"

const isListQuery = Schema.is(Schema.Struct(listQuery))

/** What a page is made from. */
export interface ListRequest {
  /** The identifier of the endpoint. */
  readonly list: string
  /** The address of the list, without a query. */
  readonly url: string
  readonly organizationId: string
  readonly collection: Collection
  /** The query, decoded. */
  readonly query: unknown
  readonly nowMs: number
  readonly signer: CursorSigner
  /** An item as it is shown. */
  readonly show: (item: TestItem) => unknown
}

/** Answers with a page in the envelope. */
export const answerPage = (request: ListRequest): Outcome => {
  const { list, organizationId, nowMs, signer, show } = request
  const { limit: asked, cursor } = isListQuery(request.query) ? request.query : {}
  const position =
    cursor === undefined
      ? Result.succeed(undefined)
      : decodeCursor(cursor, { list, organizationId, filters: {}, nowMs }, signer)
  if (Result.isFailure(position)) return position.failure
  const limit = asked ?? position.success?.limit ?? limitDefault
  const found = request.collection.after(position.success?.after, lookAhead(limit))
  const { rows, nextAfter } = toPage(found, limit, ({ id }) => id)
  const next =
    nextAfter === undefined
      ? null
      : `${request.url}?cursor=${encodeCursor(
          { list, organizationId, after: nextAfter, limit, filters: {}, issuedAtMs: nowMs },
          signer
        )}`
  return json(200, makePage(rows.map(show), next), next === null ? {} : { link: nextLink(next) })
}

/** Answers with a plain array, as one sample of the specification shows it (spec 4.4): all items, or as many as were asked for. */
export const answerArray = ({ collection, query, show }: ListRequest): Outcome => {
  const { limit } = isListQuery(query) ? query : {}
  return json(200, collection.after(undefined, limit ?? collection.count()).map(show))
}
