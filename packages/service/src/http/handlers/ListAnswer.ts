/**
 * The handlers of lists: they open the requested page by `Lists`, read its rows by a service, and put them into the envelope (spec 4.8).
 *
 * Lists of stored JSON are the hot path: {@link answerStored} joins the stored texts and returns a finished answer, which `CallHandler` does not encode. A
 * test decodes those bytes with the declared schemas.
 */
import { nextLink } from "@partner-api/contract/declare/List"
import { mayBeCompressed } from "@partner-api/contract/Encoding"
import { CurrentClient, CurrentOrganization } from "@partner-api/contract/Middleware"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { fillPath } from "@partner-api/contract/Path"
import { makePage } from "@partner-api/domain/Page"
import { type FilterCodec, noFilters } from "@partner-api/domain/Filter"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Schema from "effect/Schema"
import type { NumberedEntry } from "../../services/AuditLog.ts"
import type { FeedPage, FeedQuery, Reader } from "../../services/EventFeed.ts"
import { countWork } from "../../services/access/RequestUsage.ts"
import { inPieces } from "../../services/Pieces.ts"
import { memoized } from "../../services/Memoization.ts"
import { type ListQuery, type Lists, nextAddress, type OpenPage } from "../../services/Lists.ts"

/** The stored JSON of a resource. */
interface StoredText {
  readonly json: string
}

/** The input of a handler of a list. */
interface ListRequest<Query extends ListQuery = ListQuery> {
  readonly endpoint: { readonly identifier: string; readonly path: string }
  readonly group: { readonly identifier: string }
  readonly query: Query
  /** The path parameters of the resource that has the items. */
  readonly params?: Readonly<Record<string, string>>
}

/** The caller who reads a list, with the organization and the agency of its view. */
type Viewer = CurrentOrganization["Service"]

/** The id of a list in its cursors. */
const listId = (group: ListRequest["group"], endpoint: ListRequest["endpoint"]): string =>
  `${group.identifier}.${endpoint.identifier}`

/** Opens the requested page of a list, of an organization or of all. Every handler of a list begins with it. */
const openPageOf = <F>(
  lists: Lists["Service"],
  organizationId: OrganizationId | undefined,
  { endpoint, group, params, query }: ListRequest<ListQuery & F>,
  codec: FilterCodec<F>
) =>
  lists.open(
    {
      id: listId(group, endpoint),
      path: params === undefined ? endpoint.path : fillPath(endpoint.path, params),
      organizationId,
      within: params ?? {}
    },
    query,
    { given: query, codec }
  )

/** Opens the requested page of a list for the caller of the request. */
const openPage = Effect.fnUntraced(function* <F>(
  lists: Lists["Service"],
  request: ListRequest<ListQuery & F>,
  codec: FilterCodec<F>
) {
  const view = yield* CurrentOrganization
  return { view, page: yield* openPageOf(lists, view.organizationId, request, codec) }
})

/** The answer with a page of decoded items: the envelope, and the header `Link` with the address of the next page. */
const answerPage = <Item>(items: ReadonlyArray<Item>, next: string | null) =>
  HttpApiSchema.withHeaders({
    body: makePage(items, next),
    headers: next === null ? mayBeCompressed : { ...mayBeCompressed, link: nextLink(next) }
  })

/**
 * The length from which the text of a page is encoded once, in characters. A text is encoded twice else, for its length and where it is sent, which costs less
 * than a buffer of its own as long as the text is short.
 */
const encodedLength = 65_536

const encoder = new TextEncoder()
const json = { contentType: "application/json" }

const pageOf = (text: string): HttpServerResponse.HttpServerResponse =>
  text.length < encodedLength
    ? HttpServerResponse.text(text, json)
    : HttpServerResponse.uint8Array(encoder.encode(text), json)

/** The answer with a page of stored texts, byte for byte the encoding of {@link answerPage}. `cursor` is that of a feed. */
const answerTexts = (
  texts: ReadonlyArray<string>,
  next: string | null,
  cursor?: string
): HttpServerResponse.HttpServerResponse => {
  const end = cursor === undefined ? "}" : `,"cursor":${JSON.stringify(cursor)}}`
  const text = `{"content":[${texts.join(",")}],"next":${JSON.stringify(next)},"count":${texts.length}${end}`
  const answer = HttpServerResponse.setHeader(pageOf(text), "vary", mayBeCompressed.vary)
  return next === null ? answer : HttpServerResponse.setHeader(answer, "link", nextLink(next))
}

/** Closes a page with the rows of a store: its items, and the address of the next page. */
const closed = <F, Item>(page: OpenPage<F>, { lookedTo, rows: found }: FoundRows<Item>) => {
  const { rows, next } = page.close(found, ({ position }) => position, lookedTo)
  return { items: rows.map(({ row }) => row), next }
}

/** Opens, reads and closes the requested page of a list with filters. */
const readFound = Effect.fnUntraced(function* <F, Item, E>(
  lists: Lists["Service"],
  codec: FilterCodec<F>,
  read: (view: Viewer, filter: F, request: PageRequest) => Effect.Effect<FoundRows<Item>, E>,
  request: ListRequest<ListQuery & F>
) {
  const { view, page } = yield* openPage(lists, request, codec)
  const found = yield* read(view, page.filter, page)
  yield* countWork("rowsRead", found.rows.length)
  return closed(page, found)
})

