/**
 * The messages between the first process and its workers.
 */
import * as Schema from "effect/Schema"
import { CostInterval } from "../costs/CostReceiver.ts"
import { Series } from "../metrics/Series.ts"

/** A turn to write, by the number that its worker gave it. */
const Turn = { turn: Schema.Int }

export const FromWorker = Schema.Union([
  /** It answers requests. */
  Schema.TaggedStruct("Listening", { address: Schema.String }),
  Schema.TaggedStruct("TurnWanted", Turn),
  Schema.TaggedStruct("TurnEnded", Turn),
  /** Its measurements, for the scrape that requested them. */
  Schema.TaggedStruct("MetricsMeasured", { scrape: Schema.Int, series: Schema.Array(Series) }),
  /** The costs of its clients in an interval. */
  Schema.TaggedStruct("CostsMeasured", { interval: CostInterval })
])
export type FromWorker = typeof FromWorker.Type

export const ToWorker = Schema.Union([
  Schema.TaggedStruct("TurnGiven", Turn),
  Schema.TaggedStruct("MetricsWanted", { scrape: Schema.Int })
])
export type ToWorker = typeof ToWorker.Type
