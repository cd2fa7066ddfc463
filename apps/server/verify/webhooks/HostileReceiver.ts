/**
 * Receivers of webhooks in a process of its own: those of a hostile client, which cost their sender as much as they can, and that of a
 * bystander, which records when each request arrives. The first part of a path names the behaviour (`HostileReceiverProgram.ts`).
 */
import * as ChildProcess from "node:child_process"
import * as Path from "node:path"

/** What a receiver does with a request. */
export type Behaviour =
  /** Answers with 204. */
  | "prompt"
  /** Answers the first delivery with 503, and all others with 204. */
  | "once_busy"
  /** Answers with 404. */
  | "refusing"
  /** Never answers. */
  | "silent"
  /** Answers a `ping` with 204, and nothing else. */
  | "turncoat"
  /** Sends `103 Early Hints` without end. */
  | "early"

/** One request: when it came, in milliseconds since 1970, to which path, and its body. */
export interface Arrival {
  readonly atMs: number
  readonly path: string
  readonly body: string
}

/** What the program reports: its port once, each arrival, and the bytes that each connection took on which `103` was sent without end. */
export type ReceiverReport = { readonly port: number } | { readonly arrived: Arrival } | { readonly earlyBytes: number }

/** Starts the receivers. Start them with `await using`, which ends them. */
export const startHostileReceiver = async () => {
  const child = ChildProcess.fork(Path.join(import.meta.dirname, "HostileReceiverProgram.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  const arrivals: Array<Arrival> = []
  const earlyBytes: Array<number> = []
  const waiting = new Set<() => void>()
  const port = await new Promise<number>((resolve) => {
    child.on("message", (report: ReceiverReport) => {
      if ("port" in report) return resolve(report.port)
      if ("earlyBytes" in report) return void earlyBytes.push(report.earlyBytes)
      arrivals.push(report.arrived)
      for (const look of waiting) look()
    })
  })
  /** The first arrival that is as a test waits for. */
  const arrival = (isAwaited: (arrival: Arrival) => boolean): Promise<Arrival> =>
    new Promise((resolve) => {
      const look = () => {
        const found = arrivals.find(isAwaited)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  return {
    arrivals,
    earlyBytes,
    arrival,
    urlOf: (behaviour: Behaviour, name: string): string => `http://127.0.0.1:${port}/${behaviour}/${name}`,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
    }
  }
}
