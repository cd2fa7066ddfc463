/**
 * The headers of an answer to a request that uses something deprecated: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a `Link` to the page about it,
 * whose `title` is what to do. The service writes them; the client reads them, also those of a service that is newer.
 */
import { type Deprecation, deprecationMoments } from "@partner-api/domain/Deprecation"

/** The names of the headers, as documents write them. */
export const deprecationHeader = "Deprecation"
export const sunsetHeader = "Sunset"
export const linkHeader = "Link"

/** The deprecation in such an answer. */
export interface DeprecationNotice {
  /** Since when, in milliseconds since 1970. */
  readonly sinceMs: number
  /** From when on it may be gone, in milliseconds since 1970; absent where the answer has no date. */
  readonly sunsetMs: number | undefined
  /** The remedies: one sentence for each use; empty where the answer has none. */
  readonly replacements: ReadonlyArray<string>
  /** The address of the page about it. */
  readonly page: string | undefined
}

/** A date as HTTP writes it (RFC 9110 §5.6.7). */
const httpDate = (timeMs: number): string => new Date(timeMs).toUTCString()

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`

/** The headers for what a request uses, in lower case: the earliest moments, and a link for each use. `page` is the address of the page. */
export const deprecationHeadersOf = (
  used: ReadonlyArray<Deprecation>,
  page: string
): Readonly<Record<"deprecation" | "sunset" | "link", string>> => {
  const moments = used.map(deprecationMoments)
  const sinceMs = Math.min(...moments.map((one) => one.sinceMs))
  const sunsetMs = Math.min(...moments.map((one) => one.sunsetMs))
  const links = used.map(
    ({ replacement }) => `<${page}>; rel="deprecation"; type="text/html"; title=${quoted(replacement)}`
  )
  return {
    deprecation: `@${Math.round(sinceMs / 1_000)}`,
    sunset: httpDate(sunsetMs),
    link: links.join(", ")
  }
}

/** A link and its parameters (RFC 8288 §3). */
const linkPattern = /<([^>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)/g

const parameterOf = (parameters: string, name: string): string | undefined => {
  const [, text, token] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s",;]+))`, "i").exec(parameters) ?? []
  return text?.replaceAll(/\\(.)/g, "$1") ?? token
}

/** Reads the deprecation of what a request uses from the headers of its answer; `undefined` without one. Names of headers are in lower case. */
export const readDeprecation = (
  headers: Readonly<Record<string, string | undefined>>
): DeprecationNotice | undefined => {
  const [, seconds] = /^@(\d{1,11})$/.exec(headers["deprecation"] ?? "") ?? []
  if (seconds === undefined) return undefined
  const sunsetMs = Date.parse(headers["sunset"] ?? "")
  const links = Array.from((headers["link"] ?? "").matchAll(linkPattern)).filter(
    ([, , parameters = ""]) => parameterOf(parameters, "rel") === "deprecation"
  )
  return {
    sinceMs: Number(seconds) * 1_000,
    sunsetMs: Number.isNaN(sunsetMs) ? undefined : sunsetMs,
    replacements: links.flatMap(([, , parameters = ""]) => parameterOf(parameters, "title") ?? []),
    page: links[0]?.[1]
  }
}
