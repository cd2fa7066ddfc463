/**
 * The listening socket: Node's own HTTP server with our bounds, and with our answers where Node would give its own.
 */
import * as Http from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"
import { AccessLog, type WriteAccessLog } from "@partner-api/service/http/AccessLog"
import type { RequestHandler } from "@partner-api/service/http/RequestHandler"
import { Drain } from "@partner-api/service/services/Drain"
import { limitAnswers } from "./AnswerTimeout.ts"
import { joinChunks } from "./ChunkedBody.ts"
import { compressing } from "./Compression.ts"
import { endDoubtful } from "./DoubtfulConnections.ts"
import { holdEarlyRequests } from "./EarlyRequests.ts"
import {
  connectionsMax,
  gracefulStopMs,
  headerBytesMax,
  headersTimeoutMs,
  requestTimeoutMs,
  timeoutCheckMs
} from "../Limits.ts"
import { Meters, type MetersService } from "../metrics/Meters.ts"
import { countActive } from "../metrics/RequestMeter.ts"
import { onConnect, onExpectation, parserErrors } from "./ParserErrors.ts"
import { listenersAddedTo, onEachRequest, type RequestEvent, requestEvents } from "./RequestEvents.ts"
import type { Settings } from "../Settings.ts"
import { answerWhole, type OnRequest } from "./WholeAnswers.ts"
import { whenWhole } from "./WholeRequest.ts"
import { OperatorError } from "../OperatorError.ts"

/**
 * An answer of Node that leaves as one piece. The framework asks Node to compare the length of each answer with its header; Node then writes
 * an empty piece after the body, which costs a read of one job a tenth of its time. The framework has made that header from the body.
 */
class Answer extends Http.ServerResponse {}
Object.defineProperty(Answer.prototype, "strictContentLength", { get: () => false, set: () => {} })

const createServer = (keepAliveMs: number, log: WriteAccessLog, meters: MetersService | undefined): Http.Server => {
  const server = Http.createServer({
    ServerResponse: Answer,
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    keepAliveTimeout: keepAliveMs,
    // No other protocol is spoken here, so an offer of one is ignored (RFC 9110 §7.8).
    shouldUpgradeCallback: () => false,
    // Node would answer a missing Host with an empty body; the screen of requests answers it instead (`HttpScreen.ts`).
    requireHostHeader: false
  })
  server.maxConnections = connectionsMax
  // Node would drop headers beyond its own number in silence; the edge counts them all.
  server.maxHeadersCount = 0
  limitAnswers(server)
  if (meters !== undefined) countActive(server, meters)
  onEachRequest(server, endDoubtful)
  onEachRequest(server, joinChunks)
  const { onRequest, onClientError } = parserErrors(log)
  onEachRequest(server, onRequest)
  server.on("clientError", onClientError)
  server.on("checkExpectation", onExpectation(log))
  server.on("connect", onConnect(log))
  return server
}

/** The names of the settings that say where to listen. */
interface PlaceSettings {
  readonly host: string
  readonly port: string
}

const remedies = ({ host, port }: PlaceSettings): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Another program listens there. Stop it, or choose another ${port}.`,
  EACCES: `This user may not listen there. Choose a ${port} above 1023.`,
  EADDRNOTAVAIL: `This machine has no such address. Choose another ${host}.`
})

/** Where to listen, and how long an idle connection is kept. */
export type Place = Pick<Settings, "host" | "keepAliveMs" | "port" | "sharesPort">

/** Why it is not possible to listen somewhere. */
export const explainListening =
  ({ host, port }: Pick<Place, "host" | "port">, settings: PlaceSettings = { host: "HOST", port: "PORT" }) =>
  ({ cause }: { readonly cause: unknown }): OperatorError => {
    const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
    return new OperatorError({
      message: `The server cannot listen on ${host}:${port} (${code}).`,
      remedy: remedies(settings)[code] ?? `Check ${settings.host} and ${settings.port}.`
    })
  }

/** While the service is being stopped, each answer asks its client to open another connection, which reaches another node. */
const closeWhileDraining =
  ({ hasBegun }: Drain["Service"]) =>
  (_request: Http.IncomingMessage, response: Http.ServerResponse): void => {
    if (hasBegun()) response.shouldKeepAlive = false
  }

/** The listeners of requests that were added while `add` ran are replaced by one for each event, which stays until the server has ended: requests come until then. */
const replacing = <E, R>(
  server: Http.Server,
  add: Effect.Effect<void, E, R>,
  replacements: Readonly<Record<RequestEvent, (added: OnRequest) => OnRequest>>
): Effect.Effect<void, E, R> =>
  Effect.suspend(() => {
    const lately = requestEvents.map((event) => [event, listenersAddedTo(server, event)] as const)
    return Effect.map(add, () => {
      for (const [event, addedListeners] of lately) {
        const added = addedListeners()
        for (const listener of added) server.off(event, listener)
        const all: OnRequest = (request, response) => {
          for (const listener of added) listener(request, response)
        }
        server.on(event, replacements[event](all))
      }
    })
  })

/** Has requests of the listening socket handled. */
export class RequestListener extends Context.Service<
  RequestListener,
  {
    /** Handles requests until the scope ends. What handles them runs in the environment of this effect. */
    readonly serve: (handler: RequestHandler["Service"]) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@partner-api/server/RequestListener") {}

/** Listens where the settings say. When it stops, what is under way may finish; what does not in time is cut. */
const listen = (settings: Place, names: PlaceSettings | undefined) =>
  Effect.gen(function* () {
    const server = createServer(settings.keepAliveMs, yield* AccessLog, yield* Meters)
    onEachRequest(server, closeWhileDraining(yield* Drain))
    const handOver = holdEarlyRequests(server)
    const listening = yield* Effect.mapError(
      NodeHttpServer.make(() => server, {
        host: settings.host,
        port: settings.port,
        reusePort: settings.sharesPort,
        gracefulShutdownTimeout: Duration.millis(gracefulStopMs)
      }),
      explainListening(settings, names)
    )
    yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
    const serve: RequestListener["Service"]["serve"] = Effect.fnUntraced(function* (handler) {
      // Forked before the server is served, it ends after the stop that lets requests finish.
      const scope = yield* Scope.fork(yield* Effect.scope)
      const whole = answerWhole(handler, yield* Effect.context<never>(), scope)
      yield* replacing(server, listening.serve(compressing(handler.handle)), {
        request: (framework) => (request, response) => {
          whenWhole(
            request,
            () => whole(request, response),
            () => framework(request, response)
          )
        },
        // The framework says `100 Continue` once the body is wanted.
        checkContinue: (framework) => framework
      })
      handOver()
    })
    return Context.make(HttpServer.HttpServer, listening).pipe(Context.add(RequestListener, { serve }))
  })

/** The socket of the service, or the one that other settings tell the place of. */
export const layer = (settings: Place, names?: PlaceSettings) =>
  Layer.merge(Layer.effectContext(listen(settings, names)), NodeHttpServer.layerHttpServices)
