/**
 * Follows the feed until the command is stopped, through outages of the service: the command waits and goes on from where it was, so
 * no event is missed. It ends with failures that another attempt does not mend, such as a cursor whose events are not kept any more.
 *
 * A service that does not answer from the beginning ends the command: the address may be wrong.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import { type ClientError, isPartnerError, retryable } from "../../core/ClientError.ts"
import type { Event } from "../../core/Model.ts"
import { retryDelayMs } from "../../core/retries/RetryPolicy.ts"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { notice } from "../OutputForm.ts"

/** The types of events, and the start. */
export interface FeedPlace {
  readonly types?: ReadonlyArray<string>
  readonly start?: string
  readonly cursor?: string
}

const isOutage = (error: unknown): error is ClientError => isPartnerError(error) && retryable(error._tag)

/** Whether the reader can go on from its cursor after this end. */
const canGoOn = (cause: Cause.Cause<unknown>): boolean => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  return error === undefined || (isPartnerError(error) && !isPartnerError(error, "CursorExpired"))
}

/** Does the work for the events of each page. A cursor counts once the work of its page is done. */
export const followFeed = Effect.fnUntraced(function* <E, R>(
  { events }: OrganizationShape,
  from: FeedPlace,
  work: (events: ReadonlyArray<Event>) => Effect.Effect<void, E, R>
) {
  // The first request does not wait, so that the place is known before anything fails: `latest` would be another place after that.
  const first = yield* events.list(from).page
  let place = from.cursor
  let failures = 0

  const done = Effect.fnUntraced(function* (page: { readonly content: ReadonlyArray<Event>; readonly cursor: string }) {
    if (failures > 0) yield* notice("The service answers again.")
    failures = 0
    yield* work(page.content)
    place = page.cursor
  })

  const wait = Effect.fnUntraced(function* (error: ClientError) {
    failures += 1
    if (failures === 1) yield* notice(`${error.message} The command goes on when the service answers again.`)
    const { _tag: tag, retryAfterMs } = error
    yield* Effect.sleep(retryDelayMs({ tag, retryAfterMs }, failures, yield* Random.next))
  })

  const follow = Effect.suspend(() =>
    Stream.runForEach(events.follow(place === undefined ? from : { cursor: place }), done)
  )

  return yield* done(first).pipe(
    Effect.andThen(Effect.forever(Effect.catchIf(follow, isOutage, wait))),
    Effect.onError((cause) =>
      place !== undefined && canGoOn(cause) ? notice(`To go on from here, add --cursor ${place}`) : Effect.void
    )
  )
})
