/**
 * What went wrong with hires when the service was tried, each as the rules have it now (recruiting 8): fees lowered in the second before the hire, a hire for a
 * closed job, a start of 1999, no salary, and a percentage of temporary work.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, mistakesOf, named } from "../test/ErrorAnswer.ts"
import { type Answer, membersOf, textOf } from "../test/HttpCall.ts"
import { sharedServer } from "../test/TestServer.ts"

const { call, tokens } = await sharedServer()
const token = tokens.acme
const post = async (path: string, json: object): Promise<Answer> => call("POST", path, { token, json })

const twentyPercent = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }
const basisPoint = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1 }
const agreeOn = (...customFees: ReadonlyArray<object>) =>
  post("/v1/agencies/agy_hirewell/fees", { optimizedFee: false, customFees })
const setFeesApply = (fees_apply: string) =>
  call("PATCH", "/v1/organization", { token, json: { settings: { fees_apply } } })

let people = 0
/** A person in interviews for a job of their own. */
const interviewed = async (employment_type = "FULL_TIME") => {
  const job = textOf(
    await post("/v1/jobs", {
      title: "Welder",
      description: "Welds.",
      status: "OPEN",
      agency_access: "ALL",
      employment_type
    }),
    "id"
  )
  const candidate = { first_name: "Grace", last_name: "Hopper", email: `welder.${++people}@example.com` }
  const id = textOf(await post("/v1/applications", { job_id: job, agency_id: "agy_hirewell", candidate }), "id")
  const act = (json: object) => post(`/v1/applications/${id}/transitions`, json)
  for (const action of ["confirm", "keep", "advance"]) assert.strictEqual((await act({ action })).status, 200)
  const startsOn = new Date().toISOString().slice(0, "2026-01-01".length)
  const terms = { start_date: startsOn, base_salary_cents: 7_200_000, currency: "EUR" }
  const hire = (changes: object = {}) => act({ action: "hire", hire: { ...terms, ...changes } })
  return { id, job, hire }
}

describe("a hire (recruiting 8)", () => {
  it("costs what was agreed at the confirmation, where fees are lowered in the second before it", async () => {
    await setFeesApply("AT_CONFIRMATION")
    await agreeOn(twentyPercent)
    const { hire } = await interviewed()
    await agreeOn(basisPoint)
    const hired = Object(membersOf(await hire())["hire"])
    assert.deepStrictEqual([hired.fee, hired.fee_amount_cents], [twentyPercent, 1_440_000])
    await setFeesApply("AT_HIRE")
  })

  it("is refused for a closed job, and possible once the job is open again", async () => {
    await agreeOn(twentyPercent)
    const { hire, job } = await interviewed()
    const move = (status: string) => call("PATCH", `/v1/jobs/${job}`, { token, json: { status } })
    await move("CLOSED")
    assert.strictEqual(errorOf(await hire()), named(409))
    await move("OPEN")
    assert.strictEqual(membersOf(await hire())["state"], "HIRED")
  })

  it("is refused with a start of 1999", async () => {
    const { hire } = await interviewed()
    assert.deepStrictEqual(mistakesOf(await hire({ start_date: "1999-01-04" })), ["body /hire/start_date range"])
  })

  it("is refused without a salary", async () => {
    const { hire } = await interviewed()
    assert.deepStrictEqual(mistakesOf(await hire({ base_salary_cents: 0 })), ["body /hire/base_salary_cents range"])
  })

  it("of temporary work at a percentage states the amount of which the percentage is taken", async () => {
    await agreeOn(twentyPercent)
    const { hire } = await interviewed("TEMPORARY")
    assert.deepStrictEqual(mistakesOf(await hire()), ["body /hire/fee_base_cents required"])
    const hired = Object(membersOf(await hire({ fee_base_cents: 1_000_000 }))["hire"])
    assert.deepStrictEqual([hired.fee_base_cents, hired.fee_amount_cents], [1_000_000, 200_000])
  })
})
