/**
 * `submit_application`: what the human reads before a person is submitted, what is sent then, and what is refused before (issue 16).
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer, type TestServer } from "@partner-api/client/testing"
import { type Human, jsonOf, says } from "../fixture/Clients.ts"
import { at } from "../fixture/RawCalls.ts"
import { overHttp } from "./Product.ts"

const organization_id = "org_1"
const person = { first_name: "Mary", last_name: "Shelley", email: "mary.shelley@example.com" }
const about = { job_id: "job_1", agency_id: "agy_2" }

const start = async (prepare: (server: TestServer) => void = () => undefined) => {
  const server = createTestServer()
  prepare(server)
  const human: Human = { questions: [], answer: says("accept") }
  const way = await overHttp(server, "auto", human)
  const submit = async (given: object, mode = "apply") =>
    jsonOf(await way.client.callTool({ name: "submit_application", arguments: { organization_id, mode, ...given } }))
  const tool = async (name: string, given: object) => {
    const mode = name.startsWith("get_") ? {} : { mode: "apply" }
    return jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...mode, ...given } }))
  }
  return { server, human, submit, tool, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

describe("a submission", () => {
  it("is asked for by the names of job and agency, with everything that is sent, and is sent whole", async () => {
    await using run = await start()
    const more = { location: "London", note: "Writes\nwell.", external_id: "C-1" }
    const submitted = await run.submit({ ...about, ...person, ...more })
    assert.deepStrictEqual(run.human.questions, [
      [
        'Submit this person in `"Analytical Engines (org_1)"`?',
        "",
        '- job: `"Engineer (job_1)"`',
        '- agency: `"Steam Talent (agy_2)"`',
        '- first_name: `"Mary"`',
        '- last_name: `"Shelley"`',
        '- email: `"mary.shelley@example.com"`',
        '- location: `"London"`',
        '- note: `"Writes\\nwell."`',
        '- external_id: `"C-1"`'
      ].join("\n")
    ])
    assert.strictEqual(submitted["status"], "submitted")
    const { location, ...others } = more
    const stored: ReadonlyArray<object> = run.server.data.items(organization_id, "applications")
    assert.lengthOf(stored, 2)
    const wanted = { ...about, ...others, candidate: { ...person, location }, state: "UNCONFIRMED" }
    assert.deepInclude(stored.find((application) => at(application, "id") !== "app_1") ?? {}, wanted)
    assert.deepInclude(submitted["application"], wanted)
  })

  it("answers the questions of the job, which the human reads with the labels of options (recruiting 4)", async () => {
    await using run = await start()
    const questions = [
      { id: "permit", text: "May she work here?", type: "YES_NO", required: true },
      {
        id: "skills",
        text: "What can she do?",
        type: "MULTI_SELECT",
        required: false,
        options: [
          { id: "ts", label: "TypeScript" },
          { id: "sql", label: "SQL" }
        ]
      }
    ]
    await run.tool("update_job", { job_id: "job_1", questions })
    assert.deepStrictEqual(at(await run.tool("get_job", { job_id: "job_1" }), "job", "questions"), questions)
    const refused = await run.submit({ ...about, ...person, answers: [{ question_id: "skills", value: ["ts", "go"] }] })
    assert.deepStrictEqual(refused["fields"], [
      { path: "/answers/0/value/1", problem: "must be the id of an option of the question" },
      { path: "/answers", problem: "must have an answer to the question permit" }
    ])
    const answers = [
      { question_id: "permit", value: true },
      { question_id: "skills", value: ["ts", "sql"] }
    ]
    const submitted = await run.submit({ ...about, ...person, answers })
    assert.include(run.human.questions.at(-1)?.toString(), '- answers.`"May she work here?"`: true')
    assert.include(run.human.questions.at(-1)?.toString(), '- answers.`"What can she do?"`: `"TypeScript, SQL"`')
    assert.deepStrictEqual(at(submitted, "application", "answers"), [
      { question_id: "permit", text: "May she work here?", type: "YES_NO", value: true },
      {
        question_id: "skills",
        text: "What can she do?",
        type: "MULTI_SELECT",
        value: ["ts", "sql"],
        labels: ["TypeScript", "SQL"]
      }
    ])
  })

  it("of somebody whose application owns the job is refused by the platform, naming the argument", async () => {
    await using run = await start()
    run.server.answer("applications.submit", () => ({
      status: 409,
      body: {
        error: "duplicate_application",
        message: "Another application of this person owns the job.",
        details: [
          { in: "body", path: "/candidate/email", code: "conflict", message: "belongs to the application app_1" }
        ]
      }
    }))
    const failure = await run.submit({ ...about, ...person })
    assert.deepInclude(failure, { error: "duplicate_application", outcome: "rejected", status: 409 })
    assert.deepStrictEqual(at(failure, "fields", 0), { path: "/email", problem: "belongs to the application app_1" })
  })

  it.each([
    [{ job_id: "job_none" }, "not_found", "/job_id", "find_jobs"],
    [{ agency_id: "agy_none" }, "not_found", "/agency_id", "list_agencies"],
    [{ agency_id: undefined }, "invalid_arguments", "/agency_id", "list_agencies"],
    [{ job_id: "job_3" }, "conflict", "/job_id", "find_jobs"],
    [{ email: "nowhere" }, "invalid_arguments", "/email", "submit_application"]
  ])("%j: refused with %s at %s before anybody is asked", async (wrong, error, path, next) => {
    await using run = await start()
    const failure = await run.submit({ ...about, ...person, ...wrong })
    assert.deepInclude(failure, { error, outcome: "not_sent" })
    assert.strictEqual(at(failure, "fields", 0, "path"), path)
    assert.strictEqual(at(failure, "next", 0), next)
    assert.deepStrictEqual(run.human.questions, [])
    assert.strictEqual(run.server.count("applications.submit"), 0)
  })

  it("without agency_id is shown where the grant is bound to an agency", async () => {
    await using run = await start((server) =>
      server.answer("client.get", () => ({
        body: {
          id: server.clientId,
          name: "Test",
          grants: [{ organization_id, permissions: ["jobs:read", "applications:write"], agency_id: "agy_2" }]
        }
      }))
    )
    const preview = await run.submit({ job_id: "job_1", ...person }, "preview")
    assert.deepInclude(preview, { status: "previewed" })
    assert.notProperty(preview, "would_be_refused")
  })
})
