/**
 * Every tool of the product, as the official client calls it over both transports and in both eras (mcp.md, 5.1; B3).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createClient } from "@partner-api/client"
import { type Era, type Human, jsonOf, says, type TransportKind } from "../fixture/Clients.ts"
import { overHttp, overStdio } from "./Product.ts"
import { startUpstream, type Upstream } from "./Upstream.ts"

const transports: ReadonlyArray<TransportKind> = ["stdio", "HTTP"]
const eras: ReadonlyArray<Era> = ["auto", "legacy"]
const ways = transports.flatMap((kind) => eras.map((era) => ({ kind, era })))

const organization_id = "org_1"
const flat = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000, note: "Senior roles" }
const shownFlat = { ...flat, amount: "5000.00 EUR" }
const unwritten = "Nothing was written."
const shownPercent = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000, percentage: "20 %" }

describe.each(ways)("$kind, $era", ({ kind, era }) => {
  const human: Human = { questions: [], answer: says("accept") }
  let upstream: Upstream
  let way: Awaited<ReturnType<typeof overStdio>> | Awaited<ReturnType<typeof overHttp>>
  beforeAll(async () => {
    upstream = await startUpstream()
    way = await (kind === "stdio" ? overStdio(upstream, era, human) : overHttp(upstream.server, era, human))
    // The client holds results against the output schemas that it has seen.
    await way.client.listTools()
  })
  afterAll(async () => {
    await way[Symbol.asyncDispose]()
    await upstream[Symbol.asyncDispose]()
  })

  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await way.client.callTool({ name, arguments: given })
    assert.notStrictEqual(result.isError, true, JSON.stringify(result.content))
    assert.deepStrictEqual(jsonOf(result), result.structuredContent)
    return jsonOf(result)
  }

  it("check_connection returns which writes and toolsets are enabled", async () => {
    const connection = await call("check_connection")
    assert.deepInclude(connection, {
      auth_ok: true,
      organizations_visible: 2,
      read_only: false,
      writes: ["jobs", "users", "fees", "applications", "agencies"],
      toolsets: ["organizations", "jobs", "applications", "users", "agencies", "events"]
    })
    assert.strictEqual(connection["base_host"], new URL(upstream.server.baseUrl).host)
  })

  it("list_organizations", async () => {
    assert.deepStrictEqual(await call("list_organizations"), {
      organizations: [
        { id: "org_1", name: "Analytical Engines" },
        { id: "org_2", name: "Difference Works" }
      ]
    })
  })

  it("list_jobs goes on with its own cursor, never with the platform's address", async () => {
    const first = await call("list_jobs", { organization_id, limit: 2 })
    assert.notInclude(JSON.stringify(first), upstream.server.baseUrl)
    assert.notProperty(first, "next")
    const rest = await call("list_jobs", { organization_id, limit: 2, cursor: first["next_cursor"] })
    assert.deepStrictEqual(rest, { jobs: [{ id: "job_3", title: "Mechanic", status: "CLOSED" }] })
  })

  it("lists show few members, and those that are requested", async () => {
    const times = { created_at: "2025-11-03T09:30:00.000Z", updated_at: "2025-11-03T09:30:00.000Z" }
    const fields = ["description", "created_at", "updated_at"]
    const first = { id: "job_1", description: "Builds engines.", ...times }
    assert.deepInclude(await call("list_jobs", { organization_id, limit: 1, fields }), { jobs: [first] })
    assert.deepInclude(await call("find_jobs", { organization_id, text: "builds", fields }), { matches: [first] })
    assert.deepStrictEqual(await call("list_users", { organization_id, limit: 100, fields: [] }), {
      users: [{ id: "usr_1" }, { id: "usr_2" }]
    })
    const found = await call("find_applications", { organization_id, fields: ["name", "candidate"] })
    const candidate = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }
    assert.deepStrictEqual(found["matches"], [{ id: "app_1", name: "Grace Hopper", candidate }])
  })

  it("find_jobs by text, ids and status", async () => {
    const found = async (given: object) => {
      const { matches, complete } = await call("find_jobs", { organization_id, ...given })
      assert.isTrue(complete)
      return JSON.parse(JSON.stringify(matches)).map(({ id }: { id: string }) => id)
    }
    assert.deepStrictEqual(await found({ text: "BUILDS" }), ["job_1"])
    assert.deepStrictEqual(await found({ text: "engine", status: "CLOSED" }), ["job_3"])
    assert.deepStrictEqual(await found({ ids: ["job_2", "job_none"] }), ["job_2"])
  })

  it("get_job shows it whole", async () => {
    const { job } = await call("get_job", { organization_id, job_id: "job_1" })
    assert.deepInclude(job, { id: "job_1", title: "Engineer", description: "Builds engines.", status: "OPEN" })
  })

  const grace = {
    id: "app_1",
    state: "UNCONFIRMED",
    state_entered_at: "2025-11-03T09:30:00.000Z",
    job_id: "job_1",
    agency_id: "agy_2"
  }

  it("find_applications by text, state, job and agency; all that is said must hold", async () => {
    const found = async (given: object) => {
      const { matches, complete } = await call("find_applications", { organization_id, ...given })
      assert.isTrue(complete)
      return matches
    }
    const all = [{ ...grace, name: "Grace Hopper" }]
    assert.deepStrictEqual(await found({}), all)
    assert.deepStrictEqual(
      await found({ text: "HOPPER", state: "UNCONFIRMED", job_id: "job_1", agency_id: "agy_2" }),
      all
    )
    assert.deepStrictEqual(await found({ text: "grace@example" }), all)
    for (const other of [{ text: "Ada" }, { state: "OFFER" }, { job_id: "job_2" }, { agency_id: "agy_1" }]) {
      assert.deepStrictEqual(await found({ text: "hopper", ...other }), [])
    }
  })

  it("get_application shows it whole, with the actions that are possible (issue 16)", async () => {
    const { application, possible_actions: possible } = await call("get_application", {
      organization_id,
      application_id: "app_1"
    })
    const candidate = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }
    assert.deepInclude(application, { ...grace, candidate })
    assert.deepStrictEqual(possible, ["confirm", "decline", "withdraw"])
  })

  it("get_application shows what is known of its files, and no bytes (issue 56)", async () => {
    const { applications } = createClient(upstream.server.client()).organization(organization_id)
    const file = new File(["Ten years of payroll."], "cv.txt", { type: "text/plain" })
    const { id } = await applications.attach("app_1", file, { type: "RESUME" })
    const { application } = await call("get_application", { organization_id, application_id: "app_1" })
    const shown = { type: "RESUME", file_name: "cv.txt", media_type: "text/plain", size_bytes: 21 }
    assert.deepStrictEqual(Object(application).attachments, [{ id, ...shown, scan_status: "NOT_SCANNED" }])
  })

  it("find_users by email and by text, whatever their case", async () => {
    const found = async (given: object) => {
      const { matches, complete } = await call("find_users", { organization_id, ...given })
      assert.isTrue(complete)
      return matches
    }
    const ada = { id: "usr_1", first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", status: "ACTIVE" }
    assert.deepStrictEqual(await found({ email: "ADA@example.com" }), [ada])
    assert.deepStrictEqual(await found({ text: "lov ada" }), [ada])
    assert.deepStrictEqual(await found({ text: "love", email: "nobody@example.com" }), [])
    assert.lengthOf(JSON.parse(JSON.stringify(await found({}))), 2)
  })

  it("get_user shows it whole", async () => {
    const { user } = await call("get_user", { organization_id, user_id: "usr_1" })
    assert.deepInclude(user, { id: "usr_1", email: "ada@example.com", created_at: "2025-11-03T09:30:00.000Z" })
  })

  it("list_agencies and get_agency, without what is empty", async () => {
    const mary = { first_name: "Mary", last_name: "Somerville", email: "mary@example.com" }
    const recruiters = [{ id: "rec_1_1", ...mary, status: "ACTIVE" }]
    assert.deepStrictEqual(await call("list_agencies", { organization_id }), {
      agencies: [
        { id: "agy_1", name: "Good Hands" },
        { id: "agy_2", name: "Steam Talent" }
      ]
    })
    assert.deepStrictEqual(await call("get_agency", { organization_id, agency_id: "agy_1" }), {
      agency: { id: "agy_1", name: "Good Hands", status: "ACTIVE", optimizedFee: true, recruiters }
    })
    assert.deepStrictEqual(await call("get_agency", { organization_id, agency_id: "agy_2" }), {
      agency: { id: "agy_2", name: "Steam Talent", status: "ACTIVE", optimizedFee: false }
    })
  })

  it("get_agency_fees in both spellings (decisions, Fees)", async () => {
    const { fees } = await call("get_agency_fees", { organization_id, agency_id: "agy_2" })
    assert.deepStrictEqual(fees, { optimizedFee: false, customFees: [shownFlat] })
  })

  it("add_user: preview, then apply once the human said yes", async () => {
    const user = { first_name: "Mary", last_name: "Shelley", email: "shelley@example.com" }
    assert.deepStrictEqual(await call("add_user", { organization_id, ...user }), {
      status: "previewed",
      request: user,
      note: unwritten
    })
    assert.strictEqual(upstream.server.count("users.create"), 0)
    const added = await call("add_user", { organization_id, ...user, mode: "apply" })
    assert.strictEqual(added["status"], "added")
    assert.deepInclude(added["user"], user)
    assert.strictEqual(
      human.questions.at(-1),
      'Add this user to `"Analytical Engines (org_1)"`?\n\n' +
        '- first_name: `"Mary"`\n- last_name: `"Shelley"`\n- email: `"shelley@example.com"`'
    )
    assert.strictEqual(upstream.server.count("users.create"), 1)
    const { users } = await call("list_users", { organization_id })
    assert.lengthOf(JSON.parse(JSON.stringify(users)), 3)
  })

  it("set_agency_fees: before and after, then apply (mcp.md, 5.5)", async () => {
    const given = {
      organization_id,
      agency_id: "agy_2",
      customFees: [{ feeType: "PERCENTAGE_FEE", percentage: "20%" }]
    }
    const before = { optimizedFee: false, customFees: [shownFlat] }
    const after = { optimizedFee: false, customFees: [shownPercent] }
    const request = { customFees: [shownPercent] }
    assert.deepStrictEqual(await call("set_agency_fees", given), {
      status: "previewed",
      request,
      before,
      after,
      note: unwritten
    })
    assert.strictEqual(upstream.server.count("agencies.setFees"), 0)
    assert.deepStrictEqual(await call("set_agency_fees", { ...given, mode: "apply" }), {
      status: "set",
      request,
      before,
      after
    })
    assert.include(String(human.questions.at(-1)), "5000.00 EUR")
    assert.include(String(human.questions.at(-1)), "20 %")
    assert.deepStrictEqual(upstream.server.data.fees("org_1", "agy_2"), {
      optimizedFee: false,
      customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }]
    })
  })

  it("list_recent_events returns the events of the calls before", async () => {
    const { events } = await call("list_recent_events", {
      organization_id,
      since: "2025-01-01T00:00:00Z",
      types: ["user.*", "agency_fees.set"]
    })
    const [added, set, ...others] = JSON.parse(JSON.stringify(events))
    assert.match(added, /^2\S+Z user\.created usr_\w+: first_name, last_name, email$/)
    assert.match(set, /^2\S+Z agency_fees\.set agy_2: customFees$/)
    assert.isEmpty(others)
  })

  it("resources, prompts and completions (mcp.md, 5.2)", async () => {
    const { client } = way
    const uris = (await client.listResources()).resources.map(({ uri }) => uri)
    assert.deepStrictEqual(uris, ["partner://guide", "partner://limits", "partner://organizations"])
    for (const uri of [...uris, "partner://organizations/org_1/jobs"]) {
      const { contents } = await client.readResource({ uri })
      assert.isNotEmpty(contents)
    }
    assert.deepStrictEqual(
      (await client.listPrompts()).prompts.map(({ name }) => name),
      ["review_jobs", "add_user_safely", "set_fees_safely"]
    )
    const { messages } = await client.getPrompt({ name: "review_jobs", arguments: { organization_id } })
    assert.include(JSON.stringify(messages), "org_1")
    // A page of the default has a fifth of that.
    assert.include(JSON.stringify(messages), "limit 100 and the fields title, status, location")
    const ref = { type: "ref/prompt" as const, name: "set_fees_safely" }
    const organizations = await client.complete({ ref, argument: { name: "organization_id", value: "diff" } })
    assert.deepStrictEqual(organizations.completion.values, ["org_2"])
    const agencies = await client.complete({
      ref,
      argument: { name: "agency_id", value: "agy_" },
      context: { arguments: { organization_id } }
    })
    assert.deepStrictEqual(agencies.completion.values, ["agy_1", "agy_2"])
  })

  it("an id that is not accessible: refused before any token, with the valid ones (mcp.md, 5.3; B9)", async () => {
    const result = await way.client.callTool({ name: "list_jobs", arguments: { organization_id: "org_9" } })
    assert.strictEqual(result.isError, true)
    const failure = jsonOf(result)
    assert.deepInclude(failure, { error: "unknown_organization", outcome: "not_sent", next: ["list_organizations"] })
    assert.include(String(failure["message"]), '{"id":"org_2","name":"Difference Works"}')
    assert.isEmpty(upstream.server.requests.filter(({ organizationId }) => organizationId === "org_9"))
  })

  it("says nothing that is secret (B7)", () => {
    assert.isAbove(upstream.secrets.size, kind === "stdio" ? 2 : 0)
    for (const secret of upstream.secrets) assert.notInclude(way.log(), secret)
  })
})
