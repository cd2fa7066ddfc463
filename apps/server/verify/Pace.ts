/**
 * Requests at a steady rate, timed one by one. Runs in the test, or in a thread of its own for a load that must not slow the one that
 * is measured.
 */
import * as Http from "node:http"
import { parentPort, Worker, workerData } from "node:worker_threads"

interface Requests {
  readonly port: number
  readonly path: string
  readonly token: string
  readonly perSecond: number
}

export interface PaceOptions extends Requests {
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

const connectionsMax = 64

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 100) / 100

/** Makes a request whose answer is of no interest beyond its status, or the failure in its place. */
const request = (agent: Http.Agent, { path, port, token }: Requests): Promise<string> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` }
    Http.get({ agent, host: "127.0.0.1", port, path, headers }, (incoming) => {
      incoming.resume()
      incoming.on("end", () => resolve(String(incoming.statusCode)))
    }).on("error", (error) => resolve(error.message))
  })

const makeAgent = () => new Http.Agent({ keepAlive: true, maxSockets: connectionsMax })

/** Sends `perSecond` requests a second for the given seconds, then waits for all answers. */
const pace = (agent: Http.Agent, options: PaceOptions): Promise<PaceReport> => {
  const { perSecond, seconds } = options
  const statuses: Record<string, number> = {}
  const durations: Array<number> = []
  const send = async (): Promise<void> => {
    const startMs = performance.now()
    const status = await request(agent, options)
    durations.push(performance.now() - startMs)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
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

/** Runs a steady load, on connections of its own. */
export const runPace = async (options: PaceOptions): Promise<PaceReport> => {
  const agent = makeAgent()
  const report = await pace(agent, options)
  agent.destroy()
  return report
}

/** A steady load in a thread, whose connections are open before it begins, as those of a program that has run for a while are. */
export interface KeptPace {
  readonly run: (seconds: number) => Promise<PaceReport>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Starts a thread for steady loads one after the other. */
export const keepPace = async (requests: Requests): Promise<KeptPace> => {
  const worker = new Worker(new URL(import.meta.url), { workerData: { requests } })
  const next = (): Promise<PaceReport> =>
    new Promise((resolve, reject) => {
      worker.once("error", reject)
      worker.once("message", (report: PaceReport) => {
        worker.off("error", reject)
        resolve(report)
      })
    })
  await next()
  return {
    run: (seconds) => {
      const report = next()
      worker.postMessage(seconds, [])
      return report
    },
    [Symbol.asyncDispose]: async () => void (await worker.terminate())
  }
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

// As a thread: its options are its data, its reports are its messages.
if (parentPort !== null) {
  const port = parentPort
  const { options, requests }: { readonly options?: PaceOptions; readonly requests?: Requests } = workerData ?? {}
  if (options !== undefined) void runPace(options).then((report) => port.postMessage(report))
  if (requests !== undefined) {
    const agent = makeAgent()
    port.on("message", (seconds: number) => {
      void pace(agent, { ...requests, seconds }).then((report) => port.postMessage(report))
    })
    const opened = Array.from({ length: connectionsMax }, () => request(agent, requests))
    void Promise.all(opened).then(() => port.postMessage("ready"))
  }
}
