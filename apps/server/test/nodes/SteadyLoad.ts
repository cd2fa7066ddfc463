/**
 * A steady load of reads and keyed writes from a client that repeats nothing: whatever has no success failed.
 */
import type { Answer } from "../HttpCall.ts"
import { addUser, type CallServer } from "./Partner.ts"

export interface LoadOptions {
  readonly call: CallServer
  readonly token: string
  readonly perSecond: number
}

/** Requests come one by one, as those of many callers do. */
const tickMs = 5

/** More than these under way are no steady load any more, on a machine that is busy with other work. */
const underWayMax = 100

/** One request in this number is a write. */
const writeEvery = 4

/** Starts a load. Start it with `using`, which ends it. */
export const startLoad = ({ call, token, perSecond }: LoadOptions) => {
  const startMs = performance.now()
  const pending = new Set<Promise<void>>()
  const failures: Array<string> = []
  const counts = { reads: 0, writes: 0, slowestMs: 0 }
  let sent = 0

  const send = async (): Promise<void> => {
    const isWrite = ++sent % writeEvery === 0
    const beganMs = performance.now()
    const answer: Answer | string = await (
      isWrite ? addUser(call, token, `load${sent}`) : call("GET", "/v1/users?limit=5", { token })
    ).catch((error: unknown) => String(error))
    counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - beganMs))
    if (isWrite) counts.writes++
    else counts.reads++
    const atMs = Math.round(beganMs - startMs)
    if (typeof answer === "string") failures.push(`${isWrite ? "write" : "read"} at ${atMs} ms: ${answer}`)
    else if (answer.status !== (isWrite ? 201 : 200)) failures.push(`at ${atMs} ms: ${answer.status} ${answer.text}`)
  }
  let begun = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startMs) * perSecond) / 1_000)
    for (; begun < due && pending.size < underWayMax; begun++) {
      const one: Promise<void> = send().finally(() => pending.delete(one))
      pending.add(one)
    }
  }, tickMs)

  return {
    counts,
    failures,
    /** Sends nothing more, and waits for all answers. */
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await Promise.all(pending)
    },
    [Symbol.dispose]: () => clearInterval(timer)
  }
}
