/**
 * Moments of a command line: RFC 3339, or how long ago. The service gets RFC 3339.
 */
import { momentOr } from "@partner-api/cli-kit/Moments"
import { readMoment, timestampFromMillis } from "@partner-api/domain/Timestamp"

const rfc3339 = { read: readMoment, fromMillis: timestampFromMillis }

/** A moment. */
export const Moment = momentOr(rfc3339, [])

/** The start of a walk of the feed: its ends, or a moment. */
export const FeedStart = momentOr(rfc3339, ["oldest", "latest"])
