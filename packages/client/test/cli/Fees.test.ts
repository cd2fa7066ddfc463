/**
 * `partner fees`, as a process against a server: shares and amounts as people write them (spec 4.6; decisions, Fees).
 */
import { assert, describe, it } from "@effect/vitest"
import { runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }
const newFees = [
  "--percent",
  "20",
  "--flat=5000.00:EUR",
  "--note",
  "Senior roles",
  "--percent=12.5%",
  "--note=Others",
  "--flat",
  "700000:JPY"
]
const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").slice(0, -1)

describe("partner fees preview (decisions, Fees)", () => {
  it("shows what a hire would cost under each fee, by the number that hire takes", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["fees", "preview", "agy_2", "--salary", "72000.00:EUR"], inOrganization)
    assert.deepStrictEqual(linesOf(stdout), ["1  5000.00 EUR (flat fee, Senior roles)"])
    assert.strictEqual(service.server.count("agencies.setFees"), 0)
  })
})

describe("partner fees get (decisions, Fees)", () => {
  it("shows amounts with their decimals", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["fees", "get", "agy_2"], inOrganization)
    assert.deepStrictEqual(linesOf(stdout), ["Custom fees", "#  FEE          NOTE", "1  5000.00 EUR  Senior roles"])
  })

  it("prints what the service answers with --json", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["fees", "get", "agy_2", "--json"], inOrganization)
    assert.deepStrictEqual(JSON.parse(stdout), service.server.data.fees("org_1", "agy_2"))
  })

  it("shows a kind of fee that came later as it is (decisions: unknown members of a union are kept)", async () => {
    await using service = await startService()
    service.server.answer("agencies.getFees", () => ({
      body: { optimizedFee: false, customFees: [{ feeType: "STAIRS_FEE", steps: 3 }] }
    }))
    const { stdout } = await succeed(service, ["fees", "get", "agy_2"], inOrganization)
    assert.include(stdout, '{"feeType":"STAIRS_FEE","steps":3}')
  })

  it("of an agency that is not there ends with 1", async () => {
    await using service = await startService()
    const { code, stderr } = await runPartner(service, ["fees", "get", "agy_9"], inOrganization)
    assert.strictEqual(code, 1)
    assert.match(stderr, /Check the id/)
  })
})

describe("partner fees set (spec 4.6; decisions, Fees)", () => {
  it("replaces the list in the order of the command line, each note at the fee before it", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["fees", "set", "agy_2", "--no-optimized", ...newFees], inOrganization)
    assert.deepStrictEqual(service.server.data.fees("org_1", "agy_2"), {
      optimizedFee: false,
      customFees: [
        { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2000 },
        { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000, note: "Senior roles" },
        { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1250, note: "Others" },
        { feeType: "FLAT_FEE", currency: "JPY", feeCents: 700_000 }
      ]
    })
    assert.deepStrictEqual(linesOf(stdout), [
      "Custom fees",
      "#  FEE          NOTE",
      "1  20 %",
      "2  5000.00 EUR  Senior roles",
      "3  12.5 %       Others",
      "4  700000 JPY"
    ])
  })

  it("keeps what is not mentioned", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["fees", "set", "agy_2", "--optimized"], inOrganization)
    assert.match(stdout, /^Optimized fee; the custom fees are not used\n/)
    assert.strictEqual(service.server.data.fees("org_1", "agy_2")?.customFees.length, 1)
    await succeed(service, ["fees", "set", "agy_2", "--clear"], inOrganization)
    assert.deepStrictEqual(service.server.data.fees("org_1", "agy_2"), { optimizedFee: true, customFees: [] })
  })

  it("with --dry-run shows before and after, and changes nothing", async () => {
    await using service = await startService()
    const args = ["fees", "set", "agy_2", "--percent", "20", "--dry-run"]
    const { stderr, stdout } = await succeed(service, args, inOrganization)
    assert.match(stdout, /Before:[^]*5000\.00 EUR[^]*After:[^]*20 %/)
    assert.match(stderr, /Nothing was changed/)
    const { after, before } = JSON.parse((await succeed(service, [...args, "--json"], inOrganization)).stdout)
    const stored = service.server.data.fees("org_1", "agy_2")
    assert.deepStrictEqual(before, stored)
    assert.deepStrictEqual(after, { ...stored, customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2000 }] })
    assert.strictEqual(service.server.count("agencies.setFees"), 0)
  })

  it("sets guarantee and payment terms, and 0 days remove the guarantee (recruiting 8)", async () => {
    await using service = await startService()
    const set = (...args: ReadonlyArray<string>) => succeed(service, ["fees", "set", "agy_2", ...args], inOrganization)
    const { stdout } = await set("--guarantee-days", "90", "--guarantee-refund=PRORATED", "--payment-terms-days", "30")
    assert.deepStrictEqual(linesOf(stdout).slice(-2), [
      "Guarantee of 90 days, refund PRORATED",
      "Due 30 days after the start"
    ])
    const { customFees, optimizedFee } = service.server.data.fees("org_1", "agy_2") ?? assert.fail("no fees")
    await set("--guarantee-days", "0")
    assert.deepStrictEqual(service.server.data.fees("org_1", "agy_2"), {
      optimizedFee,
      customFees,
      paymentTermsDays: 30
    })
  })

  it("refuses one fee twice before anything is sent", async () => {
    await using service = await startService()
    const { code, stderr } = await runPartner(
      service,
      ["fees", "set", "agy_2", "--percent", "20", "--percent", "20.00%"],
      inOrganization
    )
    assert.strictEqual(code, 1)
    assert.match(stderr, /\/customFees\/1 must not repeat/)
    assert.strictEqual(service.server.count("agencies.setFees"), 0)
  })

  it.for([
    [["--percent", "12.345"], /--percent must have at most 2 decimals/],
    [["--percent", "100.01"], /--percent must be from 0 to 100 percent/],
    [["--flat", "5000"], /--flat must be an amount and its currency/],
    [["--flat", "5000.00:JPY"], /JPY has no decimals/],
    [["--note", "first", "--percent", "20"], /--note belongs to/],
    [["--percent", "20", "--note", "a", "--note", "b"], /--note is given twice/],
    [["--percent", "20", "--clear"], /--clear/],
    [["--guarantee-days", "90"], /--guarantee-days needs --guarantee-refund/],
    [["--guarantee-refund", "FULL"], /--guarantee-refund needs --guarantee-days/],
    [["--payment-terms-days", "366"], /365/],
    [[], /nothing is set/]
  ] as const)("refuses %j with 2, before it looks for credentials", async ([args, expected]) => {
    const { code, stderr } = await runPartner(undefined, ["fees", "set", "agy_2", ...args])
    assert.strictEqual(code, 2)
    assert.match(stderr, expected)
  })
})
