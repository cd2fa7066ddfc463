/**
 * The names of all options, and the refusal of one that does not exist: callers without types make mistakes that no compiler finds, and
 * an option that is ignored is a mistake that nobody finds.
 */
import { lettersApart } from "@partner-api/domain/Spelling"
import type { AnyOptions } from "./CallOptions.ts"
import type { ClientOptions } from "./ClientOptions.ts"

/** The options of a client. The compiler refuses a list that lacks one. */
const ofClient: Readonly<Record<keyof ClientOptions, true>> = {
  baseUrl: true,
  clientId: true,
  clientSecret: true,
  token: true,
  flow: true,
  organization: true,
  permissions: true,
  retries: true,
  timeoutMs: true,
  deadlineMs: true,
  idempotency: true,
  userAgent: true,
  headers: true,
  onEvent: true,
  onRequest: true,
  onResponse: true,
  onDeprecation: true,
  logger: true,
  logLevel: true,
  fetch: true,
  clock: true,
  dangerouslyAllowBrowser: true,
  dangerouslyAllowHttp: true
}

/** The options of a call, and the header of an endpoint that takes each; none for an option of every call. */
const ofCall: Readonly<Record<keyof AnyOptions, string | undefined>> = {
  signal: undefined,
  timeoutMs: undefined,
  deadlineMs: undefined,
  retries: undefined,
  requestId: undefined,
  headers: undefined,
  query: undefined,
  idempotencyKey: "idempotency-key",
  onBehalfOf: "on-behalf-of",
  ifMatch: "if-match",
  ifNoneMatch: "if-none-match"
}

/** The names of the options of a client. */
export const clientOptionNames: ReadonlyArray<string> = Object.keys(ofClient)

/** The names of the options of a call to an endpoint that takes these headers. */
export const callOptionNames = (headers: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.entries(ofCall).flatMap(([name, header]) => (header === undefined || headers.includes(header) ? [name] : []))

/** The names of the options of any call. */
export const anyCallOptionNames: ReadonlyArray<string> = Object.keys(ofCall)

/** Whether a name is that of an option of some call. */
export const isCallOption = (name: string): boolean => Object.hasOwn(ofCall, name)

/** The remedy for an unknown name: the known one that is most like it, or all when none is like it. */
export const nameRemedy = (unknown: string, known: ReadonlyArray<string>, there = "It has"): string => {
  // For a name that is not like any other, all of them are named.
  const far = Math.ceil(unknown.length / 2)
  const [nearest] = known
    .map((name) => ({ name, far: lettersApart(unknown.toLowerCase(), name.toLowerCase()) }))
    .toSorted((one, other) => one.far - other.far)
  return nearest !== undefined && nearest.far <= far
    ? `Did you mean ${nearest.name}?`
    : `${there} ${known.length === 0 ? "none" : known.join(", ")}.`
}

/** An unknown name as an error shows it. */
export const shownName = (unknown: string): string => JSON.stringify(unknown.slice(0, 40))

/** The mistake in the names of some options: the first unknown one, with the name that is most like it. */
export const unknownOption = (given: object, known: ReadonlyArray<string>, owner: string): string | undefined => {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  return unknown === undefined
    ? undefined
    : `${owner} has no option ${shownName(unknown)}. ${nameRemedy(unknown, known)}`
}
