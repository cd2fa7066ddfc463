/**
 * A later clock for a program of a test: a lease of a process that was killed, or is stopped, is over then, and nobody waits for it.
 */

/** A lease of a delivery holds for thirty seconds. */
export const afterLeaseMs = 31_000

/** The arguments of node that put the clock of a program on. */
export const laterBy = (milliseconds: number): ReadonlyArray<string> => [
  "--import",
  `data:text/javascript,const now=Date.now;Date.now=()=>now()+${milliseconds}`
]
