/**
 * The envelope of a list (spec 2, Paginated list): the items, the address of the next page, and the number of items here.
 *
 * There is no total: counting everything costs more than the page.
 */
import * as Schema from "effect/Schema"

/** A page of `item`s. */
export const Page = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    content: Schema.Array(item),
    next: Schema.NullOr(Schema.String).annotate({
      description: "Address of the next page; null when there is none",
      examples: [null]
    }),
    count: Schema.Int.annotate({ description: "Number of items in this answer, not of all items", examples: [1] })
  }).annotate({ description: "A page of the list" })

/** Puts items into the envelope. */
export const makePage = <Item>(content: ReadonlyArray<Item>, next: string | null) => ({
  content,
  next,
  count: content.length
})
