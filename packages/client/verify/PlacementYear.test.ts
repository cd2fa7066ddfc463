/**
 * A year of an employer, two agencies and a finance client, through the library and by the clock of the test server (recruiting 8). What is owed at the end is
 * counted once more here, from what happened alone: no code of the domain is used.
 */
import { assert, describe, it } from "vitest"
import { createClient, type AgencyFees, type OrganizationClient, type Placement } from "../src/index.ts"
import { createTestServer } from "../src/testing.ts"

const dayMs = 86_400_000
const days = 365
const startMs = Date.UTC(2027, 8, 1)
const dayOf = (number: number): string => new Date(startMs + number * dayMs).toISOString().slice(0, 10)

/** Numbers from 0 to 2^32 - 1, the same in every run (xorshift32). */
const makeNumbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** The fees of both agencies. The second is paid by the platform's fee, whose amount the finance client enters. */
const fees: Readonly<Record<string, AgencyFees>> = {
  agy_1: {
    optimizedFee: false,
    customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_333 }],
    guarantee: { days: 90, refund: "PRORATED" },
    paymentTermsDays: 30
  },
  agy_2: { optimizedFee: true, customFees: [], guarantee: { days: 30, refund: "FULL" }, paymentTermsDays: 14 }
}

const organization = {
  id: "org_1",
  name: "Analytical Engines",
  settings: { agency_access: "ALL" as const },
  jobs: [{ id: "job_1", title: "Engineer", description: "Builds engines.", status: "OPEN" }],
  agencies: Object.entries(fees).map(([id, own]) => ({ id, name: id, fees: own }))
}

/** What happened to a hire, as this test keeps it: numbers of days, and the fee. */
interface Kept {
  readonly agency: string
  readonly salary: number
  start: number
  left?: number
  isCancelled?: boolean
}

const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator)

/** The amount of the platform's fee, as finance enters it. */
const enteredFee = 1_234_567

/** What a hire costs in the end. */
const owedOf = ({ agency, isCancelled, left, salary, start }: Kept): bigint => {
  if (isCancelled === true) return 0n
  const amount = agency === "agy_1" ? halfUp(BigInt(salary) * 2_333n, 10_000n) : BigInt(enteredFee)
  if (left === undefined) return amount
  return agency === "agy_1" ? amount - halfUp(amount * BigInt(start + 90 - left), 90n) : 0n
}

type Organization = OrganizationClient

/** An agency submits and confirms its person, and the employer hires that person. */
const hire = async (
  { applications, placements }: Organization,
  agency: Organization,
  number: number,
  salary: number,
  start: number
) => {
  const candidate = { first_name: "Person", last_name: `${number}`, email: `person.${number}@example.com` }
  const { id } = await agency.applications.submit({ job_id: "job_1", candidate })
  await agency.applications.transition(id, { action: "confirm" })
  for (const action of ["keep", "advance"] as const) await applications.transition(id, { action })
  const terms = { start_date: dayOf(start), base_salary_cents: salary, currency: "EUR" }
  await applications.transition(id, { action: "hire", hire: terms })
  const { content } = await placements.list({ application_id: id })
  return content[0]?.id ?? ""
}

const all = async ({ placements }: Organization, filter: Parameters<Organization["placements"]["list"]>[0] = {}) => {
  const found: Array<Placement> = []
  for await (const placement of placements.list(filter)) found.push(placement)
  return found
}

