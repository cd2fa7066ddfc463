/**
 * The flags of commands that read the feed.
 */
import { momentForms } from "@partner-api/cli-kit/Moments"
import { EventSelection, eventSelectors } from "@partner-api/domain/EventQuery"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { FeedStart } from "../Moments.ts"
import type { FeedPlace } from "./FollowedFeed.ts"

/** Names the types that nobody knows: in a list, a reader would have to look for them. */
const KnownTypes = Schema.String.check(
  Schema.makeFilter((text: string) => {
    const unknown = text.split(",").filter((name) => !eventSelectors.includes(name))
    return unknown.length === 0
      ? undefined
      : `must be types such as job.closed,application.*, and ${unknown.map((name) => JSON.stringify(name)).join(", ")} is none`
  })
).pipe(Schema.decodeTo(EventSelection))

/** `--types TYPES`. */
export const typesFlag = (what: string) =>
  Flag.String("types").pipe(
    Flag.withDescription(what),
    Flag.withMetavar("TYPES"),
    Flag.withSchema(KnownTypes),
    Flag.optional
  )

/** The types of events, and the start. */
const feedFlags = {
  types: typesFlag("Only events of these types, such as application.*,job.closed"),
  start: Flag.String("start").pipe(
    Flag.withDescription(`Where to begin: oldest, latest, or a moment ${momentForms}`),
    Flag.withMetavar("WHERE"),
    Flag.withSchema(FeedStart),
    Flag.optional
  )
}

/** The flags of commands that follow the feed. */
export const followFlags = {
  ...feedFlags,
  cursor: Flag.String("cursor").pipe(
    Flag.withDescription(
      "Go on from a cursor: partner events tail and partner listen say one at their end, and a page of the API has one"
    ),
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

/** The events that a command follows: those after the latest one, unless its flags set another place. */
export const placeOf = ({ cursor, start, types }: FollowInput): FeedPlace => ({
  ...Record.getSomes({ types }),
  ...(Option.isSome(cursor) ? { cursor: cursor.value } : { start: Option.getOrElse(start, () => "latest") })
})
