/**
 * The token of a sign-in link. It stands behind the `#` of the address, which no browser sends to a server, and leaves the address bar at once.
 */

const prefix = "#login="

/** Takes the token out of the address bar; nothing where there is none. */
export const takeToken = (): string | undefined => {
  const { hash, pathname, search } = window.location
  if (!hash.startsWith(prefix)) return undefined
  window.history.replaceState(null, "", pathname + search)
  return decodeURIComponent(hash.slice(prefix.length))
}
