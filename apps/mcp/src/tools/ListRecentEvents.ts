/**
 * `list_recent_events`: what happened in an organization since a moment (extension `events`).
 *
 * A caller sees the events whose records its scopes let it read: the credentials of this server may read more.
 */
import { EventSelection, selectTypes } from "@partner-api/domain/EventQuery"
import { EventTypeName, permissionOf } from "@partner-api/domain/EventType"
import { permissions } from "@partner-api/domain/Permission"
import { problem } from "@partner-api/domain/Problem"
import { Timestamp, timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Principal } from "../protocol/Principal.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { notSent, type ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { foundItems } from "./FoundItems.ts"
import { cursor, inOrganization, limitOf, nextCursor } from "./Inputs.ts"
import { lineOf } from "./EventView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "list_recent_events"
const operation = "events.list"

/** The default period, as a person would choose it: since yesterday. */
const sinceDefaultMs = 24 * 60 * 60_000

/** Enough to see what is going on; the rest is for next_cursor. */
const limitDefault = 20

const EventSelector = Schema.String.check(
  Schema.makeFilter(
    (text: string) => !text.includes(",") && Result.isSuccess(Schema.decodeUnknownResult(EventSelection)(text)),
    problem("not_allowed", "must be a type such as job.closed, or application.* for all of its kind")
  )
).annotate({ examples: ["application.*"] })

const EventSelectors = Schema.Array(EventSelector)
  .annotate({ description: "Such as job.closed; application.* is all of a kind" })
  .check(Schema.isMinLength(1, problem("length", "must name a type")))

/** One of the permissions that show events is enough to see some. */
const scopes = [...new Set(EventTypeName.literals.map(permissionOf))]

/** The types that are requested: all that its credentials may read where none are named and the caller may see all. */
const typesFor = (
  { scopes: held }: Principal,
  types: ReadonlyArray<string> | undefined
): Result.Result<ReadonlyArray<string> | undefined, ToolFailure> =>
  held === "all"
    ? Result.succeed(types)
    : Result.mapError(
        selectTypes(
          types === undefined ? {} : { types },
          permissions.filter((permission) => held.includes(permission))
        ),
        ({ message }) => notSent("forbidden", `${message} Tell the user; do not retry.`)
      )

export const listRecentEvents = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, operation, { scopes }),
    name,
    title: "List recent events",
    description:
      "Lists what happened since a moment, by default 24 hours ago, the oldest first: moment, type, record id, members that changed. Get " +
      "the record for its values. Unless complete, go on with next_cursor and the same arguments.",
    toolset: "events",
    input: inOrganization(platform, {
      types: Schema.optionalKey(EventSelectors),
      since: Schema.optionalKey(Timestamp),
      limit: limitOf(limitDefault),
      cursor
    }),
    output: Schema.Struct({ events: Schema.Array(Schema.String), complete: Schema.Boolean, next_cursor: nextCursor }),
    handler: ({ cursor, limit = limitDefault, organization_id, since, types: requested }, { principal, progress }) =>
      Effect.gen(function* () {
        const types = yield* Effect.fromResult(typesFor(principal, requested))
        const { events, id } = yield* organizationOf(platform, organization_id)
        const start = since ?? timestampFromMillis((yield* Clock.currentTimeMillis) - sinceDefaultMs)
        const chosen = { ...(types === undefined ? {} : { types }), ...(since === undefined ? {} : { since }) }
        const { matches, ...rest } = yield* foundItems({
          walk: {
            tool: name,
            operation,
            organizationId: id,
            filters: types === undefined ? {} : { types: types.join(",") },
            chosen
          },
          noun: "events",
          cursor,
          limit,
          // A cursor of the platform has the place to begin at and the types.
          pages: (query) =>
            events.list(query.cursor === undefined ? { ...query, start, ...(types && { types }) } : query).pages,
          matches: undefined,
          show: (event) => ({ line: lineOf(event) }),
          progress
        })
        return { events: matches.map(({ line }) => String(line)), complete: rest.complete, ...nextOf(rest) }
      })
  })

const nextOf = ({ next_cursor }: { readonly next_cursor?: string }) =>
  next_cursor === undefined ? {} : { next_cursor }
