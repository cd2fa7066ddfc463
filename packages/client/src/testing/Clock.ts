/**
 * A virtual clock for tests: it stands still by default, and jumps to the earliest sleeper as soon as the server has no other work. So a
 * retry after two seconds takes no time, and the order of events is always the same.
 *
 * It sees what passes through its server and its own sleeps. Work that it cannot see, such as a file being read, does not hold it up.
 */

/** The clock of a test server. Give it to the client, so that both live in the same time. */
export interface TestClock {
  /** The present, in milliseconds since 1970. */
  readonly nowMs: () => number
  /**
   * Waits for this long. Takes no real time: the clock jumps to the one that wakes first, when the server has nothing in hand.
   * Rejects with the reason of the signal when that is aborted, and leaves nothing behind.
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Moves time forward, and wakes every sleeper that is due. */
  readonly advance: (ms: number) => void
}

/** The clock, as the server sees it. */
export interface ServerClock extends TestClock {
  /** A request is in the server's hands: time stands still. */
  readonly enter: () => void
  /** It is no more: answered, or left hanging. */
  readonly leave: () => void
}

/** The default start of a clock: a moment that is easy to recognize. */
export const startMsDefault = Date.UTC(2026, 0, 1)

/** The function of the machine, also where a test has put timers of its own in its place since (`vi.useFakeTimers`): those would never call back. */
const nextTurn = globalThis.setImmediate

/**
 * The turns of the event loop that must pass without an event before time jumps. A program between two steps is scheduled by
 * a turn or a few (Effect's fibers, streams of bodies), and must not be taken for one that waits.
 */
const quietTurns = 8

interface Sleeper {
  readonly dueMs: number
  readonly wake: () => void
}

/** Makes a clock that begins at `startMs`. */
export const makeClock = (startMs: number): ServerClock => {
  const sleepers = new Set<Sleeper>()
  let nowMs = startMs
  let inHand = 0
  let events = 0
  let watching = false

  const wakeDue = () => {
    const due = [...sleepers].filter(({ dueMs }) => dueMs <= nowMs).toSorted((left, right) => left.dueMs - right.dueMs)
    for (const sleeper of due) {
      sleepers.delete(sleeper)
      sleeper.wake()
    }
  }

  const jump = () => {
    const earliestMs = [...sleepers].reduce((least, { dueMs }) => Math.min(least, dueMs), Number.POSITIVE_INFINITY)
    if (earliestMs === Number.POSITIVE_INFINITY) return
    nowMs = Math.max(nowMs, earliestMs)
    wakeDue()
    watch()
  }

  /** Watches for quiet, as long as somebody sleeps. */
  const watch = () => {
    if (watching || sleepers.size === 0) return
    watching = true
    let quiet = 0
    let seen = events
    const look = () => {
      if (inHand > 0 || sleepers.size === 0) {
        watching = false
        return
      }
      quiet = seen === events ? quiet + 1 : 0
      seen = events
      if (quiet < quietTurns) return nextTurn(look)
      watching = false
      jump()
    }
    nextTurn(look)
  }

  const happened = () => {
    events++
    watch()
  }

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason)
      const onAbort = () => {
        sleepers.delete(sleeper)
        happened()
        reject(signal?.reason)
      }
      const sleeper: Sleeper = {
        dueMs: nowMs + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener("abort", onAbort)
          resolve()
        }
      }
      signal?.addEventListener("abort", onAbort, { once: true })
      sleepers.add(sleeper)
      happened()
    })

  return {
    nowMs: () => nowMs,
    sleep,
    advance: (ms) => {
      nowMs += Math.max(0, ms)
      wakeDue()
      happened()
    },
    enter: () => {
      inHand++
      events++
    },
    leave: () => {
      inHand--
      happened()
    }
  }
}
