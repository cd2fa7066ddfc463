/**
 * Several processes that serve together: what the first one does, and what each worker does. Wiring only.
 *
 * The first process holds the lock of a database file, brings the schema up to date, has the file checked and does the work between
 * requests. The workers answer requests; each gives out its share of the limits.
 */
import { shareOf } from "@partner-api/service/services/access/RateLimits"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ScheduledBackups from "./operations/ScheduledBackups.ts"
import * as AccessLog from "./platform/log/AccessLog.ts"
import { checked } from "./platform/DatabaseCheck.ts"
import { gracefulStopMs } from "./platform/Limits.ts"
import { CostReceiver } from "./platform/costs/CostReceiver.ts"
import { NodeCosts } from "./platform/costs/NodeCosts.ts"
import { ListeningAddress } from "./platform/listener/HttpListener.ts"
import { canSharePort, findPort } from "./platform/listener/SharedPort.ts"
import { withMeters, withMetrics } from "./platform/metrics/Metrics.ts"
import * as RequestMeter from "./platform/metrics/RequestMeter.ts"
import type { Series } from "./platform/metrics/Series.ts"
import { pollOfNodeMs, type Settings } from "./platform/Settings.ts"
import { startWorkers } from "./platform/workers/Supervisor.ts"
import { makeWriteLockQueue } from "./platform/workers/WriteLockQueue.ts"
import { makeWorkerMetrics } from "./platform/workers/WorkerMetrics.ts"
import { connectionsOfWorker, maintenanceConnections } from "./platform/workers/WorkerConnections.ts"
import { connectToSupervisor } from "./platform/workers/WorkerProcess.ts"
import { WriteLock } from "./platform/WriteLock.ts"
import * as OperatorServer from "./OperatorServer.ts"
import * as Server from "./Server.ts"
import * as Database from "./store/Database.ts"

/** The settings of one worker: its share of tokens and connections. */
const ofWorker = (settings: Settings): Settings => ({
  ...settings,
  sharesPort: canSharePort,
  rateLimit: shareOf(settings.rateLimit, settings.workers),
  databaseConnections: connectionsOfWorker(settings)
})

/** Runs the workers until it is interrupted. `prepare` has the database before they do; `announce` gets where they listen. */
export const supervise = <E, R>(
  settings: Settings,
  prepare: Effect.Effect<void, E, R>,
  announce: Readonly<Record<"service" | "console", (address: string) => Effect.Effect<void>>>
) =>
  Effect.suspend(() => {
    const turns = makeWriteLockQueue()
    const metrics = makeWorkerMetrics()
    const serve = Effect.gen(function* () {
      const workers = yield* startWorkers({
        count: settings.workers,
        port: yield* findPort(settings),
        turns,
        metrics,
        costs: yield* NodeCosts,
        stopMs: settings.drainMs + gracefulStopMs
      })
      yield* announce.service(yield* workers.listening)
      return yield* workers.failed
    })
    return withMetrics(
      settings,
      (listen) =>
        prepare.pipe(
          Effect.tapCause(() => checked),
          Effect.andThen(checked),
          Effect.andThen(listen),
          Effect.andThen(
            Effect.provide(Effect.scoped(serve), [
              Server.maintenanceLayer({ ...settings, deliveryPollMs: pollOfNodeMs }),
              ScheduledBackups.layer(settings),
              NodeCosts.layer,
              OperatorServer.loggedLayer(settings, announce.console)
            ])
          ),
          Effect.provide(Server.databaseLayer({ ...settings, databaseConnections: maintenanceConnections })),
          Effect.provideService(WriteLock, turns.own)
        ),
      metrics.scrape
    )
  })

/** Answers requests until it is interrupted. */
const answerAsWorker = (settings: Settings, scrape: Effect.Effect<ReadonlyArray<Series>>) =>
  Effect.gen(function* () {
    const supervisor = yield* connectToSupervisor(scrape)
    const own = ofWorker(settings)
    const reported = Layer.effectDiscard(Effect.flatMap(ListeningAddress, supervisor.listening))
    return yield* Layer.launch(
      reported.pipe(
        Layer.provide(Server.requestsLayer(own)),
        Layer.provide([
          Layer.succeed(CostReceiver, supervisor.sendCosts),
          Database.workerLayer(own.database, own.databaseConnections),
          RequestMeter.around(AccessLog.layer(own.log))
        ])
      )
    ).pipe(Effect.provideService(WriteLock, supervisor.writeLock))
  }).pipe(Effect.scoped)

/** Serves as a worker until it is interrupted. */
export const serveAsWorker = (settings: Settings) =>
  withMeters(settings.metrics, (scrape) => answerAsWorker(settings, scrape))
