/**
 * What is deprecated is reported once for each method (recruiting 12): to the hook, else as one warning of the process.
 */
import { assert, describe, it } from "vitest"
import { createTestServer, type TestServerOptions } from "../src/testing.ts"
import type { ClientLogger, DeprecatedCall } from "../src/index.ts"
import { createClient } from "../src/index.ts"
import { organizationOfJobs, partnership } from "./Partnership.ts"

const page = "https://api.example.com/docs#description/deprecations"
const headers = {
  Deprecation: "@1795824000",
  Sunset: "Fri, 31 Dec 2027 00:00:00 GMT",
  Link: `<${page}>; rel="deprecation"; type="text/html"; title="call \`jobs.list\`"`
}
const job = { id: "job_1", title: "Engineer", description: "", status: "OPEN" }

/** A logger that keeps its warnings. */
const recorder = () => {
  const lines: Array<string> = []
  const none = () => {}
  const logger: ClientLogger = { debug: none, info: none, error: none, warn: (message) => void lines.push(message) }
  return { lines, logger }
}

describe("a method that the service answers as deprecated", () => {
  it("is reported to the hook once, with its dates and what to do", async () => {
    const calls: Array<DeprecatedCall> = []
    const { lines, logger } = recorder()
    const { partner, server } = partnership({}, { logger, onDeprecation: (call) => void calls.push(call) })
    server.answer("jobs.get", () => ({ body: job, headers }))
    const { jobs } = partner.organization("org_1")
    await jobs.get("job_1")
    await jobs.get("job_1")
    await jobs.list()
    assert.deepStrictEqual(calls, [
      {
        operation: "jobs.get",
        since: "2026-11-28",
        sunset: "2027-12-31",
        replacements: ["call `jobs.list`"],
        page
      }
    ])
    assert.deepStrictEqual(lines, [])
  })

  it("is one warning of the process without a hook, whatever the number of calls and clients", async () => {
    const { lines, logger } = recorder()
    const server = createTestServer({ organizations: [organizationOfJobs(1)] })
    server.answer("jobs.get", () => ({ body: job, headers }))
    for (const client of [1, 2].map(() => createClient({ ...server.client(), logger }))) {
      for (const id of ["job_1", "job_2"]) await client.organization("org_1").jobs.get(id)
    }
    assert.deepStrictEqual(lines, [
      `partner-api: jobs.get uses what is deprecated since 2026-11-28 and may be gone from 2027-12-31 on: call \`jobs.list\`. See ${page}`
    ])
  })

  it("is no failure, and neither is a hook that fails", async () => {
    const { partner, server } = partnership(
      {},
      {
        onDeprecation: () => {
          throw new Error("The hook fails.")
        }
      }
    )
    server.answer("jobs.get", () => ({ body: job, headers }))
    assert.strictEqual((await partner.organization("org_1").jobs.get("job_1")).id, "job_1")
  })

  it("is not logged below warnings", async () => {
    const { lines, logger } = recorder()
    const { partner, server } = partnership({}, { logger, logLevel: "error" })
    server.answer("users.get", () => ({ body: { id: "usr_1" }, headers }))
    await partner
      .organization("org_1")
      .users.get("usr_1")
      .then(
        () => undefined,
        () => undefined
      )
    assert.deepStrictEqual(lines, [])
  })
})

/** An organization whose agency has a fee, and an application that can be hired. */
const recordedAt = { created_at: "2026-01-31T09:30:00.000Z", updated_at: "2026-01-31T09:30:00.000Z" }
const share = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 } as const
const interviewed: TestServerOptions = {
  organizations: [
    {
      id: "org_1",
      name: "Analytical Engines",
      jobs: [{ id: "job_1", title: "Engineer", description: "", status: "OPEN", ...recordedAt }],
      agencies: [{ id: "agy_1", name: "Good Hands", fees: { optimizedFee: false, customFees: [share] } }],
      applications: ["app_1", "app_2"].map((id) => ({
        id,
        job_id: "job_1",
        agency_id: "agy_1",
        candidate: { first_name: "Grace", last_name: "Hopper", email: `${id}@example.com` },
        state: "INTERVIEWING",
        state_entered_at: recordedAt.created_at,
        version: 4,
        ...recordedAt
      }))
    }
  ]
}

describe("hire.custom_fee", () => {
  it("is reported by the server for tests as by the service, and expected_fee is not", async () => {
    const calls: Array<DeprecatedCall> = []
    const { partner } = partnership(interviewed, { onDeprecation: (call) => void calls.push(call) })
    const { applications } = partner.organization("org_1")
    const hire = { start_date: new Date().toISOString().slice(0, 10), base_salary_cents: 7_200_000, currency: "EUR" }
    await applications.transition("app_1", { action: "hire", hire: { ...hire, expected_fee: share } })
    assert.deepStrictEqual(calls, [])
    await applications.transition("app_2", { action: "hire", hire: { ...hire, custom_fee: 0 } })
    assert.deepStrictEqual(
      calls.map(({ operation, replacements }) => [operation, replacements]),
      [["applications.transition", ["send `expected_fee`"]]]
    )
  })
})
