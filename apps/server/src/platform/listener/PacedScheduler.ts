/**
 * The scheduler of requests. It continues fibers that have yielded for {@link turnMs}, in the order in which they yielded; then the event loop reads other
 * requests. Node would continue all of them in one turn of the event loop, so a new request would wait for a piece of each request under way.
 *
 * Fibers decide themselves where they yield.
 */
import * as Scheduler from "effect/Scheduler"

/**
 * The time that fibers go on before the event loop looks for requests. A piece of a request takes at most 10 ms; after one of 5 ms another one would
 * make others wait for twice as long.
 */
const turnMs = 5

/** A task that waits; without a function once it is cancelled. */
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
    // A task that is added during the turn runs in a later one, as with `setImmediate`.
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

/** The scheduler of the process, which has one event loop. */
export const pacedScheduler: Scheduler.Scheduler = new Scheduler.MixedScheduler("async", makePacedImmediate())
