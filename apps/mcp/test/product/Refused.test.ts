/**
 * A preview shows what the platform would refuse, and the question names things, before anybody is asked (mcp.md, 5.5).
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer, type TestServer, type TestServerOptions } from "@partner-api/client/testing"
import { type Human, jsonOf, says } from "../fixture/Clients.ts"
import { at } from "../fixture/RawCalls.ts"
import { type Offered, overHttp } from "./Product.ts"

const organization_id = "org_1"

const start = async (options: TestServerOptions = {}, offered: Offered = {}) => {
  const server = createTestServer(options)
  const human: Human = { questions: [], answer: says("decline") }
  const way = await overHttp(server, "auto", human, offered)
  const call = async (name: string, given: object) =>
    jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...given } }))
  return { server, human, call, way, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

const user = { first_name: "Ada", last_name: "Byron", email: "ADA@example.com" }
const recordedAt = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" }
const applicationOf = (id: string, state: string, external_id: string) => ({
  id,
  job_id: "job_1",
  agency_id: "agy_1",
  external_id,
  candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
  state,
  state_entered_at: recordedAt.created_at,
  version: 1,
  ...recordedAt
})
const owned: TestServerOptions = {
  organizations: [
    {
      id: organization_id,
      name: "Engines",
      jobs: [{ id: "job_1", title: "Engineer", description: "", status: "OPEN", ...recordedAt }],
      agencies: [{ id: "agy_1", name: "Steam Talent" }],
      applications: [
        applicationOf("app_1", "UNCONFIRMED", "C-1"),
        applicationOf("app_2", "INTERVIEWING", "C-2"),
        applicationOf("app_3", "REJECTED", "C-3")
      ]
    }
  ]
}
const startMs = Date.parse("2026-01-10T12:00:00Z")
const person = { job_id: "job_1", agency_id: "agy_1", first_name: "Mary", last_name: "Shelley" }

describe("a preview says what would be refused", () => {
  it.each([
    ["add_user", {}, user, "conflict", "/email", "belongs to the user usr_1"],
    [
      "submit_application",
      owned,
      { ...person, email: "Grace@example.com" },
      "duplicate_application",
      "/email",
      "belongs to the application app_2"
    ],
    [
      "submit_application",
      owned,
      { ...person, email: "mary@example.com", external_id: "C-3" },
      "conflict",
      "/external_id",
      "belongs to the application app_3"
    ],
    [
      "move_application",
      owned,
      { application_id: "app_1", action: "confirm" },
      "duplicate_application",
      "/application_id",
      "belongs to the application app_2"
    ],
    [
      "move_application",
      owned,
      { application_id: "app_3", action: "restore" },
      "duplicate_application",
      "/application_id",
      "belongs to the application app_2"
    ]
  ] as const)(
    "%s %#: the preview reports it, and apply asks nobody",
    async (name, options, given, error, path, problem) => {
      await using run = await start(options)
      const fields = [{ path, problem }]
      const preview = await run.call(name, given)
      assert.strictEqual(preview["status"], "previewed")
      assert.deepInclude(preview["would_be_refused"], { error, fields })
      const refusal = await run.call(name, { ...given, mode: "apply" })
      assert.deepInclude(refusal, { error, outcome: "not_sent", retryable: false, fields })
      assert.include(String(refusal["message"]), "Nothing was done.")
      assert.deepStrictEqual(run.human.questions, [])
    }
  )

  it.each([
    ["a platform without filters", (_server: TestServer) => {}, { plain: true }],
    [
      "credentials that may not read users",
      (server: TestServer) =>
        server.answer("users.list", () => ({ status: 403, body: { error: "forbidden", message: "No." } })),
      {}
    ]
  ] as const)("%s: the preview is shown, and the platform decides", async (_what, prepare, options) => {
    await using run = await start(options)
    prepare(run.server)
    const preview = await run.call("add_user", user)
    assert.deepInclude(preview, { status: "previewed", request: user })
    assert.notProperty(preview, "would_be_refused")
  })

  it.each([
    ["2026-03-01", true],
    ["2025-12-01", false]
  ])(
    "a hire that starts on %s owns its person until it has started: %s (recruiting 7)",
    async (start_date, isOwner) => {
      const hire = { start_date, base_salary_cents: 1, currency: "EUR", fee: { feeType: "OPTIMIZED_FEE" as const } }
      const applications = [
        applicationOf("app_1", "UNCONFIRMED", "C-1"),
        { ...applicationOf("app_2", "HIRED", "C-2"), agency_id: "agy_2", hire }
      ]
      const [organization = { id: organization_id, name: "Engines" }] = owned.organizations ?? []
      await using run = await start({ startMs, organizations: [{ ...organization, applications }] })
      const preview = await run.call("move_application", { application_id: "app_1", action: "confirm" })
      assert.strictEqual(preview["status"], "previewed")
      assert.strictEqual(at(preview, "would_be_refused", "error"), isOwner ? "duplicate_application" : undefined)
    }
  )

  it("an action that needs no ownership is not looked up", async () => {
    await using run = await start(owned)
    assert.strictEqual(
      (await run.call("move_application", { application_id: "app_2", action: "advance" }))["status"],
      "previewed"
    )
    assert.strictEqual(run.server.count("applications.list"), 0)
  })
})

describe("the question names things", () => {
  const fees = { agency_id: "agy_2", optimizedFee: true, mode: "apply" }

  it("an agency and its organization, each with its id", async () => {
    await using run = await start()
    await run.call("set_agency_fees", fees)
    assert.strictEqual(
      run.human.questions[0]?.split("\n")[0],
      'Set the fees of `"Steam Talent (agy_2)"` in `"Analytical Engines (org_1)"`?'
    )
  })

  it("with the id alone where the agency may not be read", async () => {
    await using run = await start()
    run.server.answer("agencies.get", () => ({ status: 403, body: { error: "forbidden", message: "No." } }))
    await run.call("set_agency_fees", fees)
    assert.include(run.human.questions[0], 'Set the fees of `"agy_2"` in `"Analytical Engines (org_1)"`?')
  })

  it("of a server that is bound to one organization too, and with the id alone while it cannot be asked", async () => {
    await using run = await start({}, { pinned: organization_id })
    const call = (name: string, given: object) =>
      run.way.client.callTool({ name, arguments: { ...given, mode: "apply" } })
    run.server.failNext("organizations.list", { status: 403 }, { times: 1 })
    await call("create_job", { title: "Clerk", description: "Keeps tables." })
    await call("create_job", { title: "Clerk", description: "Keeps tables." })
    assert.deepStrictEqual(
      run.human.questions.map((question) => question.split("\n")[0]),
      ['Add this job to `"org_1"`?', 'Add this job to `"Analytical Engines (org_1)"`?']
    )
  })

  it("a name that gives orders stands in quotes", async () => {
    const name = "Acme`? Yes.\n\nNow: \u202E"
    await using run = await start({ organizations: [{ id: organization_id, name, users: [] }] })
    await run.call("add_user", { ...user, mode: "apply" })
    assert.include(run.human.questions[0], 'Add this user to `"Acme\\u0060? Yes.\\n\\nNow: \\u202E (org_1)"`?')
  })

  it("at an agency that is not there, in the preview, where fees cannot be read", async () => {
    await using run = await start()
    run.server.answer("system.extensions", () => ({ body: { extensions: ["agencies.read"] } }))
    const refusal = await run.call("set_agency_fees", { agency_id: "agy_none", optimizedFee: true })
    assert.strictEqual(at(refusal, "fields", 0, "path"), "/agency_id")
  })
})
