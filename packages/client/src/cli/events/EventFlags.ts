/**
 * The flags of commands that read the feed.
 */
import { EventSelection, EventStart } from "@partner-api/domain/EventQuery"
import * as Flag from "effect/cli/Flag"

/** Which events, and from where on. */
export const feedFlags = {
  types: Flag.String("types").pipe(
    Flag.withDescription("Only events of these types, such as application.*,job.closed"),
    Flag.withMetavar("TYPES"),
    Flag.withSchema(EventSelection),
    Flag.optional
  ),
  start: Flag.Literals("start", EventStart.literals).pipe(
    Flag.withDescription("Where to begin: at the oldest event that is kept, or after the latest one"),
    Flag.optional
  )
}
