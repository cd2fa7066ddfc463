/**
 * Cookies of the console: no script reads them, and on https no other host sets them (RFC 6265bis §4.1.3).
 */
import { plainSessionCookie, secureSessionCookie } from "@partner-api/contract/operator/OperatorAccess"
import { sessionLifetimeMs } from "@partner-api/domain/operator/Operator"

interface Cookie {
  /** Its name on http, and on https. */
  readonly names: readonly [plain: string, secure: string]
  /** An empty one ends the cookie. */
  readonly value: string
  readonly lifetimeMs: number
  /** Whether the browser sends it when a page of another site leads here (`Lax`). */
  readonly sameSite: "Strict" | "Lax"
}

/** The header that sets a cookie, for the console at an address. */
export const setCookie = (publicUrl: string, { lifetimeMs, names, sameSite, value }: Cookie): string => {
  const isSecure = publicUrl.startsWith("https:")
  const lifetimeSeconds = value === "" ? 0 : lifetimeMs / 1_000
  const name = isSecure ? names[1] : names[0]
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${lifetimeSeconds}${isSecure ? "; Secure" : ""}`
}

/** The cookie with the token of a session; an empty one ends. */
export const sessionCookie = (publicUrl: string, token: string): string =>
  setCookie(publicUrl, {
    names: [plainSessionCookie, secureSessionCookie],
    value: token,
    lifetimeMs: sessionLifetimeMs,
    sameSite: "Strict"
  })
