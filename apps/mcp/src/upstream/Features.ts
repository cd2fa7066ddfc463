/**
 * The extensions that the platform announces beyond its specification (decisions, Discovery), and when they and the grants are requested.
 *
 * Both are requested at the start and again from time to time: a tool is offered only while the platform announces its extension and a grant
 * holds its permission. A call of a tool triggers a refresh that is due. Until the first answer there is no extension, and the request is
 * repeated without a call: a program that started before its network or its platform would otherwise offer few tools for its whole life.
 */
import type { ClientError, PartnerShape } from "@partner-api/client/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"
import type { Grants } from "./Grants.ts"
import { areEqual } from "./NameSets.ts"

/** An operator may change a grant at any moment. A list of tools that is a minute late is soon enough: the platform decides on each call. */
const knownForMs = 60_000

/** A platform that did not answer, or refuses one call after the other, gets no request with every call. */
const pauseMs = 10_000

/**
 * The pauses between requests while nothing is known: the first is short, because programs of one machine start within seconds of each other.
 * Each is twice as long as the one before, up to the longest: a platform may be away for a night.
 */
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** The time that the start waits for the platform. A client gives up on a server that does not start. */
const learnMs = 3_000

export interface Features {
  /** Whether the platform announced this. */
  readonly has: (extension: string) => boolean
  /** The extensions that it announced; undefined as long as it was never reached. */
  readonly all: () => ReadonlyArray<string> | undefined
  /** Reads the features now, waits a little, and never fails. */
  readonly learn: Effect.Effect<void>
  /** Reads the features in the background when it is time. */
  readonly refresh: Effect.Effect<void>
  /** Reads the features now, waits a little, and never fails; does nothing right after a request. For features that seem to be out of date. */
  readonly recheck: Effect.Effect<void>
  /** An element for each change of extensions or grants. While it runs, the features of a platform that was never reached are requested again and again, ever more rarely. */
  readonly changes: Stream.Stream<void>
}

/** A platform without extensions has no such address and may answer anything there. */
const isPlain = ({ outcome, _tag }: ClientError): boolean => outcome === "rejected" || _tag === "UnexpectedResponse"

const nothing: ReadonlySet<string> = new Set()

/** Makes features of a platform without a request yet. */
export const makeFeatures = Effect.fnUntraced(function* ({ system }: Pick<PartnerShape, "system">, grants: Grants) {
  const changed = yield* PubSub.sliding<void>(1)
  let known: ReadonlySet<string> | undefined
  let requestedAtMs = Number.NEGATIVE_INFINITY
  let dueAtMs = 0

  const request = system.extensions({ retries: 0, deadlineMs: learnMs }).pipe(
    Effect.map(({ extensions }) => extensions),
    Effect.catchIf(isPlain, () => Effect.succeed<ReadonlyArray<string>>([])),
    Effect.option
  )

  const learn = Effect.gen(function* () {
    requestedAtMs = yield* Clock.currentTimeMillis
    dueAtMs = requestedAtMs + pauseMs
    const answer = yield* request
    if (answer._tag === "None") return
    const before = known ?? nothing
    known = new Set(answer.value)
    dueAtMs = (yield* Clock.currentTimeMillis) + knownForMs
    const areOtherGrants = yield* grants.learn(known, learnMs)
    if (areOtherGrants || !areEqual(before, known)) yield* PubSub.publish(changed, undefined)
  })

  const untilKnown = (afterMs: number): Effect.Effect<void> =>
    Effect.suspend(() =>
      known === undefined
        ? Effect.andThen(Effect.delay(learn, afterMs), untilKnown(Math.min(2 * afterMs, longestPauseMs)))
        : Effect.void
    )

  return {
    has: (extension) => known?.has(extension) ?? false,
    all: () => (known === undefined ? undefined : [...known].toSorted()),
    learn,
    refresh: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      nowMs < dueAtMs ? Effect.void : Effect.asVoid(Effect.forkDetach(learn))
    ),
    recheck: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      nowMs - requestedAtMs < pauseMs ? Effect.void : learn
    ),
    changes: Stream.mergeEffect(Stream.fromPubSub(changed), untilKnown(firstPauseMs))
  } satisfies Features
})
