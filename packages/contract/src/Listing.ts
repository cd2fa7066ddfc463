/**
 * What every paginated list shares (spec 4.4, 4.8): its query and the headers of its answer.
 */
import { cursorLengthMax } from "@partner-api/domain/Cursor"
import { LimitText } from "@partner-api/domain/Pagination"
import { boundedText } from "@partner-api/domain/Text"
import { Page } from "@partner-api/domain/Page"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The query of a list. */
export const listQuery = {
  limit: Schema.optionalKey(
    LimitText.pipe(Schema.annotateEncoded({ description: "How many items a page has at most" }))
  ),
  cursor: Schema.optionalKey(
    boundedText(1, cursorLengthMax).annotate({ description: "Opaque cursor of the next page, from `next`" })
  )
}

const nameOf = (item: Schema.Top) => SchemaAST.resolveIdentifier(item.ast)

/** The answer of a list of `item`s: the envelope, and the next address once more as a link (RFC 8288). */
export const listOf = <S extends Schema.Top>(item: S) =>
  HttpApiSchema.WithHeaders(Page(item).annotate({ identifier: `${nameOf(item) ?? ""}Page` }), {
    link: Schema.optionalKey(Schema.String.annotate({ description: 'The next page, as rel="next" (RFC 8288)' }))
  })

/** The value of the `Link` header for the next page. */
export const nextLink = (next: string): string => `<${next}>; rel="next"`
