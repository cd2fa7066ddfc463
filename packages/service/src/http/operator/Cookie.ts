/**
 * Cookies of the console: no script reads them, and on https no other host sets them (RFC 6265bis §4.1.3).
 */
import { plainSessionCookie, secureSessionCookie } from "@partner-api/contract/operator/OperatorAccess"
import { sessionLifetimeMs } from "@partner-api/domain/operator/Operator"

/** The names of a cookie: on http, and on https. */
export type CookieNames = readonly [plain: string, secure: string]

/** The cookies of a session. */
export const sessionCookies: CookieNames = [plainSessionCookie, secureSessionCookie]

/** The name of a cookie, for the console at an address. On https the plain one is not read: any neighbour of the host could set it. */
export const cookieName = (publicUrl: string, [plain, secure]: CookieNames): string =>
  publicUrl.startsWith("https:") ? secure : plain

interface Cookie {
  readonly names: CookieNames
  /** An empty one ends the cookie. */
  readonly value: string
  readonly lifetimeMs: number
  /** Whether the browser sends it when a page of another site leads here (`Lax`). */
  readonly sameSite: "Strict" | "Lax"
}

/** The header that sets a cookie, for the console at an address. */
export const setCookie = (publicUrl: string, { lifetimeMs, names, sameSite, value }: Cookie): string => {
  const lifetimeSeconds = value === "" ? 0 : lifetimeMs / 1_000
  const secure = publicUrl.startsWith("https:") ? "; Secure" : ""
  return `${cookieName(publicUrl, names)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${lifetimeSeconds}${secure}`
}

/** The cookie with the token of a session; an empty one ends. */
export const sessionCookie = (publicUrl: string, token: string): string =>
  setCookie(publicUrl, {
    names: sessionCookies,
    value: token,
    lifetimeMs: sessionLifetimeMs,
    sameSite: "Strict"
  })
