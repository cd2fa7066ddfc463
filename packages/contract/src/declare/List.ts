/**
 * Declares paginated lists (spec 4.4, 4.8): their query, the envelope and headers of their answer, and the errors they share.
 */
import { cursorLengthMax } from "@partner-api/domain/Cursor"
import { LimitText } from "@partner-api/domain/Pagination"
import { boundedText } from "@partner-api/domain/Text"
import { Page } from "@partner-api/domain/Page"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { encodingHeader } from "../Encoding.ts"
import { InvalidCursor, NotFound, UnprocessableEntity } from "../WireErrors.ts"
import { type Declaration, metadataOf, type PathParameters, type QueryParameters } from "./Declaration.ts"

/** The query of a list. */
export const listQuery = {
  limit: Schema.optionalKey(
    LimitText.pipe(Schema.annotateEncoded({ description: "The maximum number of items of a page" }))
  ),
  cursor: Schema.optionalKey(
    boundedText(1, cursorLengthMax).annotate({ description: "Opaque cursor of the next page, from `next`" })
  )
}

/** The name of the page of `item`s. */
export const pageName = (item: Schema.Top): string => `${SchemaAST.resolveIdentifier(item.ast) ?? ""}Page`

/** The headers of a page. */
export const pageHeaders = {
  ...encodingHeader,
  link: Schema.optionalKey(Schema.String.annotate({ description: 'The next page, as rel="next" (RFC 8288)' }))
}

/** The answer of a list of `item`s: the envelope, and the next address once more as a link (RFC 8288). */
export const listOf = <S extends Schema.Top>(item: S) =>
  HttpApiSchema.WithHeaders(Page(item).annotate({ identifier: pageName(item) }), pageHeaders)

/** The value of the `Link` header for the next page. */
export const nextLink = (next: string): string => `<${next}>; rel="next"`

/** A list of `items`, page by page. */
export const list = <const Name extends string, const Path extends `/${string}`, Item extends Schema.Top>(
  name: Name,
  path: Path,
  { items, ...declaration }: Declaration & { readonly items: Item }
) => filteredList(name, path, { ...declaration, items, filter: {} })

type ListError = typeof NotFound | typeof InvalidCursor | typeof UnprocessableEntity

/** The errors of a list, and of one that a service may be without. */
const listErrors = (mayBeMissing: boolean): ReadonlyArray<ListError> => [
  ...(mayBeMissing ? [NotFound] : []),
  InvalidCursor,
  UnprocessableEntity
]

/**
 * A list of `items`, page by page, that may be filtered. An unknown filter or value is refused, never an empty list. With `mayBeMissing`, its operator can
 * turn the list off: `not_found`.
 */
export const filteredList = <
  const Name extends string,
  const Path extends `/${string}`,
  Item extends Schema.Top,
  Filter extends QueryParameters
>(
  name: Name,
  path: Path,
  {
    filter,
    items,
    mayBeMissing = false,
    ...declaration
  }: Declaration & { readonly items: Item; readonly filter: Filter; readonly mayBeMissing?: boolean }
) =>
  HttpApiEndpoint.get(name, path, {
    disableCodecs: true,
    query: { ...listQuery, ...filter },
    success: listOf(items),
    error: listErrors(mayBeMissing)
  }).annotateMerge(metadataOf(declaration, { paginated: true, filters: Object.keys(filter), retry: "safe" }))

/** A list of `items` that belong to the one resource that the path names, page by page. */
export const listWithin = <
  const Name extends string,
  const Path extends `/${string}`,
  Params extends PathParameters,
  Item extends Schema.Top
>(
  name: Name,
  path: Path,
  { items, params, ...declaration }: Declaration & { readonly params: Params; readonly items: Item }
) => filteredListWithin(name, path, { ...declaration, items, params, filter: {} })

/** A list of `items` that belong to the one resource that the path names, page by page, that may be filtered. */
export const filteredListWithin = <
  const Name extends string,
  const Path extends `/${string}`,
  Params extends PathParameters,
  Item extends Schema.Top,
  Filter extends QueryParameters
>(
  name: Name,
  path: Path,
  {
    filter,
    items,
    params,
    ...declaration
  }: Declaration & { readonly params: Params; readonly items: Item; readonly filter: Filter }
) =>
  HttpApiEndpoint.get(name, path, {
    disableCodecs: true,
    params,
    query: { ...listQuery, ...filter },
    success: listOf(items),
    error: [NotFound, InvalidCursor, UnprocessableEntity]
  }).annotateMerge(metadataOf(declaration, { paginated: true, filters: Object.keys(filter), retry: "safe" }))
