/**
 * What is offered: the list of tools as a client sees it, by the operator's choices, the platform's extensions and the caller's scopes
 * (mcp.md, 5.1, 5.3, 5.5; B5).
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { assert, describe, expect, it } from "@effect/vitest"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { createTestServer, type TestServerOptions } from "@partner-api/client/testing"
import * as Redacted from "effect/Redacted"
import { jsonOf } from "../fixture/Clients.ts"
import { type Choices, toolsets } from "../../src/tools/Choices.ts"
import { audience, startIssuer } from "../fixture/Issuer.ts"
import { listBytesMax, makeClient, type Offered, overHttp, startProduct, usualWrites } from "./Product.ts"

/** The width of a line of the formatter. */
const lineMax = 120
const descriptionLengthMax = 400
const instructionsLengthMax = 600

const toolsOf = async (offered: Offered = {}, options: TestServerOptions = {}, era: "auto" | "legacy" = "auto") => {
  await using way = await overHttp(createTestServer(options), era, undefined, offered)
  const { tools } = await way.client.listTools()
  const again = await way.client.listTools()
  assert.deepStrictEqual(again.tools, tools)
  assert.isAtMost(String(way.client.getInstructions()).length, instructionsLengthMax)
  const { resources } = await way.client.listResources()
  const { resourceTemplates } = await way.client.listResourceTemplates()
  const hasPrompts = way.client.getServerCapabilities()?.prompts !== undefined
  const { prompts } = hasPrompts ? await way.client.listPrompts() : { prompts: [] }
  return {
    tools,
    names: tools.map(({ name }) => name),
    whole: JSON.stringify({ tools, resources, resourceTemplates, prompts })
  }
}

describe("the list of tools (B5)", () => {
  it("is what it was, in both eras, and small", async () => {
    const { tools } = await toolsOf()
    assert.isAtMost(Buffer.byteLength(JSON.stringify(tools)), listBytesMax.whole)
    for (const { description } of tools) assert.isAtMost(String(description).length, descriptionLengthMax)
    const legacy = await toolsOf({}, {}, "legacy")
    assert.deepStrictEqual(legacy.tools, tools)
    // Lists of texts that fit into a line, as the formatter writes them.
    const text = JSON.stringify(tools, undefined, 2).replaceAll(
      /^( *"\w+": )\[\s+("[^"[\]]*"(?:,\s+"[^"[\]]*")*(?:,\s+null)?)\s+\](,?)$/gm,
      (whole: string, name: string, texts: string, comma: string) => {
        const line = `${name}[${texts.replaceAll(/\s*\n\s*/g, " ")}]${comma}`
        return line.length <= lineMax ? line : whole
      }
    )
    await expect(`${text}\n`).toMatchFileSnapshot("tools.json")
  })

  it("is smaller for a server that only reads", async () => {
    const { tools } = await toolsOf({ choices: { toolsets, writes: [] } })
    assert.isTrue(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
    assert.isAtMost(Buffer.byteLength(JSON.stringify(tools)), listBytesMax.reading)
  })

  it("is smaller for a server with the usual writes (docs/hosts)", async () => {
    const { names, tools } = await toolsOf({ choices: { toolsets, writes: usualWrites } })
    assert.notInclude(names, "invite_agency")
    assert.isAtMost(Buffer.byteLength(JSON.stringify(tools)), listBytesMax.usual)
  })

  it("has the hints of the contract", async () => {
    const operations: Readonly<Record<string, string>> = {
      check_connection: "organizations.list",
      list_organizations: "organizations.list",
      list_jobs: "jobs.list",
      find_jobs: "jobs.list",
      get_job: "jobs.get",
      list_assignments: "jobs.assignments",
      create_job: "jobs.create",
      update_job: "jobs.update",
      find_applications: "applications.list",
      get_application: "applications.get",
      list_reasons: "rejectionReasons.list",
      check_candidate: "applications.check",
      submit_application: "applications.submit",
      move_application: "applications.transition",
      find_placements: "placements.list",
      get_placement: "placements.get",
      fall_off: "placements.transition",
      list_users: "users.list",
      find_users: "users.list",
      get_user: "users.get",
      add_user: "users.create",
      list_agencies: "agencies.list",
      get_agency: "agencies.get",
      get_agency_fees: "agencies.getFees",
      preview_fees: "agencies.previewFees",
      set_agency_fees: "agencies.setFees",
      invite_agency: "agencyInvitations.create",
      assign_job: "jobs.assign",
      list_recent_events: "events.list"
    }
    const { tools, names } = await toolsOf()
    assert.sameMembers(names, Object.keys(operations))
    for (const { name, annotations } of tools) {
      const metadata = endpoints.find(({ id }) => id === operations[name])?.metadata
      assert.isDefined(metadata)
      assert.strictEqual(annotations?.readOnlyHint, metadata?.retry === "safe")
      assert.strictEqual(
        annotations?.destructiveHint,
        ["set_agency_fees", "move_application", "fall_off", "update_job", "assign_job"].includes(name)
      )
      assert.strictEqual(
        annotations?.idempotentHint,
        !["add_user", "create_job", "submit_application", "move_application", "fall_off", "invite_agency"].includes(
          name
        )
      )
    }
  })
})

