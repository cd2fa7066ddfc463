/**
 * The queue for the write lock: one holder at a time, in the order of the requests. Knows no process and no database.
 */
import { makeWriteLock } from "../WriteLock.ts"

/** The owner of the locks of the process with the queue; workers count from 1. */
const self = 0

/** A request for the lock, under a number of its owner. */
interface Waiting {
  readonly owner: number
  readonly turn: number
  /** Gives the lock. */
  readonly give: () => void
}

export const makeWriteLockQueue = () => {
  /** The first one holds the lock. */
  let waiting: ReadonlyArray<Waiting> = []

  /** Removes requests, and gives the lock to the next one where its holder was among them. */
  const remove = (isGone: (one: Waiting) => boolean): void => {
    const [holder] = waiting
    waiting = waiting.filter((one) => !isGone(one))
    const [next] = waiting
    if (next !== undefined && next !== holder) next.give()
  }

  const want = (one: Waiting): void => {
    waiting = [...waiting, one]
    if (waiting.length === 1) one.give()
  }
  const end = (owner: number, turn: number): void => remove((one) => one.owner === owner && one.turn === turn)

  return {
    /** Requests the lock. */
    want,
    /** Releases the lock, or ends the wait for it. */
    end,
    /** Ends all requests of an owner that has gone. */
    leave: (owner: number): void => remove((one) => one.owner === owner),
    /** The lock of this process. */
    own: makeWriteLock(
      (turn, give) => want({ owner: self, turn, give }),
      (turn) => end(self, turn)
    )
  }
}

export type WriteLockQueue = ReturnType<typeof makeWriteLockQueue>
