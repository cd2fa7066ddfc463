/**
 * The tools of placements: what they show, what the human reads before a fall-off, and what is refused before anybody is asked (recruiting 8).
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "@partner-api/client"
import { createTestServer } from "@partner-api/client/testing"
import { type Human, jsonOf, says } from "../fixture/Clients.ts"
import { overHttp } from "./Product.ts"

const organization_id = "org_1"
const start_date = "2026-01-01"
const dayMs = 86_400_000

const options = {
  organizations: [
    {
      id: organization_id,
      name: "Engines",
      jobs: [{ id: "job_1", title: "Engineer", description: "", status: "OPEN" }],
      agencies: [
        {
          id: "agy_1",
          name: "Steam Talent",
          fees: {
            optimizedFee: false,
            customFees: [{ feeType: "FLAT_FEE" as const, currency: "CHF", feeCents: 900_000 }],
            guarantee: { days: 90, refund: "PRORATED" as const }
          }
        }
      ]
    }
  ]
}

/** A person who was hired and has started; a human answers. */
const start = async (answer: "accept" | "decline" = "accept") => {
  const server = createTestServer(options)
  const { applications, placements } = createClient(server.client()).organization(organization_id)
  const candidate = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }
  const { id } = await applications.submit({ job_id: "job_1", agency_id: "agy_1", candidate })
  for (const action of ["confirm", "keep", "advance"] as const) await applications.transition(id, { action })
  await applications.transition(id, { action: "hire", hire: { start_date, base_salary_cents: 1, currency: "EUR" } })
  server.clock.advance(2 * dayMs)
  await server.movePlacements()
  const [placement] = (await placements.list()).content
  const placement_id = placement?.id ?? ""
  const human: Human = { questions: [], answer: says(answer) }
  const way = await overHttp(server, "auto", human)
  const call = async (name: string, given: object = {}) =>
    jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...given } }))
  const settle = (step: Parameters<typeof placements.transition>[1]) => placements.transition(placement_id, step)
  return { call, human, placement_id, settle, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

describe("the tools of placements (recruiting 8)", () => {
  it("find and show what a hire became", async () => {
    await using run = await start()
    const { placements } = await run.call("find_placements", { status: "IN_GUARANTEE", settlement_status: "DUE" })
    assert.deepStrictEqual(placements, [
      {
        id: run.placement_id,
        candidate_name: "Grace Hopper",
        status: "IN_GUARANTEE",
        start_date,
        guarantee_ends_on: "2026-04-01",
        // The salary is in EUR.
        fee_amount: "9000.00 CHF",
        settlement: Object((await run.call("get_placement", { placement_id: run.placement_id }))["placement"])
          .settlement,
        application_id: Object(Object(placements)[0]).application_id
      }
    ])
    assert.deepStrictEqual((await run.call("find_placements", { status: "CANCELLED" }))["placements"], [])
  })

  it("find amounts that were paid with their currency", async () => {
    await using run = await start()
    await run.settle({ action: "settle", status: "INVOICED" })
    await run.settle({ action: "settle", status: "PAID" })
    const { placements } = await run.call("find_placements", { settlement_status: "PAID" })
    const { settlement } = Object(Object(placements)[0])
    assert.deepStrictEqual(settlement, { ...Object(settlement), status: "PAID", paid: "9000.00 CHF" })
    assert.notProperty(settlement, "paid_cents")
  })

  it("preview no refund of a fee that is void or not paid", async () => {
    await using run = await start()
    const given = { placement_id: run.placement_id, on: "2026-01-02", reason: "Left", mode: "preview" }
    const refund = async () => Object((await run.call("fall_off", given))["request"]).refund
    assert.strictEqual(await refund(), "none: the fee is not paid yet, and falls by 8900.00 CHF to 100.00 CHF")
    await run.settle({ action: "settle", status: "VOID", reason: "Agreed by both sides" })
    assert.strictEqual(await refund(), "none: the settlement is VOID, and nothing is owed")
  })

  it("record a fall-off once a human has read who left, when, and what is owed back", async () => {
    await using run = await start()
    await run.settle({ action: "settle", status: "INVOICED" })
    await run.settle({ action: "settle", status: "PAID" })
    const given = {
      placement_id: run.placement_id,
      on: "2026-01-02",
      reason: "Left for another company",
      mode: "apply"
    }
    const done = await run.call("fall_off", given)
    assert.strictEqual(done["status"], "fell_off")
    assert.deepInclude(Object(done["placement"]), { status: "FELL_OFF", refund_cents: 890_000 })
    const [question = ""] = run.human.questions
    for (const text of [
      "Grace Hopper",
      "Steam Talent (agy_1)",
      "2026-01-02",
      'refund: `"8900.00 CHF"`',
      "Left for another company"
    ]) {
      assert.include(question, text)
    }
  })

  it("refuse a day outside of the guarantee before anybody is asked, and do nothing where the human declines", async () => {
    await using run = await start("decline")
    const given = { placement_id: run.placement_id, reason: "Left", mode: "apply" }
    const refused = await run.call("fall_off", { ...given, on: "2025-12-31" })
    assert.deepInclude(refused, { error: "invalid_transition", outcome: "not_sent" })
    assert.lengthOf(run.human.questions, 0)
    assert.strictEqual((await run.call("fall_off", { ...given, on: "2026-01-02" }))["status"], "declined")
    const shown = await run.call("get_placement", { placement_id: run.placement_id })
    assert.deepInclude(Object(shown["placement"]), { status: "IN_GUARANTEE" })
  })
})
