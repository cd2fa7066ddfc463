/**
 * What a client is told when it is made. Types only: how they are read is in `Settings.ts`.
 */
import type { ClientEvent } from "./ClientEvent.ts"

/** Time as the client sees it. For tests; see the testing entry. */
export interface ClientClock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number
  /** Resolves when `ms` have passed; ends early when the signal does. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Who is calling. */
interface ByCredentials<Secret> {
  readonly clientId: string
  readonly clientSecret: Secret
  /** `oauth` (the default): the token endpoint of RFC 6749. `partner`: the partner token in `X-Auth-Token` (spec 4.5). */
  readonly flow?: "oauth" | "partner"
  readonly token?: never
}

interface ByToken {
  /** A token you have, or how to get one. It is used as it is, and asked for anew when the service refuses it. */
  readonly token: string | (() => string | Promise<string>)
  readonly clientId?: never
  readonly clientSecret?: never
  readonly flow?: "oauth" | "partner"
}

/** What is the same for both ways of showing who is calling. */
interface Shared {
  /** Where the service is: `https://api.example.com`. `http` only for this machine. */
  readonly baseUrl: string | URL
  /** The organization that calls are for when `organization(id)` is not used. */
  readonly organization?: string
  /** Narrows the tokens of organizations to these permissions (extension). */
  readonly permissions?: ReadonlyArray<string>
  /** How often a failed attempt is repeated: 0 to 10, 2 when nothing is said. */
  readonly retries?: number
  /** How long one attempt may take, in milliseconds; 30 seconds when nothing is said. */
  readonly timeoutMs?: number
  /** How long a call may take with everything, in milliseconds; 90 seconds when nothing is said. */
  readonly deadlineMs?: number
  /**
   * Whether writes carry an `Idempotency-Key`: `auto` (the default) asks the service once whether it takes them. `always` for a
   * service that takes them and does not say so; `never` turns keys off, and with them the repetition of writes that make something.
   */
  readonly idempotency?: "auto" | "always" | "never"
  /** Names your application to the service: `my-app/1.2`. */
  readonly userAgent?: string
  /** Told of every request, wait and token: for logs, metrics and spans. Never holds secrets, bodies or queries. */
  readonly onEvent?: (event: ClientEvent) => void
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** In place of the machine's time, for tests. */
  readonly clock?: ClientClock
  /** Client credentials in a browser belong to everybody who opens the page (spec 5). Only for a page that is itself behind a login. */
  readonly dangerouslyAllowBrowser?: boolean
}

/** The configuration of a client. */
export type ClientConfiguration<Secret = string> = Shared & (ByCredentials<Secret> | ByToken)
