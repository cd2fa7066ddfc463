/**
 * What the first process and its workers tell each other.
 */
import * as Schema from "effect/Schema"

/** A turn to write, by the number that its worker gave it. */
const Turn = { turn: Schema.Int }

export const FromWorker = Schema.Union([
  /** It answers requests. */
  Schema.TaggedStruct("Listening", { address: Schema.String }),
  Schema.TaggedStruct("TurnWanted", Turn),
  Schema.TaggedStruct("TurnEnded", Turn)
])
export type FromWorker = typeof FromWorker.Type

export const ToWorker = Schema.TaggedStruct("TurnGiven", Turn)
export type ToWorker = typeof ToWorker.Type
