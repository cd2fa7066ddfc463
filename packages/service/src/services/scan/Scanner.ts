/**
 * The port to whatever scans files: one attempt, and what came of it. Decides nothing about attempts after it.
 */
import type { ScanOutcome } from "@partner-api/domain/AttachmentScan"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/**
 * The longest attempt, in milliseconds. A scanner bounds its work itself, by two minutes where its settings are those that it comes with, and should reach its
 * own bound first: then it reports that.
 */
export const scanAttemptMaxMs = 150_000

export class Scanner extends Context.Service<
  Scanner,
  {
    /** Tries to scan a file, once. Takes at most {@link scanAttemptMaxMs}. It is `failed` where the content fails. */
    readonly scan: <E>(content: Stream.Stream<Uint8Array, E>) => Effect.Effect<ScanOutcome>
  }
>()("@partner-api/service/Scanner") {}
