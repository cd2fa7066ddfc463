/**
 * The address that the reader wanted before signing in. A sign-in link opens the first page, so the address is kept in the browser for as long as
 * a link can be used; nothing else is.
 */

const keptAs = "console-wanted"

/** The time that an address is kept: as long as a sign-in link can be used, and the time to get one. */
const keptMs = 900_000

/** Whether an address is one of this console: a path, and no other host. */
export const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address)

/** Keeps an address. A browser may refuse to keep anything. */
export const keepWanted = (address: string): void => {
  try {
    localStorage.setItem(keptAs, JSON.stringify([Date.now(), address]))
  } catch {
    // The reader lands on the first page.
  }
}

/** Takes the address that was kept; the first page where there is none. */
export const takeWanted = (): string => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptAs) ?? "null")
    localStorage.removeItem(keptAs)
    const [atMs, address]: ReadonlyArray<unknown> = Array.isArray(kept) ? kept : []
    const isFresh = typeof atMs === "number" && Math.abs(Date.now() - atMs) < keptMs
    return isFresh && typeof address === "string" && isOwnAddress(address) ? address : "/"
  } catch {
    return "/"
  }
}
