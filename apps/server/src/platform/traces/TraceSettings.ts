/**
 * The settings of traces. Their names and forms are those of OpenTelemetry, so that what an operator knows of other programs holds here.
 */
import { problem } from "@partner-api/domain/Problem"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { isPlainAddress } from "../PlainAddress.ts"
import { optional, withDefault } from "../Setting.ts"

/** The destination of spans, and the requests that have some. */
export interface TraceSettings {
  /** The address at which the collector takes spans. */
  readonly url: string
  /** The headers that the collector requires, such as a key. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  /** The share of requests that are traced, from 0 to 1. */
  readonly ratio: number
  readonly serviceName: string
  /** The further attributes of this installation. */
  readonly resource: Readonly<Record<string, string>>
}

/** The path at which a collector takes spans, below its address (OTLP/HTTP). */
const tracesPath = "/v1/traces"

const Collector = Schema.String.check(
  Schema.makeFilter(
    isPlainAddress,
    problem(
      "format",
      "must be the http or https address of a collector without credentials, such as http://127.0.0.1:4318; a key goes into OTEL_EXPORTER_OTLP_HEADERS"
    )
  )
)

/** A value without its percent-encoding. One that encodes no UTF-8 stays as it is written. */
const decoded = (value: string): string =>
  Option.getOrElse(Schema.decodeUnknownOption(Schema.StringFromUriComponent)(value), () => value)

/** Pairs such as `name=value,other=%20value`; nothing when it is not such a list. */
const readPairs = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs = text.split(",").map((pair) => /^\s*([\w.-]{1,255})\s*=\s*([\u0021-\u007e ]*?)\s*$/.exec(pair))
  const entries = pairs.map((pair): readonly [string, string] | undefined => {
    const [, name = "", value = ""] = pair ?? []
    return pair === null || /%(?![\dA-Fa-f]{2})/.test(value) ? undefined : [name, value]
  })
  if (!entries.every((entry) => entry !== undefined)) return undefined
  return Object.fromEntries(entries.map(([name, value]) => [name, decoded(value)]))
}

const Pairs = Schema.String.check(
  Schema.makeFilter(
    (text: string) => readPairs(text) !== undefined,
    problem("format", "must be pairs with commas between, such as name=value,other=value")
  )
)

const Ratio = Schema.String.check(
  Schema.makeFilter(
    (text: string) => /^\d{1,3}(?:\.\d{1,9})?$/.test(text) && Number(text) <= 1,
    problem("range", "must be a number from 0 to 1, such as 0.1")
  )
)

const Name = Schema.String.check(
  Schema.isPattern(/^[\u0021-\u007e]{1,255}$/, problem("format", "must be a name of at most 255 characters"))
)

/** The settings, as they are declared. */
export const traceSettings = {
  collector: optional(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    Collector,
    "no traces",
    "the OpenTelemetry collector that gets traces"
  ),
  collectorHeaders: optional(
    "OTEL_EXPORTER_OTLP_HEADERS",
    Pairs,
    "none",
    "headers for the collector, such as authorization=Bearer%20KEY",
    () => "set, not shown"
  ),
  traceRatio: withDefault("OTEL_TRACES_SAMPLER_ARG", Ratio, "0.1", "the share of requests that are traced, 0 to 1"),
  serviceName: withDefault("OTEL_SERVICE_NAME", Name, "partner-api", "the name of this service in traces"),
  resource: optional(
    "OTEL_RESOURCE_ATTRIBUTES",
    Pairs,
    "none",
    "what else traces tell of this installation, such as deployment.environment.name=test"
  )
}

const pairsOf = (text: Option.Option<string>) => Option.match(text, { onNone: () => ({}), onSome: readPairs }) ?? {}

/** Reads them; nothing where no collector is named. */
export const readTraces: Config.Config<TraceSettings | undefined> = Config.all({
  collector: traceSettings.collector.config,
  headers: traceSettings.collectorHeaders.config,
  ratio: traceSettings.traceRatio.config,
  serviceName: traceSettings.serviceName.config,
  resource: traceSettings.resource.config
}).pipe(
  Config.map(({ collector, headers, ratio, resource, serviceName }) =>
    Option.getOrUndefined(
      Option.map(collector, (address) => ({
        url: `${address.replace(/\/+$/, "")}${tracesPath}`,
        headers: Redacted.make(pairsOf(headers)),
        ratio: Number(ratio),
        serviceName,
        resource: pairsOf(resource)
      }))
    )
  )
)
