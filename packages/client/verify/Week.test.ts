/**
 * Seven days at a call a second, which takes minutes: no call fails, and no more tokens are fetched than their lives ask for.
 */
import { assert, it } from "vitest"
import { organizationOfJobs, partnership } from "../test/Partnership.ts"

const days = 7

it("seven days at a call a second", async () => {
  const { partner, server } = partnership({ organizations: [organizationOfJobs(1)] })
  const scoped = partner.organization("org_1")
  let succeeded = 0
  for (let second = 0; second < days * 86_400; second += 1) {
    succeeded += (await scoped.jobs.list({ limit: 1 })).count
    server.clock.advance(1_000)
  }
  assert.strictEqual(succeeded, days * 86_400)
  // No refusal was even hidden by a second attempt.
  assert.strictEqual(server.count("jobs.list"), days * 86_400)
  assert.isAtMost(server.count("organizations.token"), days + 1)
  assert.isAtMost(server.count("oauth.token"), days + 1)
})
