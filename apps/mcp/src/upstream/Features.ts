/**
 * What the platform has beyond its specification, as far as this server knows (decisions, Discovery).
 *
 * Learned once, and again from time to time: a tool that stands on an extension is there only when the platform announces it.
 * Nothing waits in the background; whoever calls a tool sets off what is due. As long as nobody knows, there is no extension.
 */
import type { ClientError, PartnerShape } from "@partner-api/client/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A platform gains extensions when it is updated, so a look every ten minutes is often. */
const knownForMs = 10 * 60_000

/** A platform that did not answer is not asked again with every call. */
const pauseMs = 10_000

/** So long the start may wait for the platform. A client gives up on a server that does not start. */
const learnMs = 3_000

export interface Features {
  /** Whether the platform announced this. */
  readonly has: (extension: string) => boolean
  /** What it announced; undefined as long as it was never reached. */
  readonly all: () => ReadonlyArray<string> | undefined
  /** Asks now, waits a little, and never fails. */
  readonly learn: Effect.Effect<void>
  /** Asks in the background when it is time. */
  readonly refresh: Effect.Effect<void>
}

/** A platform of the plain specification has no such address, whatever it answers there. */
const isPlain = ({ outcome, _tag }: ClientError): boolean => outcome === "rejected" || _tag === "UnexpectedResponse"

/** Makes features of a platform that was not asked yet. */
export const makeFeatures = ({ system }: Pick<PartnerShape, "system">): Features => {
  let known: ReadonlySet<string> | undefined
  let dueAtMs = 0

  const ask = system.extensions({ retries: 0, deadlineMs: learnMs }).pipe(
    Effect.map(({ extensions }) => extensions),
    Effect.catchIf(isPlain, () => Effect.succeed<ReadonlyArray<string>>([])),
    Effect.option
  )

  const learn = Effect.gen(function* () {
    dueAtMs = (yield* Clock.currentTimeMillis) + pauseMs
    const answer = yield* ask
    if (answer._tag === "None") return
    known = new Set(answer.value)
    dueAtMs = (yield* Clock.currentTimeMillis) + knownForMs
  })

  return {
    has: (extension) => known?.has(extension) ?? false,
    all: () => (known === undefined ? undefined : [...known].toSorted()),
    learn,
    refresh: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      nowMs < dueAtMs ? Effect.void : Effect.asVoid(Effect.forkDetach(learn))
    )
  }
}