/** The handler of a list with filters. `read` returns the rows with their positions. */
export const answerFound =
  <F, Item, E>(
    lists: Lists["Service"],
    codec: FilterCodec<F>,
    read: (view: Viewer, filter: F, request: PageRequest) => Effect.Effect<FoundRows<Item>, E>
  ) =>
  (request: ListRequest<ListQuery & F>) =>
    Effect.map(readFound(lists, codec, read, request), ({ items, next }) => answerPage(items, next))

/** The handler of a list of the client itself, with filters. A cursor is valid for the client alone. */
export const answerOwn =
  <F, Item, E>(
    lists: Lists["Service"],
    codec: FilterCodec<F>,
    read: (clientId: ClientId, filter: F, request: PageRequest) => Effect.Effect<FoundRows<Item>, E>
  ) =>
  (request: ListRequest<ListQuery & F>) =>
    Effect.gen(function* () {
      const { clientId } = yield* CurrentClient
      const page = yield* openPageOf(lists, undefined, { ...request, params: { client_id: clientId } }, codec)
      const found = yield* read(clientId, page.filter, page)
      yield* countWork("rowsRead", found.rows.length)
      const { items, next } = closed(page, found)
      return answerPage(items, next)
    })

/** The answer with a page of stored JSON. */
const answerJson = ({ items, next }: ReturnType<typeof closed<unknown, StoredText>>) =>
  answerTexts(
    items.map(({ json }) => json),
    next
  )

/** The answer with the stored JSON of one resource. That of a text which a store shares is cached (`Memoization.ts`). */
export const answerText = memoized(({ json: text }: StoredText) => HttpServerResponse.text(text, json))

/** As {@link answerFound}, for rows of stored JSON. */
export const answerStored =
  <F, E>(
    lists: Lists["Service"],
    codec: FilterCodec<F>,
    read: (view: Viewer, filter: F, request: PageRequest) => Effect.Effect<FoundRows<StoredText>, E>
  ) =>
  (request: ListRequest<ListQuery & F>) =>
    Effect.map(readFound(lists, codec, read, request), answerJson)

/** Reads the page of a list for operators: of an organization that the path names, or of all. */
const readOperator = Effect.fnUntraced(function* <F, Item, E>(
  lists: Lists["Service"],
  codec: FilterCodec<F>,
  read: (filter: F, request: PageRequest) => Effect.Effect<FoundRows<Item>, E>,
  organizationId: OrganizationId | undefined,
  request: ListRequest<ListQuery & F>
) {
  const page = yield* openPageOf(lists, organizationId, request, codec)
  return closed(page, yield* read(page.filter, page))
})

/** The handler of a list for operators, with filters: of an organization that the path names, or of all. */
export const answerOperator =
  <F, Item, E>(
    lists: Lists["Service"],
    codec: FilterCodec<F>,
    read: (filter: F, request: PageRequest) => Effect.Effect<FoundRows<Item>, E>,
    organizationId?: OrganizationId
  ) =>
  (request: ListRequest<ListQuery & F>) =>
    Effect.map(readOperator(lists, codec, read, organizationId, request), ({ items, next }) => answerPage(items, next))

/** As {@link answerOperator}, for rows of stored JSON of an organization. */
export const answerOperatorStored =
  <F, E>(
    lists: Lists["Service"],
    codec: FilterCodec<F>,
    read: (filter: F, request: PageRequest) => Effect.Effect<FoundRows<StoredText>, E>,
    organizationId: OrganizationId
  ) =>
  (request: ListRequest<ListQuery & F>) =>
    Effect.map(readOperator(lists, codec, read, organizationId, request), answerJson)

/** The handler of a history: the journal entries of one resource, by their numbers. A page may have 300 KB, so its changes are encoded in pieces. */
export const answerHistory = <Change extends Schema.ConstraintEncoder<unknown>, E>(
  lists: Lists["Service"],
  change: Change,
  read: (
    view: Viewer,
    page: { readonly after: number; readonly limit: number }
  ) => Effect.Effect<FoundRows<NumberedEntry>, E>,
  show: (entry: NumberedEntry["entry"], agencyId: Viewer["agencyId"]) => Change["Type"]
) => {
  const encode = jsonTextOf(change)
  return answerStored(lists, noFilters, (view, _, { after, limit }) =>
    Effect.flatMap(read(view, { after: Number(after ?? 0), limit }), ({ lookedTo, rows }) =>
      Effect.map(
        inPieces(rows, ({ position, row: { entry } }) =>
          Effect.sync(() => ({ position, row: { json: encode(show(entry, view.agencyId)) } }))
        ),
        (texts) => ({ lookedTo, rows: texts })
      )
    )
  )
}

/** The handler of a feed. `read` returns a page with its cursor. */
export const answerFeed =
  <E>(publicUrl: string, read: (reader: Reader, list: string, query: FeedQuery) => Effect.Effect<FeedPage, E>) =>
  ({ endpoint, group, query }: ListRequest<FeedQuery>) =>
    Effect.gen(function* () {
      const { cursor, hasMore, texts } = yield* read(yield* CurrentOrganization, listId(group, endpoint), query)
      yield* countWork("rowsRead", texts.length)
      return answerTexts(texts, hasMore ? nextAddress(publicUrl, endpoint.path, cursor) : null, cursor)
    })
