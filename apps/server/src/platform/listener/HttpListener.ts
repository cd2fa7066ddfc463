/**
 * The listening socket: Node's HTTP server with the bounds of `Limits.ts` and with the service's answers in place of Node's. `RequestEnvironment.ts` calls
 * `serve` once the service is ready; `AnswerRequests.ts` answers each request.
 */
import * as Http from "node:http"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NetAddress from "effect/net/NetAddress"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import { AccessLog } from "@partner-api/service/http/AccessLog"
import type { Pipeline } from "@partner-api/service/http/Pipeline"
import { Drain } from "@partner-api/service/services/Drain"
import { answerRequests, type AnswerRequest } from "./AnswerRequests.ts"
import { limitAnswers } from "./AnswerTimeout.ts"
import { limitBodies } from "./BodyTimeout.ts"
import { endDoubtful } from "./DoubtfulConnections.ts"
import { hasBody, NodeBody } from "./NodeBody.ts"
import {
  connectionsMax,
  gracefulStopMs,
  headerBytesMax,
  headersTimeoutMs,
  fileRequestTimeoutMs,
  timeoutCheckMs
} from "../Limits.ts"
import { Meters } from "../metrics/Meters.ts"
import { countActive } from "../metrics/RequestMeter.ts"
import { late, onConnect, onExpectation, parserErrors } from "./ParserErrors.ts"
import { OperatorError } from "../OperatorError.ts"
import type { Settings } from "../Settings.ts"

const createServer = (keepAliveMs: number): Http.Server => {
  const server = Http.createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersTimeoutMs,
    requestTimeout: fileRequestTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    keepAliveTimeout: keepAliveMs,
    // The server has no other protocol, so it ignores an offer of one (RFC 9110 §7.8).
    shouldUpgradeCallback: () => false,
    // Node would answer a missing Host with an empty body; `CheckTransport.ts` refuses it instead.
    requireHostHeader: false
  })
  server.maxConnections = connectionsMax
  // Node would drop headers beyond its own number in silence; the check counts them all.
  server.maxHeadersCount = 0
  return server
}

/** The names of the settings for the address to listen at. */
interface PlaceSettings {
  readonly host: string
  readonly port: string
}

const remedies = ({ host, port }: PlaceSettings): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Another program listens there. Stop it, or choose another ${port}.`,
  EACCES: `This user may not listen there. Choose a ${port} above 1023.`,
  EADDRNOTAVAIL: `This machine has no such address. Choose another ${host}.`
})

/** The address to listen on, and the time that an idle connection is kept. */
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

/** The base address of a server. */
export class ListeningAddress extends Context.Service<ListeningAddress, string>()(
  "@partner-api/server/ListeningAddress"
) {}

/** The listening socket, which waits for the pipeline that handles its requests. */
export class RequestListener extends Context.Service<
  RequestListener,
  {
    /** Handles the requests that wait and those that come, until the scope ends. The fibers of requests run in the environment of this effect. */
    readonly serve: (pipeline: Pipeline["Service"]) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@partner-api/server/RequestListener") {}

/** The base address of a server that listens. */
const addressOf = (server: Http.Server): Result.Result<string, unknown> => {
  const address = server.address()
  return address === null || typeof address === "string"
    ? Result.fail(address)
    : Result.flatMap(NetAddress.inetAddressFromIpString(address.address, address.port), (inet) =>
        NetAddress.formatUrl(inet)
      )
}

/** Begins to listen. */
const listening = (server: Http.Server, settings: Place, names: PlaceSettings | undefined) =>
  Effect.callback<string, OperatorError>((resume) => {
    const fail = (cause: Error): void => resume(Effect.fail(explainListening(settings, names)({ cause })))
    server.once("error", fail)
    server.listen({ host: settings.host, port: settings.port, reusePort: settings.sharesPort }, () => {
      server.off("error", fail)
      resume(
        Effect.mapError(Effect.fromResult(addressOf(server)), (cause) => explainListening(settings, names)({ cause }))
      )
    })
  })

/** Closes the server: it takes no new connection and ends idle ones. The effect ends when the last request has its answer. */
const closing = (server: Http.Server) =>
  Effect.cached(
    Effect.callback<void>((resume) => {
      if (!server.listening) return resume(Effect.void)
      server.close(() => resume(Effect.void))
    })
  )

/** Listens at the address of the settings. At the stop, requests under way have {@link gracefulStopMs} to finish; then their connections are cut. */
const listen = (settings: Place, names: PlaceSettings | undefined) =>
  Effect.gen(function* () {
    const server = createServer(settings.keepAliveMs)
    const log = yield* AccessLog
    const meters = yield* Meters
    const drain = yield* Drain
    const { onClientError, trackAnswer } = parserErrors(log)
    const times = limitAnswers(server)
    const limitBody = limitBodies(server, ({ socket }) => onClientError(late, socket))
    const countActiveRequest = meters === undefined ? undefined : countActive(meters)

    /** Requests that came before the service was ready. The service needs the address of the socket, and queries the database while it is built. */
    const early: Array<() => void> = []
    let answer: AnswerRequest | undefined
    const take =
      (isAwaited: boolean): Http.RequestListener =>
      (request, response) => {
        times.track(request, response)
        countActiveRequest?.(request, response)
        endDoubtful(request, response)
        trackAnswer(request, response)
        // A stopping server closes each connection with its answer, so that the client connects to another node.
        if (drain.hasBegun()) response.shouldKeepAlive = false
        const onStream = () => times.extend(response)
        const body = hasBody(request) ? new NodeBody(request, response, { isAwaited, onStream }) : undefined
        if (body !== undefined) limitBody(request, body)
        if (answer === undefined) early.push(() => answer?.(request, response, body))
        else answer(request, response, body)
      }
    server.on("request", take(false))
    server.on("checkContinue", take(true))
    server.on("clientError", onClientError)
    server.on("checkExpectation", onExpectation(log))
    server.on("connect", onConnect(log))

    const closed = yield* closing(server)
    yield* Effect.addFinalizer(() => closed)
    const address = yield* listening(server, settings, names)
    yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))

    const serve: RequestListener["Service"]["serve"] = Effect.fnUntraced(function* (pipeline) {
      // The scope of requests is forked before the finalizer that waits for them, so it closes after that wait.
      const scope = yield* Scope.fork(yield* Effect.scope)
      yield* Effect.addFinalizer(() => Effect.timeoutOption(closed, Duration.millis(gracefulStopMs)))
      answer = answerRequests(pipeline, yield* Effect.context<never>(), scope, times)
      for (const handOver of early.splice(0)) handOver()
    })
    return Context.make(ListeningAddress, address).pipe(Context.add(RequestListener, { serve }))
  })

/** The socket of a service. `names` has the names of its settings in messages, where they are not `HOST` and `PORT`. */
export const layer = (settings: Place, names?: PlaceSettings) => Layer.effectContext(listen(settings, names))
