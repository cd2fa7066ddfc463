/**
 * The listening socket: Node's own HTTP server with our bounds, and with our answers where Node would give its own.
 */
import * as Http from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import {
  connectionsMax,
  headerBytesMax,
  headersTimeoutMs,
  keepAliveTimeoutMs,
  requestTimeoutMs,
  timeoutCheckMs
} from "./Limits.ts"
import { onClientError, onConnect, onExpectation } from "./ParserErrors.ts"
import type { Settings } from "./Settings.ts"
import { StartError } from "./StartError.ts"

const createServer = (): Http.Server => {
  const server = Http.createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // Node would answer a missing Host by itself, with an empty body; the edge answers it.
    requireHostHeader: false
  })
  server.maxConnections = connectionsMax
  server.on("clientError", onClientError)
  server.on("checkExpectation", onExpectation)
  server.on("connect", onConnect)
  return server
}

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there. Stop it, or choose another PORT.",
  EACCES: "This user may not listen there. Choose a PORT above 1023.",
  EADDRNOTAVAIL: "This machine has no such address. Choose another HOST."
}

const explain =
  ({ host, port }: Settings) =>
  (error: ServeError): StartError => {
    const code = Predicate.hasProperty(error.cause, "code") ? String(error.cause.code) : ""
    return new StartError({
      message: `The server cannot listen on ${host}:${port} (${code}).`,
      remedy: remedies[code] ?? "Check HOST and PORT."
    })
  }

/** Listens where the settings say. */
export const layer = (settings: Settings) =>
  Layer.merge(
    Layer.effect(
      HttpServer.HttpServer,
      Effect.mapError(
        NodeHttpServer.make(createServer, { host: settings.host, port: settings.port }),
        explain(settings)
      )
    ),
    NodeHttpServer.layerHttpServices
  )
