/**
 * `create_job`, `update_job` and `preview_fees`: what the human reads before a job is written, what is sent then, and what a hire would cost
 * (decisions, Resources and Fees).
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer } from "@partner-api/client/testing"
import { type Human, jsonOf, says } from "../fixture/Clients.ts"
import { at } from "../fixture/RawCalls.ts"
import { overHttp } from "./Product.ts"

const organization_id = "org_1"

const start = async () => {
  const server = createTestServer()
  const human: Human = { questions: [], answer: says("accept") }
  const way = await overHttp(server, "auto", human)
  const call = async (name: string, given: object) =>
    jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...given } }))
  const job = (id: unknown) => server.data.items(organization_id, "jobs").find((one: object) => at(one, "id") === id)
  return { server, human, call, job, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

describe("create_job", () => {
  it("is asked for with everything that is sent, and adds a draft", async () => {
    await using run = await start()
    const given = { title: "Clerk", description: "Runs the payroll.", salary_min_cents: 6_000_000, currency: "EUR" }
    const preview = await run.call("create_job", given)
    assert.deepInclude(preview, { status: "previewed", request: given })
    assert.deepStrictEqual(run.human.questions, [])
    const created = await run.call("create_job", { ...given, mode: "apply" })
    assert.deepStrictEqual(run.human.questions, [
      [
        'Add this job to `"Analytical Engines (org_1)"`?',
        "",
        '- title: `"Clerk"`',
        '- description: `"Runs the payroll."`',
        "- salary_min_cents: 6000000",
        '- currency: `"EUR"`'
      ].join("\n")
    ])
    assert.strictEqual(created["status"], "created")
    assert.deepInclude(run.job(at(created, "job", "id")) ?? {}, { ...given, status: "DRAFT" })
  })

  it("that contradicts itself is refused before anybody is asked, naming each member", async () => {
    await using run = await start()
    const salary = { salary_min_cents: 2, salary_max_cents: 1 }
    const failure = await run.call("create_job", { title: "T", description: "D", ...salary, mode: "apply" })
    assert.deepInclude(failure, { error: "invalid_arguments", outcome: "not_sent" })
    assert.deepStrictEqual(failure["fields"], [
      { path: "/salary_max_cents", problem: "must not be less than salary_min_cents" },
      { path: "/currency", problem: "is required with a salary" }
    ])
    assert.deepStrictEqual(run.human.questions, [])
    assert.strictEqual(run.server.count("jobs.create"), 0)
  })
})

describe("update_job", () => {
  it("shows what the job has and what it will have, and is sent with the state that was shown", async () => {
    await using run = await start()
    const updated = await run.call("update_job", {
      job_id: "job_1",
      status: "ON_HOLD",
      location: "Berlin",
      mode: "apply"
    })
    assert.deepStrictEqual(run.human.questions, [
      [
        'Change the job `"Engineer (job_1)"` in `"Analytical Engines (org_1)"`?',
        "",
        "Now:",
        '- status: `"OPEN"`',
        "",
        "Then:",
        '- status: `"ON_HOLD"`',
        '- location: `"Berlin"`'
      ].join("\n")
    ])
    assert.strictEqual(updated["status"], "updated")
    assert.deepInclude(run.job("job_1") ?? {}, { status: "ON_HOLD", location: "Berlin" })
  })

  it.each([
    [{ job_id: "job_1", status: "DRAFT" }, "invalid_transition", "/status"],
    [{ job_id: "job_none", status: "OPEN" }, "not_found", "/job_id"],
    [{ job_id: "job_1" }, "invalid_arguments", "/status"],
    [{ job_id: "job_1", salary_min_cents: 1 }, "invalid_arguments", "/currency"]
  ])("%j: refused with %s at %s before anybody is asked", async (given, error, path) => {
    await using run = await start()
    const failure = await run.call("update_job", { ...given, mode: "apply" })
    assert.deepInclude(failure, { error, outcome: "not_sent" })
    assert.strictEqual(at(failure, "fields", 0, "path"), path)
    assert.deepStrictEqual(run.human.questions, [])
    assert.strictEqual(run.server.count("jobs.update"), 0)
  })
})

it("every member that a partner writes can be set, with the job and later (README, Tools)", async () => {
  await using run = await start()
  const first = { employment_type: "FULL_TIME", openings: 2, external_id: "REQ-1" }
  const created = await run.call("create_job", {
    title: "Clerk",
    description: "Keeps tables.",
    ...first,
    mode: "apply"
  })
  const job_id = at(created, "job", "id")
  assert.deepInclude(run.job(job_id) ?? {}, first)
  const second = { employment_type: "PART_TIME", openings: 3, external_id: "REQ-2" }
  const updated = await run.call("update_job", { job_id, ...second, mode: "apply" })
  assert.strictEqual(updated["status"], "updated")
  assert.deepInclude(run.job(job_id) ?? {}, second)
})

it("an external id of another job: the preview says so, and nobody is asked; its own stays free", async () => {
  await using run = await start()
  const given = { title: "Clerk", description: "Keeps tables.", external_id: "REQ-1" }
  const job_id = at(await run.call("create_job", { ...given, mode: "apply" }), "job", "id")
  const fields = [{ path: "/external_id", problem: `belongs to the job ${String(job_id)}` }]
  assert.deepInclude((await run.call("create_job", given))["would_be_refused"], { error: "conflict", fields })
  const other = { job_id: "job_1", external_id: "REQ-1", mode: "apply" }
  assert.deepInclude(await run.call("update_job", other), { error: "conflict", outcome: "not_sent", fields })
  assert.lengthOf(run.human.questions, 1)
  assert.strictEqual((await run.call("update_job", { ...other, job_id }))["status"], "updated")
})

describe("a member that is null", () => {
  const whole = { title: "Clerk", description: "Keeps tables.", location: "Porto", openings: 2, external_id: "REQ-1" }
  const paid = { salary_min_cents: 2, currency: "EUR" }

  it("is removed, and the question says so (README, Tools)", async () => {
    await using run = await start()
    const job_id = at(await run.call("create_job", { ...whole, mode: "apply" }), "job", "id")
    const patch = { location: null, openings: null, external_id: null }
    assert.deepInclude(await run.call("update_job", { job_id, ...patch }), { status: "previewed", request: patch })
    assert.strictEqual((await run.call("update_job", { job_id, ...patch, mode: "apply" }))["status"], "updated")
    assert.include(
      run.human.questions.at(-1) ?? "",
      "Then:\n- location: removed\n- openings: removed\n- external_id: removed"
    )
    assert.doesNotHaveAnyKeys(run.job(job_id) ?? {}, Object.keys(patch))
  })

  it("is judged with what stays: a salary without its currency is refused", async () => {
    await using run = await start()
    const job_id = at(await run.call("create_job", { ...whole, ...paid, mode: "apply" }), "job", "id")
    const failure = await run.call("update_job", { job_id, currency: null })
    assert.deepInclude(failure, { error: "invalid_arguments", outcome: "not_sent" })
    assert.strictEqual(at(failure, "fields", 0, "path"), "/currency")
    const both = await run.call("update_job", { job_id, currency: null, salary_min_cents: null, mode: "apply" })
    assert.strictEqual(both["status"], "updated")
  })

  it("is refused where every job has it", async () => {
    await using run = await start()
    const failure = await run.call("update_job", { job_id: "job_1", title: null })
    assert.strictEqual(at(failure, "fields", 0, "path"), "/title")
  })
})

it("update_job judges a salary together with what the job has", async () => {
  await using run = await start()
  const update = (given: object) => run.call("update_job", { job_id: "job_1", ...given, mode: "apply" })
  assert.strictEqual((await update({ salary_min_cents: 2, currency: "EUR" }))["status"], "updated")
  assert.strictEqual((await update({ salary_max_cents: 3 }))["status"], "updated")
  assert.strictEqual(at(await update({ salary_max_cents: 1 }), "fields", 0, "path"), "/salary_max_cents")
  assert.strictEqual((await update({ location: "Porto" }))["status"], "updated")
})

describe("preview_fees", () => {
  it("says what a hire would cost under each fee, and sends no write", async () => {
    await using run = await start()
    const preview = await run.call("preview_fees", {
      agency_id: "agy_2",
      base_salary_cents: 7_200_000,
      currency: "EUR"
    })
    assert.strictEqual(preview["optimizedFee"], false)
    assert.strictEqual(at(preview, "fees", 0, "cost"), "5000.00 EUR: a flat fee")
    assert.strictEqual(run.server.count("agencies.setFees"), 0)
  })
})
