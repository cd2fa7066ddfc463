/**
 * A worker's side: whether this process is one, and its messages to and from the first process.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CostInterval } from "../costs/CostReceiver.ts"
import type { Series } from "../metrics/Series.ts"
import { makeWriteLock } from "../WriteLock.ts"
import { type FromWorker, ToWorker } from "./WorkerMessages.ts"

/** Marks a process as a worker. A process manager may have started the program as a worker of its own, which has no such mark. */
const mark = "PARTNER_API_WORKER"

/** The environment of a worker, besides that of the first process. */
export const workerEnvironment = (port: number): Readonly<Record<string, string>> => ({
  [mark]: "1",
  PORT: String(port)
})

/** Whether this process is a worker. */
export const isWorker = (): boolean => process.env[mark] === "1" && process.connected

const isMessage = Schema.is(ToWorker)

/** Sends a message. Where nobody is left to hear it, this process is about to end: Node ends workers whose first process has ended. */
const send = (message: FromWorker): void => {
  process.send?.(message, undefined, undefined, () => {})
}

/** Begins to listen to the first process, for as long as the scope. `scrape` gives what this one has measured. */
export const connectToSupervisor = Effect.fnUntraced(function* (scrape: Effect.Effect<ReadonlyArray<Series>>) {
  /** The workers that wait for a turn. */
  const waiting = new Map<number, () => void>()
  const run = Effect.runForkWith(yield* Effect.context<never>())

  const receive = (message: ToWorker): void => {
    switch (message._tag) {
      case "TurnGiven":
        // A turn whose wait was given up has ended.
        waiting.get(message.turn)?.()
        return
      case "MetricsWanted":
        run(Effect.map(scrape, (series) => send({ _tag: "MetricsMeasured", scrape: message.scrape, series })))
    }
  }
  const onMessage = (message: unknown): void => {
    if (isMessage(message)) receive(message)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => void process.on("message", onMessage)),
    () => Effect.sync(() => void process.off("message", onMessage))
  )

  return {
    /** Reports that the worker answers requests. */
    listening: (address: string) => Effect.sync(() => send({ _tag: "Listening", address })),
    /** Sends what clients have cost in an interval. */
    sendCosts: (interval: CostInterval) => send({ _tag: "CostsMeasured", interval }),
    writeLock: makeWriteLock(
      (turn, give) => {
        waiting.set(turn, give)
        send({ _tag: "TurnWanted", turn })
      },
      (turn) => {
        waiting.delete(turn)
        send({ _tag: "TurnEnded", turn })
      }
    )
  }
})
