/**
 * Requests at a steady rate, timed one by one. Runs in the test, or in a thread of its own for a load that must not slow the one that
 * is measured.
 */
import * as Http from "node:http"
import { parentPort, Worker, workerData } from "node:worker_threads"

export interface PaceOptions {
  readonly port: number
  readonly path: string
  readonly token: string
  readonly perSecond: number
  readonly seconds: number
}

/** What a steady load has seen. */
export interface PaceReport {
  readonly statuses: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** Requests come one by one, as those of many callers do, and not in waves: not even when this process was held up. */
const tickMs = 1
const perTickMax = 3

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 100) / 100

/** Sends `perSecond` requests a second for the given seconds, then waits for all answers. */
export const runPace = ({ port, path, token, perSecond, seconds }: PaceOptions): Promise<PaceReport> => {
  const agent = new Http.Agent({ keepAlive: true, maxSockets: 64 })
  const statuses: Record<string, number> = {}
  const durations: Array<number> = []
  const send = (): Promise<void> =>
    new Promise((resolve) => {
      const startMs = performance.now()
      const tell = (status: string) => {
        durations.push(performance.now() - startMs)
        statuses[status] = (statuses[status] ?? 0) + 1
        resolve()
      }
      const headers = { authorization: `Bearer ${token}` }
      Http.get({ agent, host: "127.0.0.1", port, path, headers }, (incoming) => {
        incoming.resume()
        incoming.on("end", () => tell(String(incoming.statusCode)))
      }).on("error", (error) => tell(error.message))
    })
  const startMs = performance.now()
  return new Promise((resolve) => {
    const pending: Array<Promise<void>> = []
    const total = perSecond * seconds
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - startMs) * perSecond) / 1_000))
      for (let sent = 0; pending.length < due && sent < perTickMax; sent++) pending.push(send())
      if (pending.length < total) return
      clearInterval(timer)
      void Promise.all(pending).then(() => {
        agent.destroy()
        const sorted = durations.toSorted((left, right) => left - right)
        resolve({
          statuses,
          p50Ms: percentile(sorted, 0.5),
          p99Ms: percentile(sorted, 0.99),
          maxMs: percentile(sorted, 1)
        })
      })
    }, tickMs)
  })
}

/** Runs a steady load in a thread of its own. */
export const paceInThread = (options: PaceOptions): Promise<PaceReport> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { options } })
    worker.on("message", resolve)
    worker.on("error", reject)
  })

/** The most rounds of a measurement. */
const roundsMax = 3

/**
 * Measures until a round is good, three times at most, and gives the last one. The machine may stand still for longer than a bound in one
 * round; what is slow in the server is slow in each.
 */
export const goodRound = async <A>(measure: () => Promise<A>, isGood: (seen: A) => boolean): Promise<A> => {
  for (let round = 1; ; round++) {
    const seen = await measure()
    if (round === roundsMax || isGood(seen)) return seen
    console.log(`round ${round}: ${JSON.stringify(seen)}`)
  }
}

// As a thread: its options are its data, its report is its one message.
if (parentPort !== null) {
  const port = parentPort
  const { options }: { readonly options?: PaceOptions } = workerData ?? {}
  if (options !== undefined) void runPace(options).then((report) => port.postMessage(report))
}
