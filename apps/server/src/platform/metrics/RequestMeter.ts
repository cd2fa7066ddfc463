/**
 * Measures answers: how long each endpoint takes, and which errors are answered. It gets them beside the access log.
 */
import type * as Http from "node:http"
import { type AccessEntry, AccessLog, type WriteAccessLog } from "@partner-api/service/http/AccessLog"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { endpointLabels, type StatusClass, statusClasses, unknownEndpoint } from "./MetricCatalog.ts"
import { Meters, type MetersService, type Recorder } from "./Meters.ts"

/** The recorders of an endpoint, by the first digit of a status. */
type ByStatus = ReadonlyMap<number, Recorder>

const firstDigit = (status: number): number => Math.floor(status / 100)

/** The same endpoint answers both. */
const methodOf = (method: string | undefined): string => (method === "HEAD" ? "GET" : (method ?? ""))

/** Records answers. What is looked up was made at the start: no request makes a series that is not in the catalog. */
const makeRequestMeter = (meters: MetersService): WriteAccessLog => {
  const recorders = (endpoint: (typeof endpointLabels)[number]): ByStatus =>
    new Map(
      statusClasses.map((status: StatusClass) => [
        Number(status[0]),
        meters.recorder("http_server_request_duration_seconds", { ...endpoint, status })
      ])
    )
  const byRoute = new Map<string, Map<string, ByStatus>>()
  for (const endpoint of endpointLabels) {
    const byMethod = byRoute.get(endpoint.route) ?? new Map<string, ByStatus>()
    byRoute.set(endpoint.route, byMethod.set(endpoint.method, recorders(endpoint)))
  }
  const unknown = recorders(unknownEndpoint)
  const errors = new Map<string, Recorder>(
    partnerErrors.map((error) => {
      const code = error.fields.code.schema.literal
      return [code, meters.recorder("partner_errors_total", { error: code })]
    })
  )
  const replayed = meters.recorder("partner_idempotent_replays_total", {})

  return ({ durationMs, errorCode, isReplay, method, route, status }: AccessEntry): void => {
    const endpoint = (route === undefined ? undefined : byRoute.get(route)?.get(methodOf(method))) ?? unknown
    endpoint.get(firstDigit(status))?.(durationMs / 1_000)
    if (errorCode !== undefined) errors.get(errorCode)?.(1)
    if (isReplay) replayed(1)
  }
}

/** The same log, and the meters beside it. */
export const around = (log: Layer.Layer<never>): Layer.Layer<never> =>
  Layer.effect(
    AccessLog,
    Effect.gen(function* () {
      const writeLog = yield* AccessLog
      const meters = yield* Meters
      if (meters === undefined) return writeLog
      const measure = makeRequestMeter(meters)
      return (entry: AccessEntry) => {
        measure(entry)
        writeLog(entry)
      }
    })
  ).pipe(Layer.provide(log))

/** Counts the requests that a server is answering. The function that this returns takes each of its requests. */
export const countActive = (meters: MetersService): Http.RequestListener => {
  let active = 0
  const end = (): void => void active--
  meters.observe("http_server_active_requests", {}, () => active)
  return (_request, response) => {
    active++
    response.once("close", end)
  }
}
