/**
 * The service on an open database, as one layer: services, handlers, listening socket. Wiring only.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Routes from "@partner-api/service/http/Routes"
import * as Docs from "./docs/Docs.ts"
import * as HttpScreen from "./platform/listener/HttpScreen.ts"
import { AllowedHosts } from "./platform/AllowedHosts.ts"
import { ClientAddress } from "@partner-api/service/http/ClientAddress"
import { Drain } from "@partner-api/service/services/Drain"
import * as HttpListener from "./platform/listener/HttpListener.ts"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { RateLimits } from "@partner-api/service/services/RateLimits"
import { Readiness } from "@partner-api/service/services/Readiness"
import type { Settings } from "./platform/Settings.ts"
import { Agencies } from "@partner-api/service/services/Agencies"
import { AuditLog } from "@partner-api/service/services/AuditLog"
import { Journal } from "@partner-api/service/services/Journal"
import { Clients } from "@partner-api/service/services/Clients"
import { Idempotency } from "@partner-api/service/services/Idempotency"
import { Jobs } from "@partner-api/service/services/Jobs"
import { Lists } from "@partner-api/service/services/Lists"
import { Organizations } from "@partner-api/service/services/Organizations"
import { Tokens } from "@partner-api/service/services/Tokens"
import { Users } from "@partner-api/service/services/Users"
import * as Database from "./store/Database.ts"
import * as Workers from "./Workers.ts"

/** Without PUBLIC_URL, the address that was given to the listening socket. */
const publicUrl = (settings: Settings) =>
  Layer.effect(
    PublicUrl,
    Effect.map(HttpServer.HttpServer, ({ address }) => settings.publicUrl ?? HttpServer.formatAddress(address))
  )

const services = (settings: Settings) =>
  Layer.mergeAll(
    HttpScreen.layer.pipe(Layer.provide(AllowedHosts.layer(settings.hostPolicy))),
    ClientAddress.layer(settings.trustedProxies),
    RateLimits.layer(settings.rateLimit),
    Agencies.layer,
    AuditLog.layer,
    Idempotency.layer,
    Clients.layer,
    Jobs.layer,
    Lists.layer,
    Organizations.layer,
    Readiness.layer,
    Tokens.layer,
    Users.layer
  ).pipe(Layer.provideMerge(Journal.layer))

/** Paths mean what they say: case counts, a slash at the end counts, and identifiers of any length reach their check. */
const routerConfig = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 8_192
}

/** Built last, so it ends first: the service is not ready any more before it stops to listen. */
const beginDrain = Layer.effectDiscard(Effect.flatMap(Drain, ({ begin }) => Effect.addFinalizer(() => begin)))

/** The database that a server works on. No second server may run on it. */
export const databaseLayer = (settings: Settings) => Database.serverLayer(settings.databaseFile)

/** Serves until it is interrupted, on an open database, which may have to be prepared first. */
export const layer = (settings: Settings) =>
  beginDrain.pipe(
    Layer.provideMerge(
      HttpRouter.serve(Layer.merge(Routes.layer, Docs.layer), {
        routerConfig,
        disableLogger: true,
        disableListenLog: true
      })
    ),
    Layer.merge(Workers.layer),
    Layer.provide(services(settings)),
    Layer.provideMerge(Drain.layer),
    Layer.provideMerge(publicUrl(settings)),
    Layer.provideMerge(HttpListener.layer(settings))
  )
