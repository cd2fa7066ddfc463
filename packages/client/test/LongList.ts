/**
 * Walks a list to its end and measures the heap on the way. Memory that grows is seen only after a collection: tests run with
 * `--expose-gc`.
 */
import { assert } from "vitest"
import type { ClientEvent } from "../src/core/ClientEvent.ts"
import { organizationOfJobs, partnership } from "./Partnership.ts"

const heapMb = (): number => {
  const { gc } = globalThis
  assert.isFunction(gc, "tests run with --expose-gc")
  gc?.()
  return process.memoryUsage().heapUsed / 1_048_576
}

/**
 * Walks a list of the given number of jobs at the default limit of the service: items, requests and refusals for the rate, and the growth of the
 * heap over its second half.
 */
export const walkLongList = async (jobsCount: number) => {
  let refused = 0
  const onEvent = (event: ClientEvent) => {
    if (event.type === "request_ended" && event.status === 429) refused += 1
  }
  const rateLimit = { perSecond: 50, burst: 200 }
  const { partner, server } = partnership({ rateLimit, organizations: [organizationOfJobs(jobsCount)] }, { onEvent })
  let items = 0
  let atFirst = 0
  let growthMb = 0
  for await (const _ of partner.organization("org_1").jobs.list()) {
    items += 1
    // By then the server remembers as many requests as it ever does.
    if (items === jobsCount / 2) atFirst = heapMb()
    if (items > jobsCount / 2 && items % (jobsCount / 10) === 0) growthMb = Math.max(growthMb, heapMb() - atFirst)
  }
  return { items, requests: server.count("jobs.list"), refused, growthMb }
}
