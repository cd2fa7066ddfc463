/**
 * Starts the processes that serve together, replaces one that ends, and stops them. Opens no database and answers no request.
 */
import type { Worker } from "node:cluster"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import type { NodeCosts } from "../costs/NodeCosts.ts"
import { OperatorError } from "../OperatorError.ts"
import { endsMax, makeRestartBudget } from "./RestartBudget.ts"
import type { WriteLockQueue } from "./WriteLockQueue.ts"
import { FromWorker, type ToWorker } from "./WorkerMessages.ts"
import type { WorkerMetrics } from "./WorkerMetrics.ts"
import { workerEnvironment } from "./WorkerProcess.ts"

/** The time after which a worker that should have ended is killed: it hangs. With the time to stop, less than ten seconds. */
const killDelayMs = 2_000

const isMessage = Schema.is(FromWorker)

const tooManyEnds = new OperatorError({
  message: `More than ${endsMax} workers have ended within a minute.`,
  remedy: "The lines above say why. Start the program again when the reason is gone."
})

export interface SupervisorOptions {
  readonly count: number
  /** The port of each of them. */
  readonly port: number
  readonly turns: WriteLockQueue
  readonly metrics: WorkerMetrics
  readonly costs: NodeCosts["Service"]
  /** The time that a worker that has to stop goes on at most. */
  readonly stopMs: number
}

/** Starts the workers, which end with the scope. */
export const startWorkers = Effect.fnUntraced(function* ({
  costs,
  count,
  metrics,
  port,
  stopMs,
  turns
}: SupervisorOptions) {
  // A server alone does without it, and starts some milliseconds earlier.
  const { default: Cluster } = yield* Effect.promise(() => import("node:cluster"))
  const listening = yield* Deferred.make<string, OperatorError>()
  const failed = yield* Deferred.make<never, OperatorError>()
  const ended = yield* Deferred.make<void>()
  const changes = yield* Queue.unbounded<Effect.Effect<void>>()
  const mayRestart = makeRestartBudget()
  /** Those that run, and whether each of them answers requests. */
  const running = new Map<Worker, boolean>()
  let isOver = false

  const start = Effect.sync(() => void running.set(Cluster.fork(workerEnvironment(port)), false))

  /** Does something after what has been requested before: events of Node are no place for effects. */
  const later = (change: Effect.Effect<void>): void => void Queue.offerUnsafe(changes, change)

  const send = (worker: Worker, message: ToWorker): void => {
    if (worker.isConnected()) worker.send(message)
  }

  const fail = (error: OperatorError): void => {
    isOver = true
    Deferred.doneUnsafe(listening, Effect.fail(error))
    Deferred.doneUnsafe(failed, Effect.fail(error))
  }

  const receive = (worker: Worker, message: FromWorker): void => {
    switch (message._tag) {
      case "Listening":
        running.set(worker, true)
        metrics.join(worker.id, (scrape) => send(worker, { _tag: "MetricsWanted", scrape }))
        if (Deferred.isDoneUnsafe(listening)) later(Effect.logInfo(`worker ${worker.process.pid} serves`))
        else if (running.size === count && [...running.values()].every(Boolean))
          Deferred.doneUnsafe(listening, Effect.succeed(message.address))
        return
      case "TurnWanted":
        return turns.want({
          owner: worker.id,
          turn: message.turn,
          give: () => send(worker, { _tag: "TurnGiven", turn: message.turn })
        })
      case "TurnEnded":
        return turns.end(worker.id, message.turn)
      case "MetricsMeasured":
        return metrics.receive(worker.id, message.scrape, message.series)
      case "CostsMeasured":
        return costs.add(worker.id, message.interval)
    }
  }

  const onMessage = (worker: Worker, message: unknown): void => {
    // What one has sent may be read after its end.
    if (running.has(worker) && isMessage(message)) receive(worker, message)
  }

  const replace = Effect.fnUntraced(function* (end: string) {
    const isAllowed = mayRestart(yield* Clock.currentTimeMillis)
    yield* Effect.logWarning(isAllowed ? `${end}: starting another one` : end)
    if (isOver) return
    if (isAllowed) yield* start
    else fail(tooManyEnds)
  })

  const onExit = (worker: Worker, code: number | null, signal: string | null): void => {
    running.delete(worker)
    turns.leave(worker.id)
    metrics.leave(worker.id)
    costs.leave(worker.id)
    const end = `worker ${worker.process.pid} has ended (${signal ?? `exit code ${code}`})`
    if (!isOver) later(replace(end))
    else if (running.size === 0) Deferred.doneUnsafe(ended, Effect.void)
  }

  const signal = (name: NodeJS.Signals): void => {
    for (const worker of running.keys()) worker.process.kill(name)
  }

  const stop = Effect.suspend(() => {
    isOver = true
    if (running.size === 0) return Effect.void
    signal("SIGTERM")
    return Effect.timeoutOrElse(Deferred.await(ended), {
      duration: Duration.millis(stopMs + killDelayMs),
      orElse: () => {
        signal("SIGKILL")
        return Deferred.await(ended)
      }
    })
  })

  yield* Effect.acquireRelease(
    Effect.sync(() => void Cluster.on("message", onMessage).on("exit", onExit)),
    () => Effect.sync(() => void Cluster.off("message", onMessage).off("exit", onExit))
  )
  yield* Effect.forkScoped(Effect.forever(Effect.flatten(Queue.take(changes))))
  yield* Effect.addFinalizer(() => stop)
  yield* Effect.forEach(Array.from({ length: count }), () => start, { discard: true })

  return {
    /** Their address, once all of them listen. */
    listening: Deferred.await(listening),
    /** Fails when they cannot go on. */
    failed: Deferred.await(failed)
  }
})
