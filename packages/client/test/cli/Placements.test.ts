/**
 * `partner placements`, against a server (recruiting 8): lists, shows and moves on what a hire became, and prints before what an action would change.
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "../../src/index.ts"
import { runPartner, succeed } from "./Program.ts"
import { type Service, startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }
const run = (service: Service, ...args: ReadonlyArray<string>) =>
  succeed(service, ["placements", ...args], inOrganization)

/** The placement of a person who is hired. */
const hire = async ({ server }: Service, start_date: string, more: { readonly fee_base_cents?: number } = {}) => {
  const { applications, placements } = createClient(server.client()).organization("org_1")
  const candidate = { first_name: "Emmy", last_name: "Noether", email: "emmy@example.com" }
  const { id } = await applications.submit({ job_id: "job_1", agency_id: "agy_2", candidate })
  for (const action of ["confirm", "keep", "advance"] as const) await applications.transition(id, { action })
  await applications.transition(id, {
    action: "hire",
    hire: { start_date, base_salary_cents: 7_200_000, currency: "EUR", ...more }
  })
  const { content } = await placements.list({ application_id: id })
  return content[0]?.id ?? ""
}

/** The day on which the test server begins. */
const today = "2026-01-01"

describe("partner placements (recruiting 8)", () => {
  it("lists and shows placements, and what happened to one", async () => {
    await using service = await startService()
    const id = await hire(service, today)
    const list = (await run(service, "list", "--status", "AWAITING_START", "--settlement", "NOT_DUE")).stdout
    assert.match(list, new RegExp(`^${id} +Emmy Noether +AWAITING_START +${today} +NOT_DUE`, "m"))
    const { stdout } = await run(service, "show", id)
    assert.match(stdout, /^Person +Emmy Noether$/m)
    assert.match(stdout, /^Costs +5000.00 EUR$/m)
    assert.match((await run(service, "history", id)).stdout, /placement\.created +AWAITING_START NOT_DUE/)
  })

  it("with --dry-run shows what an action would change, and takes none", async () => {
    await using service = await startService()
    const id = await hire(service, today)
    const { stdout } = await run(service, "cancel", id, "--reason", "Left", "--dry-run", "--json")
    assert.deepStrictEqual(JSON.parse(stdout), {
      before: { status: "AWAITING_START", settlement_status: "NOT_DUE" },
      after: { status: "CANCELLED", settlement_status: "VOID" },
      request: { action: "cancel", reason: "Left" }
    })
    const refused = await runPartner(
      service,
      ["placements", "settle", id, "--status", "PAID", "--dry-run"],
      inOrganization
    )
    assert.include(refused.stderr, "cannot become PAID from NOT_DUE")
    assert.match((await run(service, "show", id)).stdout, /^Status +AWAITING_START$/m)
  })

  it("names no refund of a fee that is not paid, and the base of a fee that is not the salary", async () => {
    await using service = await startService()
    const { agencies } = createClient(service.server.client()).organization("org_1")
    await agencies.setFees("agy_2", {
      optimizedFee: false,
      customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }],
      guarantee: { days: 90, refund: "FULL" }
    })
    const id = await hire(service, today, { fee_base_cents: 1_000_000 })
    const shown = (await run(service, "show", id)).stdout
    assert.match(shown, /^Fee base +10000.00 EUR$/m)
    assert.match(shown, /^Costs +2000.00 EUR$/m)
    await run(service, "start", id)
    const left = ["fall-off", id, "--on", today, "--reason", "Left"]
    const unpaid = "Refund: none: the fee is not paid yet, and falls by 2000.00 EUR to 0.00 EUR"
    assert.include((await run(service, ...left, "--dry-run")).stdout, unpaid)
    assert.include((await run(service, ...left)).stdout, unpaid)
  })

  it("takes amounts with their currency, which is that of the fee", async () => {
    await using service = await startService()
    const { agencies } = createClient(service.server.client()).organization("org_1")
    await agencies.setFees("agy_2", { optimizedFee: true, customFees: [] })
    const id = await hire(service, today)
    await run(service, "start", id)
    const invoice = ["placements", "settle", id, "--status", "INVOICED", "--fee-amount"]
    const refused = await runPartner(service, [...invoice, "900000:JPY"], inOrganization)
    assert.deepStrictEqual([refused.code, service.server.count("placements.transition")], [1, 1])
    assert.match(refused.stderr, /--fee-amount is in JPY, and the fee of the placement is in EUR\.[^]*in EUR\./)
    await succeed(service, [...invoice, "14400.00:EUR"], inOrganization)
    assert.match((await run(service, "show", id)).stdout, /^Costs +14400.00 EUR$/m)
  })

  it("starts and settles one, and undoes another hire", async () => {
    await using service = await startService()
    const id = await hire(service, today)
    assert.include((await run(service, "start", id)).stdout, "COMPLETED  DUE")
    assert.include(
      (await run(service, "settle", id, "--status", "INVOICED", "--reference", "INV-7")).stdout,
      "INVOICED"
    )
    const { stdout } = await run(service, "cancel", id, "--reason", "Never appeared", "--json")
    assert.strictEqual(JSON.parse(stdout).status, "CANCELLED")
  })

  it.for<[ReadonlyArray<string>, string]>([
    [["start"], "placement"],
    [["cancel", "plc_7"], "--reason"],
    [["fall-off", "plc_7", "--on", "2027-02-29", "--reason", "Left"], "--on"],
    [["settle", "plc_7", "--status", "SENT"], "--status"],
    [["settle", "plc_7", "--status", "PAID", "--amount", "7200"], "--amount must be an amount and its currency"]
  ])("%j is refused before anything is sent", async ([args, named]) => {
    const { code, stderr } = await runPartner(undefined, ["placements", ...args])
    assert.strictEqual(code, 2)
    assert.include(stderr, named)
  })
})
