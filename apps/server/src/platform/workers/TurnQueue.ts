/**
 * Who may write: one at a time, in the order in which they came. Knows no process and no database.
 */
import { makeHoldTurn } from "../WriteTurn.ts"

/** The owner of the turns of the process that has the queue; workers count from 1. */
const self = 0

/** Somebody who wants a turn, by a name that is its own. */
interface Waiting {
  readonly owner: number
  readonly turn: number
  /** Tells that the turn has come. */
  readonly give: () => void
}

export const makeTurnQueue = () => {
  /** The first of them has its turn. */
  let waiting: ReadonlyArray<Waiting> = []

  /** Leaves some out, and gives the turn to the first one where it was theirs. */
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
    /** Asks for a turn. */
    want,
    /** Ends a turn, or the wait for it. */
    end,
    /** Ends whatever an owner has asked for: it is gone. */
    leave: (owner: number): void => remove((one) => one.owner === owner),
    /** Turns of this process. */
    own: makeHoldTurn(
      (turn, give) => want({ owner: self, turn, give }),
      (turn) => end(self, turn)
    )
  }
}

export type TurnQueue = ReturnType<typeof makeTurnQueue>
