/**
 * `partner-api serve`: the service for partners. Refuses to start without its public address, and on a database whose secrets
 * everybody knows.
 */
import { printNow } from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as AccessLog from "../platform/AccessLog.ts"
import { readSettings, readWorkers, type Settings, Workers } from "../platform/Settings.ts"
import { isWorker } from "../platform/workers/WorkerProcess.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { refuseSandbox } from "../samples/Sandbox.ts"
import * as Cluster from "../Cluster.ts"
import * as Server from "../Server.ts"
import { checked } from "../platform/DatabaseCheck.ts"
import { nameOf } from "../platform/DatabaseTarget.ts"

/** Where the service keeps its data by default, seen from the folder it is started in. */
export const defaultFile = "data/partner-api.db"

/** What is told where the address of the service is not known. */
export const missingPublicUrl = new OperatorError({
  message: "The setting PUBLIC_URL is missing.",
  remedy: "Set it to the address that partners use, such as https://partners.example.com."
})

/** Tells that requests are answered, and where. */
const announce = ({ database, publicUrl, workers }: Settings, address: string): void => {
  const processes = workers === 1 ? "" : `, ${workers} workers`
  printNow([`Serving ${publicUrl}, listening on ${address}, database ${nameOf(database)}${processes}.`])
}

/** Serves in this process. */
const serveAlone = (settings: Settings) => {
  const told = Layer.effectDiscard(
    HttpServer.addressFormattedWith((address) => Effect.sync(() => announce(settings, address)))
  )
  return refuseSandbox(nameOf(settings.database)).pipe(
    Effect.andThen(Layer.launch(told.pipe(Layer.provide(Server.layer(settings))))),
    Effect.tapCause(() => checked),
    Effect.provide([Server.databaseLayer(settings), AccessLog.layer])
  )
}

const workers = Flag.String("workers").pipe(
  Flag.withDescription(
    "The number of processes that answer requests, or auto for one on each core; without it, WORKERS or 1"
  ),
  Flag.withSchema(Workers),
  Flag.map(readWorkers),
  Flag.optional
)

export const serve = Command.make(
  "serve",
  { workers },
  Effect.fnUntraced(function* (input) {
    const read = yield* readSettings(defaultFile)
    if (read.publicUrl === undefined) return yield* missingPublicUrl
    const settings = { ...read, workers: Option.getOrElse(input.workers, () => read.workers) }
    // A worker has the arguments and the environment of the first process.
    if (isWorker()) return yield* Cluster.serveAsWorker(settings)
    if (settings.workers === 1) return yield* serveAlone(settings)
    return yield* Cluster.supervise(settings, refuseSandbox(nameOf(settings.database)), (address) =>
      announce(settings, address)
    )
  })
).pipe(Command.withDescription("Run the service for partners"))
