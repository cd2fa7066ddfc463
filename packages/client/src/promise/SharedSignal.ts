/**
 * Follows a signal for many calls with one listener. Node warns of a leak from the eleventh listener on, and a program gives one signal to
 * as many calls as it likes.
 */

/** The listener of a signal, and what it runs for each call. A signal that no call follows has neither. */
interface Followed {
  readonly aborts: Set<() => void>
  readonly listener: () => void
}

const followed = new WeakMap<AbortSignal, Followed>()

const begin = (signal: AbortSignal): Followed => {
  const aborts = new Set<() => void>()
  const listener = () => {
    for (const abort of aborts) abort()
  }
  const made = { aborts, listener }
  followed.set(signal, made)
  signal.addEventListener("abort", listener)
  return made
}

/** Runs `abort` when the signal aborts, until the function that it gives is called. */
export const follow = (signal: AbortSignal, abort: () => void): (() => void) => {
  const { aborts, listener } = followed.get(signal) ?? begin(signal)
  aborts.add(abort)
  return () => {
    aborts.delete(abort)
    if (aborts.size > 0) return
    followed.delete(signal)
    signal.removeEventListener("abort", listener)
  }
}
