/**
 * A receiver of webhooks in a process of its own, as a test sees it: waits for arrivals, and returns what has arrived.
 */
import * as ChildProcess from "node:child_process"
import * as Path from "node:path"

/** An order to the receiver. A wait for a number of arrivals, or of different ones, is answered when they are there. */
export type SinkOrder =
  | { readonly arrivals: number }
  | { readonly distinct: number }
  | { readonly report: true }
  | { readonly forget: number }
  | { readonly hold: boolean }
  | { readonly release: number }
  | { readonly releaseFirst: number }

/** What came to one endpoint: each event once, in the order of their first arrivals. */
interface EndpointArrivals {
  readonly first: ReadonlyArray<string>
  /** The arrivals of events that had come before. */
  readonly repeats: number
  /** The requests that came while another one was not answered yet. */
  readonly overlaps: number
}

export type Arrivals = Readonly<Record<string, EndpointArrivals>>

/** A message of the receiver. */
export type SinkMessage =
  | { readonly port: number }
  | { readonly pinged: string }
  | { readonly reached: number }
  | { readonly report: Arrivals }

/** Starts a receiver. Start it with `await using`, which ends it. */
export const startSinkProcess = async () => {
  const child = ChildProcess.fork(Path.join(import.meta.dirname, "SinkProgram.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  const waiting = new Set<(message: SinkMessage) => void>()
  let pings = 0
  child.on("message", (message: SinkMessage) => {
    if ("pinged" in message) pings += 1
    for (const look of waiting) look(message)
  })
  /** The next thing reported that is what a test waits for. */
  const receive = <A>(read: (message: SinkMessage) => A | undefined): Promise<A> =>
    new Promise((resolve) => {
      const look = (message: SinkMessage) => {
        const found = read(message)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
    })
  const call = <A>(order: SinkOrder, read: (message: SinkMessage) => A | undefined): Promise<A> => {
    const received = receive(read)
    child.send(order)
    return received
  }
  const reached = (order: SinkOrder) => call(order, (message) => ("reached" in message ? message.reached : undefined))
  const port = await receive((message) => ("port" in message ? message.port : undefined))
  return {
    urlOf: (name: string): string => `http://127.0.0.1:${port}/hook/${name}`,
    /** Waits until this number of `ping`s has come. */
    pinged: (count: number): Promise<unknown> =>
      pings >= count ? Promise.resolve() : receive(() => (pings >= count ? pings : undefined)),
    /** Waits for this number of arrivals of events, and returns how many there are. */
    arrivals: (count: number) => reached({ arrivals: count }),
    /** Waits until this number has come, each event of each endpoint counted once. */
    distinct: (count: number) => reached({ distinct: count }),
    report: () => call({ report: true }, (message) => ("report" in message ? message.report : undefined)),
    /** Does not remember the event that comes as this one in a row: the control of checks that count. */
    forget: (nth: number): void => void child.send({ forget: nth }),
    /** Answers nothing until it is released. */
    hold: (holds: boolean): void => void child.send({ hold: holds }),
    /** Answers with a status the first request that was held. */
    releaseFirst: (status: number): void => void child.send({ releaseFirst: status }),
    /** Answers with a status what was held. */
    release: (status: number): void => void child.send({ release: status }),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
    }
  }
}
