/**
 * The options of a client. Types only: `ClientConfig.ts` checks and resolves them.
 */
import type { ExtraHeaders } from "./CallOptions.ts"
import type { ClientEvent, RequestEnded, RequestSent } from "./ClientEvent.ts"
import type { DeprecatedCall } from "./Deprecation.ts"
import type { ClientLogger, LogLevel } from "./EventLog.ts"
import type { Permission } from "./Model.ts"

/** The clock of a client. For tests; see the testing entry. */
export interface ClientClock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number
  /** Resolves when `ms` have passed; ends early when the signal does. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** The credentials of the caller. */
interface ByCredentials<Secret> {
  readonly clientId: string
  readonly clientSecret: Secret
  /** `oauth` (the default): the token endpoint of RFC 6749. `partner`: the partner token in `X-Auth-Token` (spec 4.5). */
  readonly flow?: "oauth" | "partner"
  readonly token?: never
}

interface ByToken {
  /** A token, or a function that returns one. The client sends it unchanged and asks the function again when the service refuses it. */
  readonly token: string | (() => string | Promise<string>)
  readonly clientId?: never
  readonly clientSecret?: never
  readonly flow?: "oauth" | "partner"
}

/** The options of both kinds of credentials. */
interface Shared {
  /** The address of the service: `https://api.example.com`. `http` is accepted for loopback addresses, and with `dangerouslyAllowHttp`. */
  readonly baseUrl: string | URL
  /** The default organization: calls outside `organization(id)` are for it. */
  readonly organization?: string
  /** Narrows the tokens of organizations to these permissions (extension). */
  readonly permissions?: ReadonlyArray<Permission>
  /** The maximum number of retries: 0 to 10, default 2. */
  readonly retries?: number
  /** The timeout of one attempt, in milliseconds; default 30 seconds. */
  readonly timeoutMs?: number
  /** The deadline of a call with its tokens, attempts and waits, in milliseconds; default 90 seconds. */
  readonly deadlineMs?: number
  /**
   * Whether writes carry an `Idempotency-Key`. `auto` (the default) asks the service once whether it accepts keys. `always` is for a
   * service that accepts keys and does not announce them. `never` turns keys off, and with them retries of writes that create something.
   */
  readonly idempotency?: "auto" | "always" | "never"
  /** Names your application to the service: `my-app/1.2`. */
  readonly userAgent?: string
  /** Headers of every request, those for tokens included: for a gateway in front of the service, for example. */
  readonly headers?: ExtraHeaders
  /** Receives an event for every request, wait and token: for logs, metrics and spans. No event holds a secret, body or query. */
  readonly onEvent?: (event: ClientEvent) => void
  /** Is called before each request, those for tokens and retries included. */
  readonly onRequest?: (request: RequestSent) => void
  /** Is called after each request, whether it was answered or failed. */
  readonly onResponse?: (response: RequestEnded) => void
  /**
   * Is called the first time that a method is answered as deprecated. Without it, the logger (else `console`) gets one warning for each method of a
   * process; `logLevel` `error` and `off` leave it out.
   */
  readonly onDeprecation?: (call: DeprecatedCall) => void
  /** Logs calls: `console`, or an object with its methods `debug`, `info`, `warn` and `error`. No line holds a secret, body or query. */
  readonly logger?: ClientLogger
  /** The level that is logged; default `warn` with a logger, else nothing. A level without a logger logs to `console`. */
  readonly logLevel?: LogLevel
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Replaces the machine's clock, for tests. */
  readonly clock?: ClientClock
  /** Allows a client in a browser, where everybody who opens the page can read the credentials (spec 5). Set it only for a page behind a login. */
  readonly dangerouslyAllowBrowser?: boolean
  /** Accepts `http:` to another machine, where everybody on the way can read the credentials: for a network of your own. The log says so. */
  readonly dangerouslyAllowHttp?: boolean
}

/** The options of `createClient`. */
export type ClientOptions<Secret = string> = Shared & (ByCredentials<Secret> | ByToken)

/**
 * Options without address and credentials. These are read from the environment then: `PARTNER_BASE_URL`, `PARTNER_CLIENT_ID` and
 * `PARTNER_CLIENT_SECRET`, and with them `PARTNER_FLOW`, `PARTNER_ORGANIZATION` and
 * `PARTNER_ALLOW_HTTP`.
 */
export interface EnvironmentOptions extends Omit<Shared, "baseUrl"> {
  readonly baseUrl?: never
  readonly clientId?: never
  readonly clientSecret?: never
  readonly token?: never
  readonly flow?: "oauth" | "partner"
}