describe("the operator's choices", () => {
  it("no writes: none is there (mcp.md, 5.5)", async () => {
    const { names, whole } = await toolsOf({
      choices: { toolsets: ["organizations", "users", "agencies"], writes: [] }
    })
    assert.deepStrictEqual(names, [
      "check_connection",
      "list_organizations",
      "list_users",
      "find_users",
      "get_user",
      "list_agencies",
      "get_agency",
      "get_agency_fees",
      "preview_fees"
    ])
    assert.notInclude(whole, "safely")
  })

  it("no writes: check_connection says how that can change; with writes it says nothing of it", async () => {
    const connectionWith = async (choices?: Choices) => {
      await using way = await overHttp(createTestServer(), "auto", undefined, choices === undefined ? {} : { choices })
      return jsonOf(await way.client.callTool({ name: "check_connection", arguments: {} }))
    }
    const reading = await connectionWith({ toolsets: ["users"], writes: [] })
    assert.include(String(reading["how_to_write"]), "--enable-writes jobs,users,fees,applications,agencies")
    assert.notProperty(await connectionWith(), "how_to_write")
  })

  it.for([
    ["auto", [], "users"],
    ["legacy", [], "users"],
    ["auto", ["fees"], "users,fees"]
  ] as const)(
    "a write that is not enabled (%s, %j): its call is refused with the flag that enables it",
    async ([era, writes, all]) => {
      const server = createTestServer()
      await using way = await overHttp(server, era, undefined, { choices: { toolsets: ["users"], writes } })
      const { tools } = await way.client.listTools()
      assert.notInclude(
        tools.map(({ name }) => name),
        "add_user"
      )
      const result = await way.client.callTool({
        name: "add_user",
        arguments: { organization_id: "org_1", first_name: "A", last_name: "B", email: "a@example.com", mode: "apply" }
      })
      assert.strictEqual(result.isError, true)
      const refusal = jsonOf(result)
      assert.deepInclude(refusal, { error: "not_enabled", outcome: "not_sent", next: ["check_connection"] })
      assert.include(String(refusal["message"]), "started without writes of users;")
      assert.include(String(refusal["message"]), `--enable-writes ${all} and`)
      assert.strictEqual(server.count("users.create"), 0)
    }
  )

  it("tools by name: those alone, or beside the toolsets, and only as enabled", async () => {
    const offered = async (choices: Choices, pinned?: string) =>
      (await toolsOf({ choices, ...(pinned === undefined ? {} : { pinned }) })).names
    const chosen = ["find_jobs", "add_user", "list_organizations"]
    assert.deepStrictEqual(await offered({ toolsets: [], tools: chosen, writes: ["users"] }), [
      "check_connection",
      "list_organizations",
      "find_jobs",
      "add_user"
    ])
    assert.deepStrictEqual(await offered({ toolsets: ["organizations"], tools: ["get_user"], writes: [] }), [
      "check_connection",
      "list_organizations",
      "get_user"
    ])
    assert.deepStrictEqual(await offered({ toolsets: [], tools: chosen, writes: [] }, "org_1"), [
      "check_connection",
      "find_jobs"
    ])
  })

  it("a write of a toolset that was not chosen is not there", async () => {
    await using way = await overHttp(createTestServer(), "auto", undefined, {
      choices: { toolsets: ["users"], writes: [] }
    })
    const refused = way.client.callTool({ name: "create_job", arguments: {} })
    await refused.then(
      () => assert.fail("It was answered."),
      (error: unknown) => assert.include(String(error), "create_job")
    )
  })

  it("bound to one organization: organization_id is nowhere (mcp.md, 5.3; B9)", async () => {
    const { names, whole } = await toolsOf({ pinned: "org_1" })
    assert.notInclude(whole, "organization_id")
    assert.notInclude(names, "list_organizations")
    assert.include(names, "set_agency_fees")
    const server = createTestServer()
    await using way = await overHttp(server, "auto", undefined, { pinned: "org_2" })
    const { jobs } = jsonOf(await way.client.callTool({ name: "list_jobs", arguments: {} }))
    assert.deepStrictEqual(jobs, [{ id: "job_9", title: "Clerk" }])
    const other = jsonOf(await way.client.callTool({ name: "list_jobs", arguments: { organization_id: "org_1" } }))
    assert.strictEqual(other["error"], "invalid_arguments")
    assert.deepStrictEqual(
      [...new Set(server.requests.map(({ organizationId }) => organizationId))],
      [undefined, "org_2"]
    )
    const jobsResource = await way.client.readResource({ uri: "partner://jobs" })
    assert.include(JSON.stringify(jobsResource.contents), "job_9")
  })
})

