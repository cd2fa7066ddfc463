/**
 * The flags of commands that read the feed.
 */
import { EventSelection } from "@partner-api/domain/EventQuery"
import { EventStart } from "@partner-api/domain/EventStart"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { FeedPlace } from "./FollowedFeed.ts"

/** Which events, and from where on. */
export const feedFlags = {
  types: Flag.String("types").pipe(
    Flag.withDescription("Only events of these types, such as application.*,job.closed"),
    Flag.withMetavar("TYPES"),
    Flag.withSchema(EventSelection),
    Flag.optional
  ),
  start: Flag.String("start").pipe(
    Flag.withDescription("Where to begin: oldest, latest, or a moment such as 2026-01-31T09:30:00Z"),
    Flag.withMetavar("WHERE"),
    Flag.withSchema(EventStart),
    Flag.optional
  )
}

/** The flags of commands that follow the feed. */
export const followFlags = {
  ...feedFlags,
  cursor: Flag.String("cursor").pipe(
    Flag.withDescription("Go on from the cursor that the command said at its end, or that a page of the API has"),
    Flag.withMetavar("CURSOR"),
    Flag.optional
  )
}

interface FollowInput {
  readonly types: Option.Option<ReadonlyArray<string>>
  readonly start: Option.Option<string>
  readonly cursor: Option.Option<string>
}

/** Refuses two places to begin at. */
export const onePlace = ({ cursor, start }: FollowInput) =>
  Option.isSome(cursor) && Option.isSome(start)
    ? Effect.fail(
        new CliError.ValidationError({ message: "--cursor says where to begin, and so does --start; give one." })
      )
    : Effect.void

/** Which events a command follows: those after the latest one, unless its flags say otherwise. */
export const placeOf = ({ cursor, start, types }: FollowInput): FeedPlace => ({
  ...Record.getSomes({ types }),
  ...(Option.isSome(cursor) ? { cursor: cursor.value } : { start: Option.getOrElse(start, () => "latest") })
})
