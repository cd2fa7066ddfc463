/**
 * `partner-api serve`: the service for partners. Refuses to start without its public address, and on a database whose secrets
 * everybody knows.
 */
import { consolePath } from "@partner-api/contract/operator/ConsolePath"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ListeningAddress } from "../platform/listener/HttpListener.ts"
import * as AccessLog from "../platform/log/AccessLog.ts"
import * as EventLog from "../platform/log/EventLog.ts"
import { withMetrics } from "../platform/metrics/Metrics.ts"
import * as RequestMeter from "../platform/metrics/RequestMeter.ts"
import { declaredSettings, readSettings, readWorkers, type Settings, Workers } from "../platform/Settings.ts"
import { GivenSettings, nearNameText } from "../platform/SettingsFile.ts"
import { isWorker } from "../platform/workers/WorkerProcess.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { refuseSandbox } from "../samples/Sandbox.ts"
import * as ScheduledBackups from "../operations/ScheduledBackups.ts"
import { embeddedFile } from "../platform/EmbeddedFile.ts"
import * as Cluster from "../Cluster.ts"
import * as OperatorServer from "../OperatorServer.ts"
import * as Server from "../Server.ts"
import { checked } from "../platform/DatabaseCheck.ts"
import { nameOf } from "../platform/DatabaseTarget.ts"

/** The file of the data by default, seen from the folder it is started in. */
export const defaultFile = "data/partner-api.db"

/** The error where the address of the service is not known. */
export const missingPublicUrl = new OperatorError({
  message: "The setting PUBLIC_URL is missing.",
  remedy: "Set it to the address that partners use, such as https://partners.example.com."
})

/** Announces that the server answers requests, and its address. */
const announce = ({ database, log, publicUrl, workers }: Settings, address: string): Effect.Effect<void> => {
  const processes = workers === 1 ? "" : `, ${workers} workers`
  const message = `Serving ${publicUrl}, listening on ${address}, database ${nameOf(database)}${processes}.`
  return EventLog.announce(log, message)
}

/** Announces the address of the console. */
const announceConsole =
  ({ log }: Pick<Settings, "log">) =>
  (address: string): Effect.Effect<void> =>
    EventLog.announce(log, `The console is at ${address}${consolePath}/. Sign in with: partner-api console login.`)

/** Warns of names in the environment that are nearly settings: they may be misspelt, or of another program. */
export const warnOfNearNames = Effect.flatMap(GivenSettings, ({ nearNames }) =>
  Effect.forEach(nearNames, (near) => Effect.logWarning(nearNameText(near)), { discard: true })
)

/** Serves in this process. */
const serveAlone = (settings: Settings) => {
  const announced = Layer.effectDiscard(Effect.flatMap(ListeningAddress, (address) => announce(settings, address)))
  return withMetrics(settings, (listen) =>
    refuseSandbox(nameOf(settings.database)).pipe(
      Effect.andThen(listen),
      Effect.andThen(
        Layer.launch(
          Layer.mergeAll(
            announced.pipe(Layer.provide(Server.layer(settings))),
            OperatorServer.loggedLayer(settings, announceConsole(settings)),
            ScheduledBackups.layer(settings)
          )
        )
      ),
      Effect.tapCause(() => checked),
      Effect.provide([Server.databaseLayer(settings), RequestMeter.around(AccessLog.layer(settings.log))])
    )
  )
}

const workers = Flag.String("workers").pipe(
  Flag.withDescription(
    "The number of processes that answer requests, auto for one on each core, or off for one that does nothing else; without it, WORKERS or 1"
  ),
  Flag.withSchema(Workers),
  Flag.map(readWorkers),
  Flag.optional
)

/** The columns of the names of settings. */
const nameColumns = 2 + Math.max(...declaredSettings.map(({ name }) => name.length))

export const serve = Command.make(
  "serve",
  { workers },
  Effect.fnUntraced(function* (input) {
    const read = yield* readSettings(defaultFile)
    if (read.publicUrl === undefined) return yield* missingPublicUrl
    if (read.backups !== undefined) yield* embeddedFile(read.database, "BACKUP_EVERY")
    const settings = { ...read, ...Option.getOrElse(input.workers, () => ({})) }
    const serving =
      // A worker has the arguments and the environment of the first process.
      isWorker()
        ? Cluster.serveAsWorker(settings)
        : settings.workers === 1
          ? serveAlone(settings)
          : Cluster.supervise(settings, refuseSandbox(nameOf(settings.database)), {
              service: (address) => announce(settings, address),
              console: announceConsole(settings)
            })
    const warned = isWorker() ? serving : Effect.andThen(warnOfNearNames, serving)
    return yield* Effect.provide(warned, EventLog.layer(settings.log))
  })
).pipe(
  Command.withDescription(`Run the service for partners

Settings, from the environment or a file (--config):
${declaredSettings.map(({ name, otherwise, purpose }) => `  ${name.padEnd(nameColumns)}${purpose} (${otherwise})`).join("\n")}`),
  // The description is too long for the list of commands.
  Command.withShortDescription("Run the service for partners")
)
