/**
 * The listener for Prometheus: `GET /metrics` and nothing else, on an address of its own, which partners do not reach. It knows no
 * request of a partner.
 */
import * as Crypto from "node:crypto"
import * as Http from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { idleSecondsDefault } from "@partner-api/contract/IdleConnections"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InvalidRequest, MethodNotAllowed } from "@partner-api/contract/ProtocolErrors"
import { uncertainEnd } from "@partner-api/contract/RequestFraming"
import { toWire } from "@partner-api/contract/WireErrors"
import { NotFound } from "@partner-api/domain/Errors"
import { everyAnswer } from "@partner-api/service/http/AnswerHeaders"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import { type HostPolicy, isAddress, isHostOf, isLoopback } from "../AllowedHosts.ts"
import { endDoubtful, isDoubtful } from "../listener/DoubtfulConnections.ts"
import { explainListening } from "../listener/HttpListener.ts"
import { addHost, foreignHost } from "../listener/CheckTransport.ts"
import { parserErrors } from "../listener/ParserErrors.ts"
import type { MetricsPlace } from "../Settings.ts"
import { metricsText, textType } from "./MetricsText.ts"
import type { Series } from "./Series.ts"

/** The path of the metrics. */
const metricsPath = "/metrics"

/** The largest head of a request: a scraper sends a tenth of it. */
const headerBytesMax = 4_096

/** The timeout for a request; it comes from this machine or a network of the operator's. */
const requestTimeoutMs = 2_000

/** The time between two checks of connections. */
const timeoutCheckMs = 1_000

/** More connections than scrapers. The server closes each new one beyond it. */
const connectionsMax = 16

/** The timeout of a scrape after a stop. */
const gracefulStopMs = 500

const createServer = (): Http.Server => {
  const server = Http.createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    // Longer than the usual interval of scrapes, too.
    keepAliveTimeout: idleSecondsDefault * 1_000,
    shouldUpgradeCallback: () => false
  })
  server.maxConnections = connectionsMax
  for (const event of ["request", "checkContinue"]) server.on(event, endDoubtful)
  const { onClientError, trackAnswer } = parserErrors(() => {})
  server.on("request", trackAnswer)
  server.on("clientError", onClientError)
  return server
}

const methods = ["GET", "HEAD"]
const otherPath = new NotFound({ message: `There is nothing here but ${metricsPath}.` })
const otherMethod = new MethodNotAllowed({ message: `${metricsPath} takes ${methods.join(" and ")}.`, allow: methods })

const unframed = new InvalidRequest({ message: uncertainEnd })

const refuse = (error: PartnerError): HttpServerResponse.HttpServerResponse => {
  const id = Crypto.randomUUID()
  const { body, headers, status } = toWire(error, id)
  return HttpServerResponse.text(JSON.stringify(body), {
    status,
    contentType: "application/json",
    headers: { ...headers, ...everyAnswer, "cache-control": "no-store", "x-request-id": id }
  })
}

const foreign = foreignHost(addHost)

/**
 * The hosts that a scrape may name. On the loopback interface, and where the operator lists hosts, a name must be one of this machine, of the
 * list, or that of the listener; elsewhere any is taken, as by the service. Scrapers that name an address are taken everywhere.
 */
export const hostsOfMetrics = ({ host }: MetricsPlace, policy: HostPolicy | undefined) => {
  if (policy === undefined && !isLoopback(host)) return () => true
  const isListed = isHostOf({ hosts: [...(policy?.hosts ?? []), host.toLowerCase()], loopback: true })
  return (header: string): boolean => isListed(header) || isAddress(header)
}

/** Whether the end of a request is not certain. */
const comesDoubtfully = ({ source }: HttpServerRequest): boolean =>
  Predicate.hasProperty(source, "socket") && Predicate.isObject(source.socket) && isDoubtful(source.socket)

const answer = (isAllowedHost: (header: string) => boolean, scrape: Effect.Effect<ReadonlyArray<Series>>) =>
  Effect.flatMap(HttpServerRequest, (request) => {
    const { method, url } = request
    if (comesDoubtfully(request)) return Effect.succeed(refuse(unframed))
    if (!isAllowedHost(request.headers["host"] ?? "")) return Effect.succeed(refuse(foreign))
    if (url.split("?")[0] !== metricsPath) return Effect.succeed(refuse(otherPath))
    if (!methods.includes(method)) return Effect.succeed(refuse(otherMethod))
    return Effect.map(scrape, (series) =>
      HttpServerResponse.text(metricsText(series), {
        contentType: textType,
        headers: { ...everyAnswer, "cache-control": "no-store" }
      })
    )
  })

/** Serves metrics until the scope closes, and returns its address. */
export const listen = Effect.fnUntraced(function* (
  place: MetricsPlace,
  policy: HostPolicy | undefined,
  scrape: Effect.Effect<ReadonlyArray<Series>>
) {
  const server = createServer()
  const listening = yield* Effect.mapError(
    NodeHttpServer.make(() => server, {
      host: place.host,
      port: place.port,
      gracefulShutdownTimeout: Duration.millis(gracefulStopMs)
    }),
    explainListening(place, { host: "METRICS_HOST", port: "METRICS_PORT" })
  )
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  yield* listening.serve(answer(hostsOfMetrics(place, policy), scrape))
  return `${HttpServer.formatAddress(listening.address)}${metricsPath}`
})
