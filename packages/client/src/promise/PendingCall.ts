/**
 * A call that is under way: a promise of its data, and of the answer behind it.
 *
 * It has been sent when you get it, like the promise of `fetch`. It does not repeat anything when it is awaited twice.
 */
import type { WithResponse } from "../core/CallResponse.ts"

/** A promise of `Data`; `withResponse()` gives the answer as well. */
export interface PendingCall<Data> extends Promise<Data> {
  /** The data together with status, headers and body of the answer. */
  withResponse(): Promise<WithResponse<Data>>
}

/** Makes one of a promise that has both. */
export const pendingCall = <Data>(answer: Promise<WithResponse<Data>>): PendingCall<Data> => {
  // Derived only when somebody asks for it: a promise nobody looks at must not count as an unhandled rejection a second time.
  const data = () => answer.then((both) => both.data)
  return {
    [Symbol.toStringTag]: "PendingCall",
    // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what it is for
    then: (onFulfilled, onRejected) => data().then(onFulfilled, onRejected),
    catch: (onRejected) => data().catch(onRejected),
    finally: (onFinally) => data().finally(onFinally),
    withResponse: () => answer
  }
}
