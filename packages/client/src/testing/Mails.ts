/**
 * Sends the mails of a test server, at the call of a test, to the test. The code of the service decides what it sends, and to whom.
 */
import type { Memory } from "@partner-api/service/store/memory/Memory"
import { sendDue } from "@partner-api/service/testing/MemoryMails"
import { clockOf } from "@partner-api/service/testing/MemoryService"
import type { ServerClock } from "./Clock.ts"
import type { TestMail } from "./TestServer.ts"

/** Makes the function that sends what is due. */
export const mailsOf =
  ({ clock, memory }: { readonly memory: Memory["Service"]; readonly clock: ServerClock }) =>
  async (): Promise<ReadonlyArray<TestMail>> => {
    clock.enter()
    try {
      return await sendDue({ memory, clock: clockOf(clock) })
    } finally {
      clock.leave()
    }
  }
