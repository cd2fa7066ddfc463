/**
 * Applications that another system hands over: what a line of a file may have (docs/decisions, 40).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { decodeApplicationLine } from "../src/ApplicationImport.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"

const nowMs = 1_767_225_600_000
const at = (offsetMs: number) => timestampFromMillis(nowMs + offsetMs)
const person = { first_name: "Ada", last_name: "King", email: "ada@example.com" }
const required = { external_id: "C-1", agency_external_id: "AG-1", job_external_id: "REQ-1", ...person }
const percentage = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 } as const
const hire = {
  start_date: "2026-03-01",
  base_salary_cents: 7_200_000,
  currency: "EUR",
  fee: percentage,
  fee_amount_cents: 1_439_999
}
const { fee_amount_cents: _amount, ...withoutAmount } = hire
const { fee: _fee, ...withoutFee } = hire

const faults = (line: unknown): ReadonlyArray<string> =>
  Result.match(decodeApplicationLine(line, nowMs), {
    onFailure: (problems) => problems.map(({ path, code }) => `${path} ${code}`),
    onSuccess: () => []
  })

describe("a line of a file of applications", () => {
  it.for<[what: string, line: unknown, faults: ReadonlyArray<string>]>([
    [
      "nothing in it",
      {},
      [
        "/external_id required",
        "/agency_external_id required",
        "/first_name required",
        "/last_name required",
        "/email required"
      ]
    ],
    ["an identifier, which is ours to make", { ...required, id: "app_1" }, ["/id unknown"]],
    ["an address without a host", { ...required, email: "ada" }, ["/email format"]],
    ["another state", { ...required, state: "NEW" }, ["/state not_allowed"]],
    ["a control character", { ...required, note: "\u0007" }, ["/note format"]],
    [
      "no job",
      { ...required, job_external_id: undefined, job_id: undefined },
      ["/job_external_id type", "/job_id type"]
    ],
    ["two names of a job", { ...required, job_id: "job_1" }, ["/job_id not_allowed"]],
    ["feedback but no rejection", { ...required, state: "OFFER", feedback: "No." }, ["/feedback not_allowed"]],
    [
      "a confirmation of nobody who agreed",
      { ...required, confirmed_at: at(-5), created_at: at(-9) },
      ["/confirmed_at not_allowed"]
    ],
    [
      "a confirmation of somebody who declined",
      { ...required, state: "DECLINED", confirmed_at: at(-5), created_at: at(-9) },
      ["/confirmed_at not_allowed"]
    ],
    [
      "a confirmation before the submission",
      { ...required, state: "OFFER", confirmed_at: at(-10), created_at: at(-9), state_entered_at: at(-5) },
      ["/confirmed_at range"]
    ],
    [
      "a confirmation after the state that follows",
      { ...required, state: "OFFER", confirmed_at: at(-4), created_at: at(-9), state_entered_at: at(-5) },
      ["/confirmed_at range"]
    ],
    [
      "a confirmation in time",
      { ...required, state: "WITHDRAWN", confirmed_at: at(-5), created_at: at(-9), state_entered_at: at(-5) },
      []
    ],
    ["a stage of rejection alone", { ...required, rejected_from: "OFFER" }, ["/rejected_from not_allowed"]],
    [
      "a stage that rejects nobody",
      { ...required, state: "REJECTED", rejected_from: "HIRED" },
      ["/rejected_from not_allowed"]
    ],
    ["a hire too early", { ...required, state: "OFFER", hire }, ["/hire not_allowed"]],
    ["no hire", { ...required, state: "HIRED" }, ["/hire required"]],
    ["a hire without its fee", { ...required, state: "HIRED", hire: withoutFee }, ["/hire/fee required"]],
    [
      "a hire without its amount",
      { ...required, state: "HIRED", hire: withoutAmount },
      ["/hire/fee_amount_cents required"]
    ],
    [
      "an amount of the optimized fee",
      { ...required, state: "HIRED", hire: { ...hire, fee: { feeType: "OPTIMIZED_FEE" } } },
      ["/hire/fee_amount_cents not_allowed"]
    ],
    [
      "a state entered before it was submitted",
      { ...required, created_at: at(0), state_entered_at: at(-1) },
      ["/state_entered_at range"]
    ],
    [
      "a state entered in future",
      { ...required, created_at: at(0), state_entered_at: at(600_000) },
      ["/state_entered_at range"]
    ],
    [
      "a state entered after its last change",
      { ...required, created_at: at(-9), state_entered_at: at(-1), updated_at: at(-2) },
      ["/state_entered_at range"]
    ],
    ["times in the wrong order", { ...required, created_at: at(0), updated_at: at(-1) }, ["/updated_at range"]]
  ])("is refused with %s (decision 40)", ([, line, expected]) => assert.deepStrictEqual(faults(line), expected))

  it("names the job by one of two names (decision 40)", () => {
    const { job_external_id: _job, ...nameless } = required
    assert.deepStrictEqual(faults(nameless), ["/job_external_id required"])
    assert.deepStrictEqual(faults({ ...nameless, job_id: "job_1" }), [])
  })
})
