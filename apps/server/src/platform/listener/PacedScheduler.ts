/**
 * The scheduler of what serves requests: fibers that have yielded go on for some milliseconds, then the event loop looks for other requests. Node
 * would continue all of them in one turn of the event loop, so a request of somebody else would wait for a piece of each request under way.
 *
 * Decides when fibers go on, in the order in which they yielded. Where a fiber yields is a matter of what it does.
 */
import * as Scheduler from "effect/Scheduler"

/**
 * How long fibers go on before the event loop looks for requests. A piece of a request takes at most 10 ms; after one of 5 ms another one would
 * make others wait for twice as long.
 */
const turnMs = 5

/** A task that waits. It is empty once it is cancelled. */
interface Waiting {
  run: (() => void) | undefined
}

/** Runs tasks in turns of the event loop, for {@link turnMs} in each. */
export const makePacedImmediate = (
  nextTurn: (run: () => void) => unknown = setImmediate,
  now: () => number = () => performance.now()
): ((task: () => void) => () => void) => {
  let waiting: Array<Waiting> = []
  let isScheduled = false

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    nextTurn(runTurn)
  }

  const runTurn = () => {
    const tasks = waiting
    // What is added meanwhile runs in a later turn, as with `setImmediate`.
    waiting = []
    const endMs = now() + turnMs
    let done = 0
    do {
      tasks[done]?.run?.()
      done += 1
    } while (done < tasks.length && now() < endMs)
    waiting = done < tasks.length ? [...tasks.slice(done), ...waiting] : waiting
    isScheduled = false
    if (waiting.length > 0) schedule()
  }

  return (run) => {
    const task: Waiting = { run }
    waiting.push(task)
    schedule()
    return () => {
      task.run = undefined
    }
  }
}

/** One for the process, as the event loop is. */
export const pacedScheduler: Scheduler.Scheduler = new Scheduler.MixedScheduler("async", makePacedImmediate())
