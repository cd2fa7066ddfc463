/**
 * Declares feeds: lists that go on (decisions, Journal). A page has a `cursor` at its end too, where a list has no next page, and a request
 * may wait for what comes.
 */
import { EventFilter, WaitText } from "@partner-api/domain/EventQuery"
import { EventStart } from "@partner-api/domain/EventStart"
import { Page } from "@partner-api/domain/Page"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { CursorExpired, InvalidCursor, UnprocessableEntity } from "../WireErrors.ts"
import { type Declaration, metadataOf } from "./Declaration.ts"
import { listQuery, pageHeaders, pageName } from "./List.ts"

/** The page of a feed of `item`s. */
const FeedPage = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    ...Page(item).fields,
    cursor: Schema.String.annotate({
      description:
        "The position to go on from: keep it, and send it as `cursor`. It is there at the end of the feed too",
      examples: ["WzEsImV2ZW50cy5saXN0Il0.c2lnbmF0dXJl"]
    })
  }).annotate({ identifier: pageName(item), description: "A page of the feed" })

/** The query parameters of a feed beside those of a page. */
const ofFeed = {
  ...EventFilter.fields,
  start: Schema.optionalKey(EventStart),
  wait: Schema.optionalKey(WaitText)
}

/** A feed of `items`, from a cursor on. */
export const feed = <const Name extends string, const Path extends `/${string}`, Item extends Schema.Top>(
  name: Name,
  path: Path,
  { items, ...declaration }: Declaration & { readonly items: Item }
) =>
  HttpApiEndpoint.get(name, path, {
    disableCodecs: true,
    query: {
      ...listQuery,
      ...ofFeed
    },
    success: HttpApiSchema.WithHeaders(FeedPage(items), pageHeaders),
    error: [InvalidCursor, CursorExpired, UnprocessableEntity]
  }).annotateMerge(
    metadataOf(declaration, { paginated: true, isFeed: true, filters: Object.keys(ofFeed), retry: "safe" })
  )
