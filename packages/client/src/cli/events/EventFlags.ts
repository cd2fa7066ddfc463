/**
 * The flags of commands that read the feed.
 */
import { EventSelection } from "@partner-api/domain/EventQuery"
import { EventStart } from "@partner-api/domain/EventStart"
import * as Flag from "effect/cli/Flag"

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