describe("the platform's extensions (decisions, Discovery)", () => {
  it("a platform of the plain specification: what it cannot do is not there", async () => {
    const { names } = await toolsOf({}, { plain: true })
    assert.deepStrictEqual(names, [
      "check_connection",
      "list_organizations",
      "list_jobs",
      "find_jobs",
      "add_user",
      "set_agency_fees"
    ])
  })

  it.each([["array" as const], ["envelope" as const]])(
    "plain, lists as %s: jobs are listed and found",
    async (lists) => {
      const server = createTestServer({ plain: { lists } })
      await using way = await overHttp(server, "auto")
      const call = async (name: string, given: object) =>
        jsonOf(await way.client.callTool({ name, arguments: { organization_id: "org_1", ...given } }))
      const first = await call("list_jobs", { limit: 2 })
      assert.lengthOf(JSON.parse(JSON.stringify(first["jobs"])), 2)
      const second = await call("list_jobs", { limit: 2, cursor: first["next_cursor"] })
      assert.deepInclude(JSON.parse(JSON.stringify(second["jobs"]))[0], { id: "job_3" })
      assert.notProperty(second, "next_cursor")
      const { matches } = await call("find_jobs", { text: "mends" })
      assert.deepInclude(JSON.parse(JSON.stringify(matches))[0], { id: "job_3" })
      const preview = await call("set_agency_fees", { agency_id: "agy_1", optimizedFee: false })
      assert.include(String(preview["warning"]), "does not let fees be read")
      assert.notProperty(preview, "before")
    }
  )

  it("an unreachable platform: the server starts, check_connection reports it, and learns later", async () => {
    const server = createTestServer()
    let isAway = true
    await using way = await overHttp(server, "auto", undefined, { isAway: () => isAway })
    const names = async () => (await way.client.listTools()).tools.map(({ name }) => name)
    assert.notInclude(await names(), "get_job")
    isAway = false
    server.failNext("oauth.token", { status: 401 })
    const result = await way.client.callTool({ name: "check_connection", arguments: {} })
    assert.notStrictEqual(result.isError, true)
    const connection = jsonOf(result)
    assert.strictEqual(connection["auth_ok"], false)
    assert.deepInclude(connection["problem"], { error: "unauthorized" })
    assert.include(await names(), "get_job")
  })
})

describe("the caller's scopes (mcp.md, 5.4)", () => {
  it.for([
    ["read jobs", "jobs:read", ["list_jobs", "find_jobs", "get_job", "list_assignments", "list_recent_events"]],
    [
      "read applications",
      "applications:read",
      ["find_applications", "get_application", "list_reasons", "list_recent_events"]
    ],
    ["set fees", "fees:write", ["get_agency_fees", "set_agency_fees"]]
  ] as const)("are the permissions of the contract: who may %s sees no more", async ([, scope, seen]) => {
    await using issuer = await startIssuer()
    const scopes = ["jobs:read", "applications:read", "users:read", "users:write", "agencies:read", "fees:write"]
    await using running = await startProduct(createTestServer(), {
      authorization: { kind: "issuer", issuer: issuer.issuer, audience, scopes }
    })
    const token = await issuer.token({ scope })
    const client = makeClient("auto", undefined)
    await client.connect(
      new StreamableHTTPClientTransport(new URL(running.url), {
        requestInit: { headers: { authorization: `Bearer ${token}` } }
      })
    )
    const { tools } = await client.listTools()
    assert.deepStrictEqual(
      tools.map(({ name }) => name),
      ["check_connection", "list_organizations", ...seen]
    )
    await client.close()
  })

  it("a token of the operator's: everything", async () => {
    const secret = "a-token-of-the-operator"
    await using running = await startProduct(createTestServer(), {
      authorization: { kind: "token", token: Redacted.make(secret) }
    })
    const client = makeClient("auto", undefined)
    await client.connect(
      new StreamableHTTPClientTransport(new URL(running.url), {
        requestInit: { headers: { authorization: `Bearer ${secret}` } }
      })
    )
    assert.lengthOf((await client.listTools()).tools, 29)
    await client.close()
  })
})
