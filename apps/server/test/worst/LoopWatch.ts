/**
 * Loaded into a server before its program: measures what requests take of it. A timer of a millisecond reads the processor time of the thread; what passes
 * between two of its turns is a piece of the event loop in which nobody else was served. Processor time, so that other load on the machine does not count.
 *
 * The test asks over the channel of the process: `begin` starts a measurement, `end` ends it once the server has nothing left to do, so that work which
 * follows an answer counts too. `control` measures the work of `Control.ts`.
 */
import { controlMs, threadUs } from "./Control.ts"

const tickMs = 1

/** The server has nothing to do after this many ticks of less than {@link idleUs} each. */
const idleTicks = 25
const idleUs = 250

const processUs = (): number => {
  const { system, user } = process.cpuUsage()
  return system + user
}

let lastUs = threadUs()
let longestUs = 0
let beganUs = processUs()
let busyUs = beganUs
let ticksIdle = 0
let isEnding = false

/** Counts what the thread has done since the last look. */
const look = () => {
  const nowUs = threadUs()
  const pieceUs = nowUs - lastUs
  lastUs = nowUs
  if (pieceUs > longestUs) longestUs = pieceUs
  if (pieceUs < idleUs) {
    ticksIdle++
  } else {
    ticksIdle = 0
    busyUs = processUs()
  }
}

const tick = () => {
  look()
  if (!isEnding || ticksIdle < idleTicks) return
  isEnding = false
  process.send?.({ cpuMs: (busyUs - beganUs) / 1_000, pieceMs: longestUs / 1_000 })
}

process.on("message", (command) => {
  look()
  if (command === "control") {
    process.send?.({ controlMs: controlMs() })
  }
  if (command === "begin") {
    longestUs = 0
    ticksIdle = 0
    beganUs = processUs()
    busyUs = beganUs
    process.send?.("begun")
  }
  if (command === "end") {
    // What is cheap leaves no busy tick behind.
    busyUs = Math.max(busyUs, processUs())
    isEnding = true
  }
})
// The channel and the timer keep no server alive.
process.channel?.unref()
setInterval(tick, tickMs).unref()