describe("a year of placements (recruiting 8)", () => {
  it("ends with what is owed, to the minor unit", async () => {
    const server = createTestServer({ startMs, organizations: [organization] })
    const employer = createClient(server.client()).organization("org_1")
    const agencyOf = (agencyId: string) => createClient(server.client({ agencyId })).organization("org_1")
    const agencies = { agy_1: agencyOf("agy_1"), agy_2: agencyOf("agy_2") }
    const finance = createClient({
      ...server.client(),
      permissions: ["placements:read", "placements:write"]
    }).organization("org_1")
    const next = makeNumbers(20_270_901)
    const kept = new Map<string, Kept>()
    let hires = 0

    /** One day of the employer. */
    const employ = async (today: number) => {
      if (next(5) === 0 && today < days - 140) {
        const agency = next(2) === 0 ? "agy_1" : "agy_2"
        const [salary, start] = [4_000_000 + next(6_000_001), today + next(40) - 3]
        const id = await hire(employer, agencies[agency], ++hires, salary, start)
        kept.set(id, { agency, salary, start })
      }
      for (const [id, one] of kept) {
        if (one.isCancelled === true || one.left !== undefined) continue
        const span = one.agency === "agy_1" ? 90 : 30
        if (today < one.start && next(60) === 0) {
          one.start = today + 1 + next(30)
          await employer.placements.transition(id, { action: "reschedule", start_date: dayOf(one.start) })
        } else if (today < one.start && next(150) === 0) {
          one.isCancelled = true
          await employer.placements.transition(id, { action: "cancel", reason: "Took another offer" })
        } else if (today > one.start && today <= one.start + span && next(200) === 0) {
          one.left = Math.max(one.start, today - next(3))
          await employer.placements.transition(id, { action: "fall_off", on: dayOf(one.left), reason: "Left" })
        }
      }
    }

    /** One week of the finance client: it knows no more than the list. */
    const settle = async (today: number) => {
      for (const { fee, id, settlement } of await all(finance, { settlement_status: ["DUE", "INVOICED", "PAID"] })) {
        const { due_on = "", refunded_cents, paid_cents = 0, status } = settlement ?? {}
        if (status === "DUE") {
          const amount = fee.feeType === "OPTIMIZED_FEE" ? { fee_amount_cents: enteredFee } : {}
          await finance.placements.transition(id, { action: "settle", status: "INVOICED", reference: id, ...amount })
        } else if (status === "INVOICED" && due_on <= dayOf(today)) {
          await finance.placements.transition(id, { action: "settle", status: "PAID" })
        } else if (status === "PAID" && refunded_cents === undefined) {
          const { fee_amount_cents = 0, refund_cents = 0 } = await finance.placements.get(id)
          // An employer that paid all before the person left is owed the refund.
          if (paid_cents > fee_amount_cents - refund_cents) {
            await finance.placements.transition(id, { action: "settle", status: "REFUNDED" })
          }
        }
      }
    }

    for (let today = 0; today < days; today++) {
      await server.movePlacements()
      await employ(today)
      if (today % 7 === 6) await settle(today)
      server.clock.advance(dayMs)
    }

    const found = await all(employer)
    assert.isAbove(hires, 30)
    assert.strictEqual(found.length, hires)
    const [isLeft, isCancelled] = [(one: Kept) => one.left !== undefined, (one: Kept) => one.isCancelled === true]
    assert.isAbove([...kept.values()].filter(isLeft).length, 3)
    assert.isAbove([...kept.values()].filter(isCancelled).length, 0)
    let [paid, owed] = [0n, 0n]
    for (const { id, settlement, status } of found) {
      const one = kept.get(id)
      assert.isDefined(one)
      if (one === undefined) continue
      const got = BigInt(settlement?.paid_cents ?? 0) - BigInt(settlement?.refunded_cents ?? 0)
      assert.strictEqual(got, owedOf(one), `${id} ${status}`)
      const expected = one.isCancelled === true ? "CANCELLED" : one.left === undefined ? "COMPLETED" : "FELL_OFF"
      assert.strictEqual(status, expected, id)
      paid += got
      owed += owedOf(one)
    }
    assert.strictEqual(paid, owed)
    for (const [agency, own] of Object.entries(agencies)) {
      const seen = found.filter(({ agency_id }) => agency_id === agency)
      assert.deepStrictEqual(await all(own), seen, `${agency} sees its placements, as the employer does, and no others`)
    }
    const { hired_count } = await employer.jobs.get("job_1")
    assert.strictEqual(hired_count, [...kept.values()].filter((one) => !isLeft(one) && !isCancelled(one)).length)
  })
})
