/**
 * The number of workers that may end in some time. One that ends now and then is replaced; when they keep ending, something is wrong that no new one repairs.
 */

/** A fault that ends every worker soon after its start is reported within seconds; rare faults of single requests restart a worker each. */
export const endsMax = 5
export const endsWindowMs = 60_000

/** Decides at each end whether another worker may be started. */
export const makeRestartBudget = () => {
  let endsMs: ReadonlyArray<number> = []
  return (nowMs: number): boolean => {
    endsMs = [...endsMs.filter((atMs) => atMs > nowMs - endsWindowMs), nowMs]
    return endsMs.length <= endsMax
  }
}
