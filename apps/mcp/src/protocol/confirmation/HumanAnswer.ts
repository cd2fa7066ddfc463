/**
 * The question to a human in the two generations of the protocol, and its answer.
 *
 * A client of 2026-07-28 gets the question as the result of its call and calls again with the answer and the state; one of 2025 gets an
 * elicitation request while its call waits. `Elicitation` implements both.
 */
import type * as Effect from "effect/Effect"

export type HumanAnswer = "accepted" | "declined" | "expired" | "unavailable"

/** The way to ask the human behind this call. */
export type Elicitation =
  | { readonly _tag: "Unable" }
  /** Asks while the call waits. */
  | { readonly _tag: "Reverse"; readonly elicit: (question: string) => Effect.Effect<HumanAnswer> }
  /** Answers the call with a question. `state` and `answer` are what came with this call, if it is the second one. */
  | {
      readonly _tag: "RoundTrip"
      readonly state: string | undefined
      readonly answer: HumanAnswer | undefined
    }
