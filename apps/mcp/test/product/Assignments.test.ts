/**
 * `assign_job`, `list_assignments` and `invite_agency`: what the human reads before an agency gets a job or a link, what is sent then, and what the
 * answer shows (recruiting 2 and 3).
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "@partner-api/client"
import { createTestServer, type TestServerOptions } from "@partner-api/client/testing"
import { type Human, jsonOf, says } from "../fixture/Clients.ts"
import { at } from "../fixture/RawCalls.ts"
import { overHttp } from "./Product.ts"

const organization_id = "org_1"
const moment = "2026-01-01T00:00:00.000Z"
const assigned = { job_id: "job_1", agency_id: "agy_1" }

const options: TestServerOptions = {
  organizations: [
    {
      id: organization_id,
      name: "Engines",
      jobs: [
        { id: "job_1", title: "Engineer", description: "Builds.", status: "OPEN", agency_access: "ASSIGNED" },
        {
          id: "job_2",
          title: "Clerk",
          description: "Writes.",
          status: "OPEN",
          agency_access: "ALL",
          department: "Office",
          country_code: "PT",
          workplace_type: "REMOTE"
        }
      ],
      agencies: [
        { id: "agy_1", name: "Good Hands" },
        { id: "agy_2", name: "Steam Talent" }
      ]
    }
  ]
}

const start = async () => {
  const server = createTestServer(options)
  const human: Human = { questions: [], answer: says("accept") }
  const way = await overHttp(server, "auto", human)
  const call = async (name: string, given: object) =>
    jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...given } }))
  return { server, human, call, log: way.log, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

describe("assign_job", () => {
  it("is asked for with job, agency and terms by name, and then with the terms that it replaces", async () => {
    await using run = await start()
    const first = await run.call("assign_job", { ...assigned, submission_limit: 5, mode: "apply" })
    assert.deepInclude(first, { status: "assigned" })
    const preview = await run.call("assign_job", { ...assigned, instructions: "Call first." })
    assert.strictEqual(at(preview, "before", "submission_limit"), 5)
    await run.call("assign_job", { ...assigned, instructions: "Call first.", mode: "apply" })
    assert.deepStrictEqual(run.human.questions, [
      'Assign the job `"Engineer (job_1)"` to the agency `"Good Hands (agy_1)"` in `"Engines (org_1)"`?\n\nThen:\n- submission_limit: 5',
      'Assign the job `"Engineer (job_1)"` to the agency `"Good Hands (agy_1)"` in `"Engines (org_1)"`?\n\nNow:\n- submission_limit: 5\n\nThen:\n- instructions: `"Call first."`'
    ])
    const { assignments } = await run.call("list_assignments", { job_id: "job_1" })
    assert.deepInclude(at(assignments, 0), { ...assigned, status: "ACTIVE", instructions: "Call first." })
    assert.notProperty(at(assignments, 0), "submission_limit")
  })

  it.each([
    [{ job_id: "job_2", agency_id: "agy_1", exclusive_until: "2099-01-01T00:00:00Z" }, "/exclusive_until"],
    [{ job_id: "job_1", agency_id: "agy_2" }, "/visible_from"]
  ])("%j: the preview says why it would be refused, and nobody is asked (recruiting 3)", async (given, path) => {
    await using run = await start()
    await run.call("assign_job", { ...assigned, exclusive_until: "2099-01-01T00:00:00Z", mode: "apply" })
    const preview = await run.call("assign_job", given)
    assert.strictEqual(at(preview["would_be_refused"], "fields", 0, "path"), path)
    const refusal = await run.call("assign_job", { ...given, mode: "apply" })
    assert.deepInclude(refusal, { error: "conflict", outcome: "not_sent" })
    assert.lengthOf(run.human.questions, 1)
    assert.strictEqual(run.server.count("jobs.assign"), 1)
  })

  it("that has changed since it was shown is not written over", async () => {
    await using run = await start()
    await run.call("assign_job", { ...assigned, submission_limit: 5, mode: "apply" })
    run.server.answer("jobs.getAssignment", () => ({
      body: { ...assigned, status: "ACTIVE", submission_limit: 4, created_at: moment, updated_at: moment },
      headers: { etag: '"of-before"' }
    }))
    const refused = await run.call("assign_job", { ...assigned, submission_limit: 7, mode: "apply" })
    assert.deepInclude(refused, { error: "precondition_failed", outcome: "rejected" })
    const { assignments } = await run.call("list_assignments", { job_id: "job_1" })
    assert.strictEqual(at(assignments, 0, "submission_limit"), 5)
  })
})

describe("list_assignments", () => {
  it("lists those of a job or of an agency, page by page, and takes one of the two", async () => {
    await using run = await start()
    for (const agency_id of ["agy_1", "agy_2"]) await run.call("assign_job", { ...assigned, agency_id, mode: "apply" })
    const first = await run.call("list_assignments", { job_id: "job_1", limit: 1 })
    assert.strictEqual(at(first["assignments"], 0, "agency_id"), "agy_1")
    const second = await run.call("list_assignments", { job_id: "job_1", limit: 1, cursor: first["next_cursor"] })
    assert.strictEqual(at(second["assignments"], 0, "agency_id"), "agy_2")
    const { assignments } = await run.call("list_assignments", { agency_id: "agy_2" })
    assert.strictEqual(at(assignments, 0, "job_id"), "job_1")
    for (const given of [{}, { job_id: "job_1", agency_id: "agy_1" }]) {
      assert.strictEqual((await run.call("list_assignments", given))["error"], "invalid_arguments")
    }
    for (const [member, id] of [
      ["job_id", "job_none"],
      ["agency_id", "agy_none"]
    ] as const) {
      const refusal = await run.call("list_assignments", { [member]: id })
      assert.strictEqual(refusal["error"], "not_found")
      assert.strictEqual(at(refusal["fields"], 0, "path"), `/${member}`)
    }
  })
})

describe("invite_agency", () => {
  const person = { company_name: "Hirewell", first_name: "Robin", last_name: "Doe", email: "robin@hirewell.example" }

  it("shows the link in its answer alone, with what to do with it (README, Safety)", async () => {
    await using run = await start()
    const invited = await run.call("invite_agency", { ...person, mode: "apply" })
    assert.deepStrictEqual(run.human.questions, [
      [
        'Invite this agency to `"Engines (org_1)"`? The link lets the person who has it accept.',
        "",
        '- company_name: `"Hirewell"`',
        '- first_name: `"Robin"`',
        '- last_name: `"Doe"`',
        '- email: `"robin@hirewell.example"`'
      ].join("\n")
    ])
    const url = String(at(invited, "invitation", "url"))
    const [, token = ""] = url.split("#")
    assert.match(token, /^[\w-]{43}$/)
    assert.include(String(invited["to_do"]), "Robin Doe <robin@hirewell.example>")
    assert.notInclude(run.log(), token)
    const { organization_name } = await createClient(run.server.client()).invitations.show({ token })
    assert.strictEqual(organization_name, "Engines")
  })

  it("with fees for an agency that has its own is refused before anybody is asked (recruiting 2, Invitations)", async () => {
    await using run = await start()
    const refusal = await run.call("invite_agency", {
      ...person,
      agency_id: "agy_1",
      optimizedFee: true,
      mode: "apply"
    })
    assert.deepInclude(refusal, { error: "invalid_arguments", outcome: "not_sent" })
    assert.strictEqual(at(refusal["fields"], 0, "path"), "/optimizedFee")
    const known = await run.call("invite_agency", { ...person, agency_id: "agy_1" })
    assert.strictEqual(at(known["request"], "agency"), "Good Hands (agy_1)")
    assert.deepStrictEqual(run.human.questions, [])
  })
})

it("find_jobs leaves to the platform what a job must have (decisions, Filters)", async () => {
  await using run = await start()
  const facts = { workplace_type: "REMOTE", country_code: "PT", department: "Office" }
  const { matches } = await run.call("find_jobs", facts)
  assert.deepStrictEqual([at(matches, 0, "id"), at(matches, 1)], ["job_2", undefined])
  const { matches: none } = await run.call("find_jobs", { ids: ["job_1", "job_2"], country_code: "DE" })
  assert.deepStrictEqual(none, [])
})
