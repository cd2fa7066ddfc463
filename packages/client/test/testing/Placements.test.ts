import { assert, describe, it } from "vitest"
import { createClient } from "../../src/index.ts"
import { createTestServer, type TestServerOptions } from "../../src/testing.ts"

const at = "2025-12-01T08:00:00.000Z"
const fees = {
  optimizedFee: true,
  customFees: [],
  guarantee: { days: 20, refund: "FULL" as const },
  paymentTermsDays: 14
}
const person = { first_name: "Grace", last_name: "Hopper" }

/** A hire of a seed with a start, under terms with a guarantee. */
const hired = (id: string, start_date: string) => ({
  id,
  job_id: "job_1",
  agency_id: "agy_1",
  candidate: { ...person, email: `${id}@example.com` },
  state: "HIRED",
  state_entered_at: at,
  terms: { fees, binding: "AT_CONFIRMATION", agreed_at: at },
  hire: { start_date, base_salary_cents: 7_200_000, currency: "EUR", fee: { feeType: "OPTIMIZED_FEE" as const } },
  version: 6,
  created_at: at,
  updated_at: at
})

const organization = {
  id: "org_1",
  name: "Engines",
  jobs: [{ id: "job_1", title: "Engineer", description: "", status: "OPEN" }],
  agencies: [
    { id: "agy_1", name: "Steam Talent" },
    { id: "agy_2", name: "Rival" }
  ]
}
const startMs = Date.parse("2026-01-10T12:00:00Z")
const open = (options: TestServerOptions) => {
  const server = createTestServer({ startMs, ...options })
  return { server, org: createClient(server.client()).organization("org_1") }
}

describe("the hires of a seed (recruiting 8)", () => {
  it("have placements with their terms, as these stand at the time of the clock", async () => {
    const applications = [
      hired("app_1", "2026-02-01"),
      hired("app_2", "2026-01-01"),
      hired("app_3", "2025-12-10"),
      { ...hired("app_4", "2026-02-01"), state: "WITHDRAWN" }
    ]
    const { org } = open({ organizations: [{ ...organization, applications }] })
    const { content } = await org.placements.list()
    assert.deepStrictEqual(
      content.map(({ id, settlement, status }) => [id, status, settlement?.status]),
      [
        ["plc_1", "AWAITING_START", "NOT_DUE"],
        ["plc_2", "IN_GUARANTEE", "DUE"],
        ["plc_3", "COMPLETED", "DUE"]
      ]
    )
    const { application_id, candidate_name, guarantee, settlement } = await org.placements.get("plc_2")
    assert.deepStrictEqual(
      [application_id, candidate_name, guarantee, settlement?.due_on],
      ["app_2", "Grace Hopper", fees.guarantee, "2026-01-15"]
    )
  })

  it("keep their persons for their agencies as long as these say (recruiting 7)", async () => {
    const applications = [hired("app_1", "2026-01-01")]
    const settings = { ownership_days: 0, agency_access: "ALL" }
    const { org, server } = open({ organizations: [{ ...organization, settings, applications }] })
    const candidate = { ...person, email: "app_1@example.com" }
    const submit = () => org.applications.submit({ job_id: "job_1", agency_id: "agy_2", candidate })
    const refused: unknown = await submit().catch((error: unknown) => error)
    assert.match(String(refused), /owns the job/)
    server.clock.advance(20 * 86_400_000)
    await server.movePlacements()
    const { id } = await submit()
    assert.strictEqual((await org.applications.transition(id, { action: "confirm" })).state, "AWAITING_SORT")
  })

  it("have none where a function makes them", async () => {
    const applications = { count: 1, item: () => hired("app_1", "2026-01-01") }
    const { org } = open({ organizations: [{ ...organization, applications }] })
    assert.deepStrictEqual((await org.placements.list()).content, [])
  })
})
