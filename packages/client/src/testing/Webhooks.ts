/**
 * Delivers the webhooks of a test server, at the call of a test, to a function of the test. What is due, in which order and with which
 * signature is decided by the code of the service.
 */
import type { Memory } from "@partner-api/service/store/memory/Memory"
import { clockOf } from "@partner-api/service/testing/MemoryService"
import { deliverDue } from "@partner-api/service/testing/MemoryWebhooks"
import type { ServerClock } from "./Clock.ts"
import type { WebhookReceiver } from "./TestServer.ts"

interface Deliverer {
  readonly memory: Memory["Service"]
  readonly clock: ServerClock
  /** Waits for something that is not in the server's hands. */
  readonly aside: (answered: Promise<Response>) => Promise<Response>
}

const wrongReceiver = "deliverWebhooks takes a function from a Request to a Response, such as webhooks.handler({ … })"

/** As `fetch` fails: the connection did, and the service tries again. Anything else is a mistake of the test. */
const isConnectionFailure = (error: unknown): boolean => error instanceof TypeError

/** Makes the function that delivers what is due. */
export const webhooksOf =
  ({ aside, clock, memory }: Deliverer) =>
  async (receive: WebhookReceiver): Promise<void> => {
    if (typeof receive !== "function") throw new TypeError(`${wrongReceiver}.`)
    const mistakes: Array<unknown> = []
    const answerOf = async (request: Request): Promise<Response> => {
      const answer: unknown = await receive(request)
      if (answer instanceof Response) return answer
      throw new Error(`${wrongReceiver}. The function gave ${answer === null ? "null" : typeof answer}.`)
    }
    const deliver = (request: Request) =>
      aside(answerOf(request)).catch((error: unknown) => {
        if (!isConnectionFailure(error)) mistakes.push(error)
        throw error
      })
    clock.enter()
    try {
      await deliverDue({ memory, clock: clockOf(clock) }, deliver)
    } finally {
      clock.leave()
    }
    if (mistakes.length > 0) throw mistakes[0]
  }
