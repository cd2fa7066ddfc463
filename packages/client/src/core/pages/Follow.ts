/**
 * Follows a feed for both entries: page after page, and at its end each request waits for more.
 *
 * Keeps no cursor: each page has the one to go on from.
 */
import { waitSecondsMax } from "@partner-api/domain/EventQuery"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { ClientError } from "../ClientError.ts"
import type { CallContext, ClientCore, Read } from "../ClientCore.ts"
import type { MethodCall } from "../Method.ts"
import type { Operation } from "../Operation.ts"
import type { FeedPage } from "./Page.ts"

/** A page of a feed, and its answer. */
export interface FollowedPage {
  readonly read: Read
  readonly page: FeedPage<unknown>
}

/** The page of a feed after a cursor; without a cursor, the first page that the call requests. */
export const followedPage = (
  core: ClientCore,
  operation: Operation,
  call: MethodCall,
  cursor: string | undefined,
  context: CallContext
): Effect.Effect<FollowedPage, ClientError> => {
  const requested = Predicate.isObject(call.input.query) ? call.input.query : {}
  const query = { wait: waitSecondsMax, ...requested, ...(cursor === undefined ? {} : { cursor, start: undefined }) }
  return Effect.map(core.call(operation, { ...call, input: { ...call.input, query } }, context), (read) => ({
    read,
    // The reader of a feed returns a page with a cursor or fails (LenientReader).
    page: read.data as FeedPage<unknown>
  }))
}
