/**
 * The filters of all lists (decisions, Filters): a row must match every filter of a request, and a cursor carries the filters.
 *
 * A list that is filtered by `updated_since` has the order of the last writes; any other list has the order of its ids.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { problem } from "./Problem.ts"
import { parseTimestamp, readMoment, timestampToMillis, writtenLengthMax } from "./Timestamp.ts"

/** A filter that may come several times; a record meets it with any of the values. */
export const anyOf = <Values extends ReadonlyArray<string>>(values: Schema.Literals<Values>) =>
  Schema.Array(values).check(
    Schema.isMinLength(1, problem("length", "must have a value")),
    Schema.isMaxLength(values.literals.length, problem("length", `must come at most ${values.literals.length} times`))
  )

/** The filter by the last write, and the order of the list with it. Any RFC 3339 text on both sides, as a caller has it. */
export const UpdatedSince = Schema.String.annotate({
  format: "date-time",
  description:
    "Records that the service has written since then, inclusive, in the order of their last write. Start the next walk one minute before the start of the last one",
  maxLength: writtenLengthMax,
  examples: ["2026-01-31T09:30:00.000Z"]
}).pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.transformEffect({ decode: readMoment, encode: readMoment }))
)

/** The first moment of a filter by the last write, in milliseconds since 1970. */
export const sinceMs = (updatedSince: string): number =>
  Option.match(parseTimestamp(updatedSince), { onNone: () => Number.POSITIVE_INFINITY, onSome: timestampToMillis })

/** The place of a record in the order of last writes. */
export interface WrittenPosition {
  readonly writtenAtMs: number
  readonly id: string
}

const separator = "~"

/** A place in the order of last writes as text: a position of a walk. */
export const writtenPosition = ({ id, writtenAtMs }: WrittenPosition): string => `${writtenAtMs}${separator}${id}`

/** Reads a position of {@link writtenPosition}. */
export const readWrittenPosition = (position: string): WrittenPosition => {
  const end = position.indexOf(separator)
  return { writtenAtMs: Number(position.slice(0, end)), id: position.slice(end + 1) }
}

/** The moment of a write after an earlier one: no write of a record is as old as the one before it. */
export const nextWriteMs = (writtenAtMs: number | undefined, nowMs: number): number =>
  writtenAtMs === undefined ? nowMs : Math.max(nowMs, writtenAtMs + 1)

/** Whether a filter has a condition. */
export const isFiltered = (filter: object): boolean => Object.keys(filter).length > 0

/** Writes the filters of a list into a cursor and reads them from it. */
export interface FilterCodec<F> {
  /** The filters among the query parameters of a request. */
  readonly only: (query: F) => F
  /** The filters as text, each under its name. The same filters give the same text, however they were spelled. */
  readonly write: (filter: F) => Readonly<Record<string, string>>
  /** Reads the filters of a cursor; none where they are no filters of this list. */
  readonly read: (written: Readonly<Record<string, string>>) => Option.Option<F>
}

/** The codec of a list without filters. */
export const noFilters: FilterCodec<unknown> = {
  only: () => undefined,
  write: () => ({}),
  read: () => Option.some(undefined)
}

const Json = /* @__PURE__ */ Schema.fromJsonString(Schema.Json)
const readJson = /* @__PURE__ */ Schema.decodeUnknownOption(Json)

const inOrder = (value: unknown): unknown => (Array.isArray(value) ? [...new Set(value)].toSorted() : value)

/** The codec of the filters that a schema has, all of them optional. */
export const filterCodec = <F extends object>(
  filter: Schema.Codec<F, unknown> & { readonly fields: Schema.Struct.Fields }
): FilterCodec<F> => {
  const json = Schema.toCodecJson(filter)
  const encode = Schema.encodeUnknownOption(json)
  const decode = Schema.decodeUnknownOption(json)
  const names = Object.keys(filter.fields)
  // Made when it is first requested: making the decoder of every list would be a hundredth of a start.
  let nothing: Option.Option<F> | undefined
  // Most requests have no filter, and the hot path encodes nothing.
  const isGiven = (query: F): boolean => names.some((name) => name in query)
  const write = (given: F): Readonly<Record<string, string>> =>
    isGiven(given)
      ? Object.fromEntries(
          Object.entries(Object(Option.getOrUndefined(encode(given)))).map(([name, value]) => [
            name,
            JSON.stringify(inOrder(value))
          ])
        )
      : {}
  const read = (written: Readonly<Record<string, string>>): Option.Option<F> =>
    decode(
      Object.fromEntries(
        names.flatMap((name) =>
          Option.match(Option.flatMap(Option.fromUndefinedOr(written[name]), readJson), {
            onNone: () => [],
            onSome: (value) => [[name, value]]
          })
        )
      )
    )
  return {
    only: (query) => Option.getOrElse(isGiven(query) ? read(write(query)) : (nothing ??= decode({})), () => query),
    write,
    read
  }
}
