/**
 * Parts of expressions of PromQL, made from the definitions of metrics: a name, a label or a bucket that is in no definition does not
 * compile, or ends the program that generates.
 */
import {
  definitionOf,
  type LabelsOf,
  type MetricName,
  type NameOf,
  unknownEndpoint
} from "../../src/platform/metrics/MetricCatalog.ts"

/** A condition on a label: equal, or with `!` in front unequal. */
type Conditions<Name extends MetricName> = {
  readonly [Label in keyof LabelsOf<Name>]?: (string & LabelsOf<Name>[Label]) | `!${string & LabelsOf<Name>[Label]}`
}

/** What every selector of an expression has besides, such as the variables of a dashboard. */
type Scope = string

const selector = (conditions: Readonly<Record<string, string | undefined>>, scope: Scope): string => {
  const parts = Object.entries(conditions).map(([label, value = ""]) =>
    value.startsWith("!") ? `${label}!="${value.slice(1)}"` : `${label}="${value}"`
  )
  const all = [...parts, ...(scope === "" ? [] : [scope])]
  return all.length === 0 ? "" : `{${all.join(",")}}`
}

/** A series or several, by conditions on their labels. */
export const series = <Name extends NameOf<"counter" | "gauge">>(
  name: Name,
  conditions: Conditions<Name> = {},
  scope: Scope = ""
): string => `${name}${selector(conditions, scope)}`

/** What a counter grows by in a second. */
export const rate = <Name extends NameOf<"counter">>(
  name: Name,
  window: string,
  conditions: Conditions<Name> = {},
  scope: Scope = ""
): string => `rate(${series(name, conditions, scope)}[${window}])`

/** What a histogram has, by the ends of the names of its series. */
type Part = "bucket" | "count" | "sum"

/** What a part of a histogram grows by in a second. */
export const rateOf = <Name extends NameOf<"histogram">>(
  part: Part,
  name: Name,
  window: string,
  conditions: Conditions<Name> = {},
  scope: Scope = ""
): string => `rate(${name}_${part}${selector(conditions, scope)}[${window}])`

/** A condition that takes the bucket of a histogram that ends at a value. Whole numbers are written in two ways by Prometheus 2 and 3. */
export const upTo = (name: NameOf<"histogram">, boundary: number): Scope => {
  const definition = definitionOf(name)
  const isBoundary = definition.kind === "histogram" && definition.boundaries.includes(boundary)
  if (!isBoundary || Number.isInteger(boundary)) throw new Error(`${name} has no bucket that ends at ${boundary}`)
  return `le="${boundary}"`
}

/** The value that a share of observations stays below. */
export const quantile = <Name extends NameOf<"histogram">>(
  share: number,
  name: Name,
  window: string,
  options: { readonly by?: ReadonlyArray<keyof LabelsOf<Name> & string>; readonly scope?: Scope } & {
    readonly conditions?: Conditions<Name>
  } = {}
): string => {
  const by = ["le", ...(options.by ?? [])].join(", ")
  const rates = rateOf("bucket", name, window, options.conditions, options.scope)
  return `histogram_quantile(${share}, sum by (${by}) (${rates}))`
}

const healthRoutes = definitionOf("http_server_request_duration_seconds")
  .series.map(({ route = "" }) => route)
  .filter((route) => route.startsWith("/health/"))

/** Leaves out the checks of health, which are many, fast, and 503 while it is being stopped. */
export const ofPartners: Scope = `route!~"${[...new Set(healthRoutes)].join("|")}"`

/** Leaves out what no endpoint answers. */
export const ofEndpoints: Scope = `route!="${unknownEndpoint.route}"`
