/**
 * Days of calls: no call fails, and no more tokens are fetched than their lives ask for.
 */
import { assert } from "vitest"
import { organizationOfJobs, partnership } from "../test/Partnership.ts"

/** Calls steadily on the virtual clock. */
export const callForDays = async (days: number, everySeconds: number): Promise<void> => {
  const calls = (days * 86_400) / everySeconds
  const { partner, server } = partnership({ organizations: [organizationOfJobs(1)] })
  const scoped = partner.organization("org_1")
  let succeeded = 0
  for (let call = 0; call < calls; call += 1) {
    succeeded += (await scoped.jobs.list({ limit: 1 })).count
    server.clock.advance(everySeconds * 1_000)
  }
  assert.strictEqual(succeeded, calls)
  // No refusal was even hidden by a second attempt.
  assert.strictEqual(server.count("jobs.list"), calls)
  assert.isAtMost(server.count("organizations.token"), days + 1)
  assert.isAtMost(server.count("oauth.token"), days + 1)
}
