/**
 * A thread that reads one address over one connection, again and again, and times each answer. Its data says what it reads, its one message what it has
 * seen.
 */
import { parentPort, workerData } from "node:worker_threads"
import { connect } from "../../test/worst/Load.ts"

/** The bystander pauses this long between two requests: it is no load of its own. */
const pauseMs = 4

/** What it reads, and for how long. */
export interface Look {
  readonly port: number
  readonly path: string
  readonly token: string
  readonly seconds: number
}

/** What it has seen. */
export interface Seen {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly statuses: Readonly<Record<string, number>>
}

/** Reads one job again and again over one connection, and times each answer. */
const look = async ({ path, port, seconds, token }: Look): Promise<Seen> => {
  using connection = connect(port)
  const request = { method: "GET", path, headers: { authorization: `Bearer ${token}` }, body: undefined }
  const durations: Array<number> = []
  const statuses: Record<string, number> = {}
  const endMs = performance.now() + seconds * 1_000
  while (performance.now() < endMs) {
    const beganMs = performance.now()
    const { status } = await connection.send(request)
    durations.push(performance.now() - beganMs)
    statuses[status] = (statuses[status] ?? 0) + 1
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
    })
  }
  const sorted = durations.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), statuses }
}

const asked: Look | undefined = workerData ?? undefined
const port = parentPort
if (port !== null && asked !== undefined) void look(asked).then((seen) => port.postMessage(seen))
