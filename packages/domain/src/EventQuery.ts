/**
 * The query of the change feed: the types of events, the place to begin at, and how long to wait for an event (decisions, Journal).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { Forbidden } from "./Errors.ts"
import { EventTypeName, type EventType, permissionOf } from "./EventType.ts"
import type { Permission } from "./Permission.ts"
import { problem } from "./Problem.ts"

const types = EventTypeName.literals

/** Stands for every type that the reader may read, and those that come with later releases. */
const all = "*"

const nounOf = (type: EventType): string => type.slice(0, type.indexOf("."))

/** Whether a noun is a batch of records: its only type is its import, such as `jobs.imported`. */
const isOfBatch = (type: EventType): boolean =>
  type.endsWith(".imported") && types.filter((other) => nounOf(other) === nounOf(type)).length < 2

const wildcardOf = (type: EventType): string => `${nounOf(type)}.${all}`

/** Stands for every type of a noun, such as `job.*`, and those that come with later releases: a noun may have one type so far. */
const ofNouns = [...new Set(types.filter((type) => !isOfBatch(type)).map(wildcardOf))]

const unknownSelector = problem(
  "not_allowed",
  "must be types such as job.closed,application.*; an import has one type: jobs.imported"
)

/** The selectors of types of events: each type, `job.*` for all of a noun, and `*` for all. */
export const eventSelectors: ReadonlyArray<string> = [...types, ...ofNouns, all]

const isSelected = (type: EventType, selector: string): boolean =>
  selector === all || selector === type || (selector.endsWith(`.${all}`) && type.startsWith(selector.slice(0, -1)))

const separator = ","

/** Types of events as they stand in an address: names with commas between, where `job.*` stands for all of a noun. */
export const EventSelection = Schema.String.annotate({
  description:
    "Only events of these types, with commas between; `job.*` stands for all of a noun. Without it, all that the token may read",
  examples: ["application.*,job.closed"]
})
  .check(
    Schema.makeFilter(
      (text: string) => text.split(separator).every((name) => eventSelectors.includes(name)),
      unknownSelector
    )
  )
  .pipe(
    Schema.decodeTo(
      Schema.Array(Schema.String),
      SchemaTransformation.transform<ReadonlyArray<string>, string>({
        decode: (text) => [...new Set(text.split(separator))].toSorted(),
        encode: (names) => names.join(separator)
      })
    )
  )

/** The filter of a feed. */
export const EventFilter = Schema.Struct({ types: Schema.optionalKey(EventSelection) })
export type EventFilter = typeof EventFilter.Type

/** The types that the holder of some permissions may read. */
const readableBy = (permissions: ReadonlyArray<Permission>): ReadonlyArray<EventType> =>
  types.filter((type) => permissions.includes(permissionOf(type)))

/** The types of events that selectors name and the holder of some permissions may read. */
export const readableTypes = (
  selectors: ReadonlyArray<string>,
  permissions: ReadonlyArray<Permission>
): ReadonlyArray<EventType> =>
  readableBy(permissions).filter((type) => selectors.some((selector) => isSelected(type, selector)))

/**
 * The types of events that a filter selects and the holder of some permissions may read. Fails where the filter names a type, or a noun,
 * that the holder may not read.
 */
export const selectTypes = (
  { types: selected }: { readonly types?: ReadonlyArray<string> },
  permissions: ReadonlyArray<Permission>
): Result.Result<ReadonlyArray<EventType>, Forbidden> => {
  const readable = readableBy(permissions)
  if (selected === undefined || selected.includes(all)) return Result.succeed(readable)
  const requested = types.filter((type) => selected.some((selector) => isSelected(type, selector)))
  const refused = requested.find((type) => !readable.includes(type))
  return refused === undefined
    ? Result.succeed(requested)
    : Result.fail(
        new Forbidden({
          message: `The token lacks the permission ${permissionOf(refused)}, which events of the type ${refused} need.`
        })
      )
}

/** The longest wait for an event, in seconds: shorter than proxies and the service itself cut a request. */
export const waitSecondsMax = 10

const waitRemedy = problem("range", `must be an integer from 0 to ${waitSecondsMax}, in seconds`)

/** The time to wait for an event, in seconds, as it stands in an address. */
export const WaitText = Schema.String.check(Schema.isPattern(/^(?:0|[1-9][0-9]{0,3})$/, waitRemedy)).pipe(
  Schema.decodeTo(
    Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: waitSecondsMax }, waitRemedy)),
    SchemaTransformation.numberFromString
  ),
  Schema.annotateEncoded({
    description: "The seconds to wait for an event where nothing has happened yet",
    examples: ["10"]
  })
)

/** The number of requests of a client that may wait in an organization at once, on each node. */
export const waitersMax = 5

/**
 * The number of requests of a client that may wait in all of its organizations at once, on each node: one in each of 200 organizations. Each is a
 * connection; who follows more organizations gets webhooks, or looks without waiting.
 */
export const clientWaitersMax = 200

/** The days that an event is kept where the operator sets nothing; never shorter. */
export const eventRetentionDaysMin = 30
