/**
 * The one attempt to sign in with a link. A token can be used once, so it is sent once, whatever is drawn how often meanwhile.
 */
import { call } from "../api/Call.ts"
import type { Answer } from "../api/Operations.ts"

/** Precedes the token behind the `#` of the address, which no browser sends to a server. */
const prefix = "#login="

/** Takes the token out of the address bar; nothing where there is none. */
const takeToken = (): string | undefined => {
  const { hash, pathname, search } = window.location
  if (!hash.startsWith(prefix)) return undefined
  window.history.replaceState(null, "", pathname + search)
  return decodeURIComponent(hash.slice(prefix.length))
}

type Attempt = Promise<Answer<"session.signIn">>

let attempt: Attempt | undefined

/** Signs in with the token in the address, where there is one, and returns whether there was. */
export const attemptSignIn = (): boolean => {
  const token = takeToken()
  if (token === undefined) return false
  attempt = call("session.signIn", { payload: { token } })
  // The page shows the outcome; this caller does not wait for it.
  attempt.catch(() => {})
  return true
}

/** The attempt that is on its way or has ended; nothing where there was none. */
export const currentAttempt = (): Attempt | undefined => attempt

/** Forgets the attempt: the session it opened is over. */
export const forgetAttempt = (): void => {
  attempt = undefined
}
