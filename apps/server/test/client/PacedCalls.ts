/**
 * Programs of a partner that make more calls than the limit lets through at once, with the client library over a socket: how many requests
 * they needed, and how long it took beside what the limit asks.
 */
import { createClient, type PartnerClient } from "@partner-api/client"
import { temporaryFolder } from "../TestServer.ts"
import { startServerProcess } from "../faults/ServerProcess.ts"

/** What a program did. */
interface Ran {
  /** Requests with tokens and discovery, for each call. */
  readonly requestsPerCall: number
  /** The time it took, as a multiple of what the limit asks. */
  readonly ofAllowed: number
}

/** A limit, and how much is asked of it. */
export interface Load {
  readonly perSecond: number
  readonly burst: number
  readonly reads: number
  readonly writes: number
  readonly workers: number
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Runs both programs against a server of its own for each. A call that fails fails the program. */
export const runPrograms = async ({ burst, perSecond, reads, workers, writes }: Load) => {
  const run = async (calls: number, program: (partner: PartnerClient) => Promise<unknown>): Promise<Ran> => {
    using folder = temporaryFolder()
    await using server = await startServerProcess({
      command: "sandbox",
      databaseFile: folder.file("pace.db"),
      settings: { RATE_LIMIT_PER_SECOND: String(perSecond), RATE_LIMIT_BURST: String(burst) }
    })
    let requests = 0
    const partner = createClient({
      baseUrl: `http://127.0.0.1:${server.port}`,
      clientId: "sandbox-client",
      clientSecret: "sandbox-secret",
      fetch: (input, init) => {
        requests += 1
        return fetch(input, init)
      }
    })
    const startMs = performance.now()
    await program(partner)
    const allowedMs = ((calls - burst) / perSecond) * 1_000
    return { requestsPerCall: requests / calls, ofAllowed: (performance.now() - startMs) / allowedMs }
  }
  return {
    /** All reads at once. */
    reads: await run(reads, (partner) => {
      const { jobs } = partner.organization("org_acme")
      return Promise.all(many(reads).map((index) => jobs.get(`job_${String((index % 250) + 1).padStart(8, "0")}`)))
    }),
    /** Writes by workers, each of which awaits its call. */
    writes: await run(writes, (partner) => {
      const { users } = partner.organization("org_acme")
      const numbers = many(writes).values()
      const work = async () => {
        for (const index of numbers) {
          await users.create({ first_name: "Ada", last_name: "King", email: `ada.king.${index}@example.com` })
        }
      }
      return Promise.all(many(workers).map(work))
    })
  }
}
