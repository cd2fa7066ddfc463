/**
 * The service on an open database, as one layer: services, handlers, listening socket. Wiring only.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { layer as routes } from "./http/Routes.ts"
import { AllowedHosts } from "./platform/AllowedHosts.ts"
import { ClientAddress } from "./platform/ClientAddress.ts"
import { Drain } from "./platform/listener/Drain.ts"
import * as HttpListener from "./platform/listener/HttpListener.ts"
import { PublicUrl } from "./platform/PublicUrl.ts"
import { RateLimits } from "./services/RateLimits.ts"
import { Readiness } from "./services/Readiness.ts"
import type { Settings } from "./platform/Settings.ts"
import { Agencies } from "./services/Agencies.ts"
import { Audit } from "./services/Audit.ts"
import { Clients } from "./services/Clients.ts"
import { Idempotency } from "./services/Idempotency.ts"
import { Jobs } from "./services/Jobs.ts"
import { Lists } from "./services/Lists.ts"
import { Organizations } from "./services/Organizations.ts"
import { Tokens } from "./services/Tokens.ts"
import { Users } from "./services/Users.ts"
import * as Database from "./store/Database.ts"

/** Without PUBLIC_URL, the address that was given to the listening socket. */
const publicUrl = (settings: Settings) =>
  Layer.effect(
    PublicUrl,
    Effect.map(HttpServer.HttpServer, ({ address }) => settings.publicUrl ?? HttpServer.formatAddress(address))
  )

const services = (settings: Settings) =>
  Layer.mergeAll(
    AllowedHosts.layer(settings.hostPolicy),
    ClientAddress.layer(settings.trustedProxies),
    RateLimits.layer(settings.rateLimit),
    Agencies.layer,
    Idempotency.layer,
    Clients.layer,
    Jobs.layer,
    Lists.layer,
    Organizations.layer,
    Readiness.layer,
    Tokens.layer,
    Users.layer
  ).pipe(Layer.provideMerge(Audit.layer))

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
    Layer.provideMerge(HttpRouter.serve(routes, { routerConfig, disableLogger: true, disableListenLog: true })),
    Layer.provide(services(settings)),
    Layer.provideMerge(Drain.layer),
    Layer.provideMerge(publicUrl(settings)),
    Layer.provideMerge(HttpListener.layer(settings))
  )
