/**
 * The configuration of a client, resolved from its options and their defaults. A wrong option is an error that names it.
 *
 * Secrets are redacted here, in the first line that sees them. The options themselves are not kept.
 */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { isUnencrypted } from "./Address.ts"
import { readHeaders } from "./CallExtras.ts"
import { deprecationReader } from "./Deprecation.ts"
import { isLogger, logLevels } from "./EventLog.ts"
import { listenerOf, warningOf } from "./Listener.ts"
import type { ClientOptions } from "./ClientOptions.ts"
import type { Failure } from "./ClientError.ts"
import type { ClientEvent } from "./ClientEvent.ts"
import { version } from "./Version.ts"

/** The default number of retries: enough for a restart, few enough to not add to an overload. */
export const retriesDefault = 2

/** The largest number of retries: no call is worth more attempts. */
export const retriesMax = 10

/** The default timeout of one attempt. The service cuts a request after ten seconds. */
export const timeoutMsDefault = 30_000

/** The default deadline of a call: three attempts with their waits. */
export const deadlineMsDefault = 90_000

/** The longest time that can be set: what a timer can hold. */
const timeMsMax = 2_147_483_647

/** The largest answer that is read: a page of a hundred long job descriptions fits many times. */
export const bodyBytesMax = 16 * 1024 * 1024

/** The identity of the client: credentials that mint tokens, or a source of tokens. */
type Identity =
  | { readonly kind: "credentials"; readonly clientId: string; readonly clientSecret: Redacted.Redacted }
  | { readonly kind: "token"; readonly load: () => Promise<Redacted.Redacted> }

/** A checked configuration, with a value for every option that has a default. */
export interface ClientConfig {
  /** Scheme and authority, with the path in front of the API if there is one; no slash at the end. */
  readonly baseUrl: string
  readonly identity: Identity
  readonly flow: "oauth" | "partner"
  readonly organization: string | undefined
  readonly permissions: ReadonlyArray<string> | undefined
  readonly retries: number
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly idempotency: "auto" | "always" | "never"
  readonly userAgent: string
  /** Headers of every request, beside those of the client. */
  readonly headers: Readonly<Record<string, string>>
  /** Receives the events; none when nobody hears. */
  readonly listener: ((event: ClientEvent) => void) | undefined
  /** Reports the deprecation in the headers of an answer. */
  readonly readDeprecation: ReturnType<typeof deprecationReader>
  /** Logs what is risky about the configuration; none where nothing is. */
  readonly warn: (() => void) | undefined
}

/** Options whose secret may be redacted already. */
export type RedactableOptions = ClientOptions<string | Redacted.Redacted>

/** The failure of a wrong setting. */
export const invalid = (message: string): Failure => ({ tag: "InvalidConfiguration", message, outcome: "not_sent" })

const wrong = (message: string): Result.Result<never, Failure> => Result.fail(invalid(message))

/** A value that may have been left out: scripts set what they do not have to nothing. */
const isSet = (given: unknown): boolean => given !== undefined && given !== null && given !== ""

/** The first segments of paths: an address that ends with one of them has it twice in every request. */
const rootsOf = (operations: ReadonlyArray<{ readonly path: string }>): ReadonlySet<string> =>
  new Set(operations.map(({ path }) => path.split("/", 2).join("/")))

const readBaseUrl = (
  { baseUrl: given, dangerouslyAllowHttp }: RedactableOptions,
  operations: ReadonlyArray<{ readonly path: string }>
): Result.Result<URL, Failure> => {
  const example = "such as https://api.example.com"
  if (!isSet(given)) return wrong(`baseUrl must be set: the address of the service, ${example}`)
  if (!URL.canParse(String(given))) return wrong(`baseUrl cannot be read as an address ${example}`)
  const url = new URL(given)
  if (!/^https?:$/.test(url.protocol)) return wrong(`baseUrl begins with ${url.protocol.slice(0, 20)}; write https://`)
  if (isUnencrypted(url) && dangerouslyAllowHttp !== true) {
    return wrong(
      "baseUrl begins with http://, and the credentials would travel unencrypted; write https://, or set dangerouslyAllowHttp for a network of your own"
    )
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return wrong("baseUrl must not hold user, password, query or fragment")
  }
  url.pathname = url.pathname.replace(/\/+$/, "")
  const last = /\/[^/]*$/.exec(url.pathname)?.[0] ?? ""
  return last !== "/" && rootsOf(operations).has(last)
    ? wrong(
        `baseUrl ends with ${last}, which paths of the API begin with; leave it out, or mount a gateway for the whole API elsewhere`
      )
    : Result.succeed(url)
}

/** The longest token or credential. */
const secretLengthMax = 4_096

/** The fault of a token or a credential, which stands in a header: it is visible ASCII. No part of a right one is shown. */
const faultOf = (text: unknown): string | undefined => {
  if (typeof text !== "string") return "is no text; give a string"
  if (text.length > secretLengthMax) return `is longer than ${secretLengthMax} characters; give it alone`
  const other = /[^\x21-\x7e]/.exec(text)
  if (other === null) return undefined
  const name = `U+${text.charCodeAt(other.index).toString(16).toUpperCase().padStart(4, "0")}`
  return /\s/.test(other[0])
    ? `holds a space or a line break (${name}); trim it`
    : `holds ${name}, which is not visible ASCII; read it as the text that it is stored as, such as UTF-16`
}

