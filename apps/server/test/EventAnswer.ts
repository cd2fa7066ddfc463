/**
 * Reads answers of the feed.
 */
import * as Schema from "effect/Schema"
import type { Answer } from "./HttpCall.ts"

const decode = Schema.decodeUnknownSync(
  Schema.Struct({
    content: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        type: Schema.String,
        timestamp: Schema.String,
        sequence: Schema.Int,
        data: Schema.Record(Schema.String, Schema.Unknown),
        erased: Schema.optionalKey(Schema.Boolean)
      })
    ),
    next: Schema.NullOr(Schema.String),
    count: Schema.Int,
    cursor: Schema.String
  })
)

/** A page of the feed; an answer that is none is an error. */
export const feedPageOf = ({ json }: Answer) => decode(json)

/** The id of the last event of a page. */
export const lastIdOf = (answer: Answer): string => feedPageOf(answer).content.at(-1)?.id ?? ""

/** The types of the events of a page. */
export const typesOf = (answer: Answer): ReadonlyArray<string> => feedPageOf(answer).content.map(({ type }) => type)
