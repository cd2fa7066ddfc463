/**
 * The faults that a test causes: of the network, of a machine between, and of the service, one after the other.
 */

/** An answer with JSON, as a fault may change it. */
export interface ChangeableAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body, parsed; undefined when it is no JSON. */
  readonly body: unknown
}

/**
 * The fault of one request.
 *
 * - `"refused"`: nobody listens; no byte was sent.
 * - `"reset"`: the connection ends before the request was handled.
 * - `"reset-after"`: the request is handled, then the answer is lost.
 * - `"hang"`: never answered, until the request is aborted. The clock may jump meanwhile.
 * - `{ status }`: refused without being handled, with the Error body that the contract has for the status (`error` chooses among
 *   several), or with a line of text where it has none.
 * - `{ html }`: a page in place of an answer, as proxies send it.
 * - `{ truncated }`: handled, but the connection ends in the middle of the answer.
 * - `{ body }`: these bytes in place of an answer. A stream can be read once: give a function where `times` is more than one.
 * - `{ redirect }`: to this address.
 * - `{ next }`: handled, but the address of the next page is this one.
 * - `{ delayMs }`: handled after this time of the clock.
 * - `{ change }`: handled, and the answer changed.
 */
export type Fault =
  | "refused"
  | "reset"
  | "reset-after"
  | "hang"
  | {
      readonly status: number
      readonly error?: string
      readonly retryAfterSeconds?: number
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly html: number }
  | { readonly truncated: true }
  | {
      readonly body: string | Uint8Array | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>)
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly redirect: string; readonly status?: number }
  | { readonly next: string | null }
  | { readonly delayMs: number }
  | { readonly change: (answer: ChangeableAnswer) => ChangeableAnswer }

/** The number of times that a fault occurs, and the number of requests of its operation that succeed before. */
export interface Often {
  readonly times?: number
  readonly skip?: number
}

/** The faults that a test has requested and that have not occurred yet. */
export interface Faults {
  readonly add: (operation: string, fault: Fault, often: Often) => void
  /** Takes the next fault of an operation out of the queue. */
  readonly take: (operation: string) => Fault | undefined
}

/** Stands for every operation. */
export const anyOperation = "*"

export const makeFaults = (): Faults => {
  const queue: Array<{ readonly operation: string; readonly fault: Fault; left: number; skip: number }> = []
  return {
    add: (operation, fault, { skip = 0, times = 1 }) => {
      if (times > 0) queue.push({ operation, fault, left: times, skip })
    },
    take: (operation) => {
      const index = queue.findIndex((entry) => entry.operation === operation || entry.operation === anyOperation)
      const entry = queue[index]
      if (entry === undefined) return undefined
      if (entry.skip > 0) {
        entry.skip--
        return undefined
      }
      entry.left--
      if (entry.left === 0) queue.splice(index, 1)
      return entry.fault
    }
  }
}
