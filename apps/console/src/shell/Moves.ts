/**
 * Whether the reader has gone from one page of the console to another since it was opened.
 */
let moved = false

/** Notes a move. */
export const noteMove = (): void => {
  moved = true
}

/** Whether there was one. */
export const hasMoved = (): boolean => moved