const readIdentity = (given: RedactableOptions): Result.Result<Identity, Failure> => {
  const { clientId, token } = given
  const clientSecret = Redacted.isRedacted(given.clientSecret) ? Redacted.value(given.clientSecret) : given.clientSecret
  if (token !== undefined) {
    if (clientId !== undefined || clientSecret !== undefined) {
      return wrong("token and clientId or clientSecret are two ways to say who is calling; give one")
    }
    if (typeof token === "function") {
      return Result.succeed({
        kind: "token",
        load: async () => Redacted.make(await token(), { label: "token" })
      })
    }
    const fault = token === "" ? "must be set: the token that the service issued" : faultOf(token)
    if (fault !== undefined) return wrong(`token ${fault}`)
    return Result.succeed({ kind: "token", load: async () => Redacted.make(token, { label: "token" }) })
  }
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    const fault = isSet(value)
      ? faultOf(value)
      : "must be set: the platform gave it to you; the environment is read only when no option has address or credentials"
    if (fault !== undefined) return wrong(`${name} ${fault}`)
  }
  return Result.succeed({
    kind: "credentials",
    clientId: String(clientId),
    clientSecret: Redacted.make(String(clientSecret), { label: "client secret" })
  })
}

const readInteger = (name: string, given: number | undefined, fallback: number, min: number, max: number) =>
  given === undefined || (Number.isInteger(given) && given >= min && given <= max)
    ? Result.succeed(given ?? fallback)
    : wrong(`${name} must be an integer from ${min} to ${max}`)

/** The limits that the client and a single call may set. */
export interface CallLimits {
  readonly retries: number
  readonly timeoutMs: number
  readonly deadlineMs: number
}

/** Checks limits; an absent one has the default. */
export const resolveLimits = (given: Partial<CallLimits>, defaults: CallLimits): Result.Result<CallLimits, Failure> =>
  Result.all({
    retries: readInteger("retries", given.retries, defaults.retries, 0, retriesMax),
    timeoutMs: readInteger("timeoutMs", given.timeoutMs, defaults.timeoutMs, 1, timeMsMax),
    deadlineMs: readInteger("deadlineMs", given.deadlineMs, defaults.deadlineMs, 1, timeMsMax)
  })

/** The default limits. */
const limitsDefault: CallLimits = {
  retries: retriesDefault,
  timeoutMs: timeoutMsDefault,
  deadlineMs: deadlineMsDefault
}

const flows = ["oauth", "partner"]
const keys = ["auto", "always", "never"]

/** Checks options and fills in the defaults. Their names are checked before: see `OptionNames.ts`. */
export const resolveConfig = (
  given: RedactableOptions,
  operations: ReadonlyArray<{ readonly path: string }>
): Result.Result<ClientConfig, Failure> =>
  Result.gen(function* () {
    const baseUrl = yield* readBaseUrl(given, operations)
    const identity = yield* readIdentity(given)
    const limits = yield* resolveLimits(given, limitsDefault)
    const { flow = "oauth", idempotency = "auto", userAgent } = given
    if (!flows.includes(flow)) return yield* wrong(`flow must be one of ${flows.join(", ")}`)
    if (!keys.includes(idempotency)) return yield* wrong(`idempotency must be one of ${keys.join(", ")}`)
    if (userAgent !== undefined && !/^[\x20-\x7e]{1,200}$/.test(userAgent)) {
      return yield* wrong("userAgent must have 1 to 200 characters, printable ASCII alone")
    }
    if (given.logLevel !== undefined && !logLevels.includes(given.logLevel)) {
      return yield* wrong(`logLevel must be one of ${logLevels.join(", ")}`)
    }
    if (given.logger !== undefined && !isLogger(given.logger)) {
      return yield* wrong("logger must have the methods debug, info, warn and error, as console has")
    }
    const { clock, fetch } = given
    if (fetch !== undefined && typeof fetch !== "function") {
      return yield* wrong("fetch must be a function such as the global fetch")
    }
    if (clock !== undefined && (typeof clock?.nowMs !== "function" || typeof clock.sleep !== "function")) {
      return yield* wrong("clock must have the methods nowMs and sleep")
    }
    const headers = yield* Result.mapError(readHeaders(given.headers), invalid)
    return {
      baseUrl: baseUrl.href.replace(/\/$/, ""),
      warn: isUnencrypted(baseUrl)
        ? warningOf(given, "credentials travel unencrypted", { baseUrl: baseUrl.origin })
        : undefined,
      identity,
      flow,
      organization: given.organization,
      permissions: given.permissions,
      ...limits,
      idempotency,
      userAgent: userAgent === undefined ? library : `${userAgent} ${library}`,
      headers,
      listener: listenerOf(given),
      readDeprecation: deprecationReader(given)
    }
  })

/** The name of the client in requests. */
const library = `partner-api-client/${version}`
