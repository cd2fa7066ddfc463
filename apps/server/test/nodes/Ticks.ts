/**
 * The pace of a load: callers that begin something at each tick, and not as fast as they can.
 */

/** Starts ticks. Start them with `using`, which ends them and lets everybody go on. */
export const startTicks = (everyMs: number) => {
  const waiting: Array<() => void> = []
  const tick = () => waiting.splice(0).forEach((goOn) => goOn())
  const timer = setInterval(tick, everyMs)
  return {
    next: (): Promise<void> => new Promise((resolve) => void waiting.push(resolve)),
    [Symbol.dispose]: () => {
      clearInterval(timer)
      tick()
    }
  }
}
