/**
 * A partner who brings its users over never meets the cost of requests (decisions, Limits), at the default limit of the service. In the time of a
 * virtual clock, so that only the limit takes time. `LongList.test.ts` does the same for a walk of a million jobs.
 */
import { assert, it } from "vitest"
import { partnership } from "../../test/Partnership.ts"

const rateLimit = { perSecond: 50, burst: 200 }

/** The number of answers that refuse a request for its rate. */
const refusedAmong = (events: ReturnType<typeof partnership>["events"]): number =>
  events.filter((event) => event.type === "request_ended" && event.status === 429).length

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

it("an import of 2,000 users by eight workers is never refused (decisions, Limits)", async () => {
  const { events, partner } = partnership({ rateLimit, organizations: [{ id: "org_1", name: "Analytical Engines" }] })
  const { users } = partner.organization("org_1")
  const numbers = many(2_000).values()
  const work = async () => {
    for (const index of numbers) {
      await users.create({ first_name: "Ada", last_name: "King", email: `ada.king.${index}@example.com` })
    }
  }
  await Promise.all(many(8).map(work))
  assert.strictEqual(refusedAmong(events), 0)
})
