/**
 * `partner-api serve`: the service for partners. Refuses to start without its public address, and on a database whose secrets
 * everybody knows.
 */
import { printNow } from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as AccessLog from "../platform/AccessLog.ts"
import { checked } from "../platform/DatabaseCheck.ts"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { readSettings, type Settings } from "../platform/Settings.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { refuseSandbox } from "../samples/Sandbox.ts"
import * as Server from "../Server.ts"
import { nameOf } from "../platform/DatabaseTarget.ts"

/** Where the service keeps its data by default, seen from the folder it is started in. */
export const defaultFile = "data/partner-api.db"

/** What is told where the address of the service is not known. */
export const missingPublicUrl = new OperatorError({
  message: "The setting PUBLIC_URL is missing.",
  remedy: "Set it to the address that partners use, such as https://partners.example.com."
})

const announce = (settings: Settings) =>
  Layer.effectDiscard(
    HttpServer.addressFormattedWith((address) =>
      Effect.flatMap(PublicUrl, (url) =>
        Effect.sync(() => printNow([`Serving ${url}, listening on ${address}, database ${nameOf(settings.database)}.`]))
      )
    )
  )

export const serve = Command.make(
  "serve",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings(defaultFile)
    if (settings.publicUrl === undefined) return yield* missingPublicUrl
    return yield* refuseSandbox(nameOf(settings.database)).pipe(
      Effect.andThen(Layer.launch(announce(settings).pipe(Layer.provide(Server.layer(settings))))),
      Effect.tapCause(() => checked),
      Effect.provide([Server.databaseLayer(settings), AccessLog.layer])
    )
  })
).pipe(Command.withDescription("Run the service for partners"))
