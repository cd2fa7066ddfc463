/**
 * A call in progress: a promise of its data, and of its response.
 *
 * The call starts before you get the promise, as with `fetch`. Awaiting it twice sends it once.
 */
import type { WithResponse } from "../core/CallResponse.ts"

/** A promise of `Data`; `withResponse()` gives the response as well. */
export interface PendingCall<Data> extends Promise<Data> {
  /** The data with the status, headers and body of the response. */
  withResponse(): Promise<WithResponse<Data>>
}

/** Makes a call of a promise of its data and response. */
export const pendingCall = <Data>(answer: Promise<WithResponse<Data>>): PendingCall<Data> => {
  // Derived on demand: a second promise that nobody handles would be a second unhandled rejection.
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
