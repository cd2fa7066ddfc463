/**
 * Tools and the grants of the credentials: no tool is offered that the platform would answer with 403, and the list follows the grants
 * (docs/hosts).
 */
import { permissions } from "@partner-api/domain/Permission"
import { createTestServer, type TestServer } from "@partner-api/client/testing"
import { assert, describe, it } from "@effect/vitest"
import * as McpTest from "effect/ai/McpTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as TestClock from "effect/testing/TestClock"
import { ConfirmationLedger } from "../../src/protocol/confirmation/ConfirmationLedger.ts"
import { CurrentPrincipal, localPrincipal } from "../../src/protocol/Principal.ts"
import { protocols } from "../../src/protocol/Revisions.ts"
import { registrations } from "../../src/protocol/ServerDefinition.ts"
import { Signer } from "../../src/protocol/Signer.ts"
import { jsonOf } from "../fixture/Clients.ts"
import { definitionOf, type Offered, overHttp } from "./Product.ts"

const organization_id = "org_1"
const job_id = "job_1"
const agency_id = "agy_1"
const application_id = "app_1"
const salary = { base_salary_cents: 1_000_000, currency: "EUR" }

/** A call of each tool that the platform takes. */
const calls: Readonly<Record<string, object>> = {
  check_connection: {},
  list_organizations: {},
  list_jobs: { organization_id },
  find_jobs: { organization_id },
  get_job: { organization_id, job_id },
  list_assignments: { organization_id, job_id },
  create_job: { organization_id, title: "Clerk", description: "Keeps tables.", external_id: "REQ-1" },
  update_job: { organization_id, job_id, location: "Porto", external_id: "REQ-1" },
  find_applications: { organization_id },
  get_application: { organization_id, application_id },
  list_reasons: { organization_id },
  check_candidate: { organization_id, job_id, agency_id, email: "mary@example.com" },
  submit_application: {
    organization_id,
    job_id,
    agency_id,
    first_name: "Mary",
    last_name: "Shelley",
    email: "mary@example.com"
  },
  move_application: { organization_id, application_id, action: "confirm" },
  find_placements: { organization_id },
  get_placement: { organization_id, placement_id: "plc_1" },
  fall_off: { organization_id, placement_id: "plc_1", on: "2026-01-01", reason: "Left" },
  list_users: { organization_id },
  find_users: { organization_id, email: "ada@example.com" },
  get_user: { organization_id, user_id: "usr_1" },
  add_user: { organization_id, first_name: "Mary", last_name: "Shelley", email: "mary@example.com" },
  list_agencies: { organization_id },
  get_agency: { organization_id, agency_id },
  get_agency_fees: { organization_id, agency_id },
  preview_fees: { organization_id, agency_id, ...salary },
  set_agency_fees: { organization_id, agency_id, optimizedFee: true },
  invite_agency: {
    organization_id,
    company_name: "Hirewell",
    first_name: "Mary",
    last_name: "Shelley",
    email: "mary@example.com"
  },
  assign_job: { organization_id, job_id, agency_id },
  list_recent_events: { organization_id }
}

/** Which tools need which permission. */
const offeredWith: Readonly<Record<string, ReadonlyArray<string>>> = {
  "jobs:read": ["list_jobs", "find_jobs", "get_job", "list_assignments", "list_recent_events"],
  "jobs:write": ["create_job"],
  "applications:read": ["find_applications", "get_application", "list_reasons", "list_recent_events"],
  "applications:write": ["check_candidate", "submit_application"],
  "users:read": ["list_users", "find_users", "get_user", "list_recent_events"],
  "users:write": ["add_user"],
  "agencies:read": ["list_agencies", "get_agency", "get_agency_fees", "preview_fees", "list_recent_events"],
  "fees:write": ["get_agency_fees", "set_agency_fees"],
  "audit:read": [],
  "webhooks:manage": ["list_recent_events"],
  "agencies:write": ["invite_agency"],
  "organization:manage": ["list_recent_events"],
  "privacy:manage": [],
  "placements:read": ["find_placements", "get_placement", "list_recent_events"],
  "placements:write": []
}

type Permission = (typeof permissions)[number]

const serverWith = (...held: ReadonlyArray<Permission>) =>
  createTestServer({
    organizations: [
      {
        id: organization_id,
        name: "Acme",
        permissions: held,
        jobs: [{ id: job_id, title: "Engineer", description: "Builds engines.", status: "OPEN" }],
        agencies: [{ id: agency_id, name: "Steam Talent" }]
      }
    ]
  })

/** The limits of the client. */
const rate = { requests_per_second: 50, burst: 200 }
const limits = { organization: rate, client: rate, grants: 1_000, live_tokens: 10_000, secrets: 2 }

/** The client at the platform from now on: a grant with these permissions. */
const grants = (server: TestServer, ...held: ReadonlyArray<Permission>) =>
  server.answer("client.get", () => ({
    body: { id: server.clientId, name: "Test", grants: [{ organization_id, permissions: held }], limits, secrets: [] }
  }))

const start = async (server: TestServer, offered: Offered = {}) => {
  const way = await overHttp(server, "auto", undefined, offered)
  const names = async () => (await way.client.listTools()).tools.map(({ name }) => name)
  const call = async (name: string, given: object = calls[name] ?? {}) =>
    jsonOf(await way.client.callTool({ name, arguments: { ...given } }))
  return { names, call, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

describe("credentials whose grant holds less than everything", () => {
  it.for(permissions)("%s alone: the tools that it allows, and a call of any of them is not forbidden", async (one) => {
    await using run = await start(serverWith(one))
    const names = await run.names()
    const [, , ...own] = names
    assert.sameMembers(own, [...(offeredWith[one] ?? [])])
    for (const name of names) assert.notStrictEqual((await run.call(name))["error"], "forbidden", name)
  })

  it("a tool that reads before it writes needs both permissions", async () => {
    await using run = await start(serverWith("applications:read", "applications:write", "jobs:read", "jobs:write"))
    assert.includeMembers([...(await run.names())], ["move_application", "update_job", "assign_job"])
  })

  it("check_connection names the tools that are missing, and the permission that each lacks", async () => {
    await using run = await start(serverWith("jobs:read", "agencies:read"))
    assert.deepStrictEqual((await run.call("check_connection"))["tools_that_lack"], {
      "the permission jobs:write": ["create_job", "update_job", "assign_job"],
      "the permission applications:read": ["find_applications", "get_application", "list_reasons"],
      "the permission applications:write": ["check_candidate", "submit_application", "move_application"],
      "the permission users:read": ["list_users", "find_users", "get_user"],
      "the permission users:write": ["add_user"],
      "the permission fees:write": ["set_agency_fees"],
      "the permission agencies:write": ["invite_agency"],
      "the permission placements:read": ["find_placements", "get_placement"],
      "the permission placements:write": ["fall_off"]
    })
    await using whole = await start(serverWith(...permissions))
    assert.notProperty(await whole.call("check_connection"), "tools_that_lack")
  })

  it("a call of a tool that is not offered says which permission it lacks, and is not sent", async () => {
    const server = serverWith("jobs:read")
    await using run = await start(server)
    const refused = await run.call("get_user")
    assert.deepInclude(refused, { error: "forbidden", outcome: "not_sent", next: ["check_connection"] })
    assert.match(String(refused["message"]), /lack the permission users:read, which get_user needs/)
    assert.strictEqual(server.count("users.get"), 0)
  })

  it("with --organization the grant of that organization counts alone", async () => {
    const server = createTestServer({
      organizations: [
        { id: organization_id, name: "Acme", permissions },
        { id: "org_2", name: "Globex", permissions: ["jobs:read"] }
      ]
    })
    await using bound = await start(server, { pinned: "org_2" })
    assert.deepStrictEqual(await bound.names(), [
      "check_connection",
      "list_jobs",
      "find_jobs",
      "get_job",
      "list_assignments",
      "list_recent_events"
    ])
    await using any = await start(server)
    assert.lengthOf(await any.names(), 29)
  })
})

describe("a grant that changes", () => {
  it("is noticed by the next call after a 403: the tool is offered no more", async () => {
    const server = serverWith(...permissions)
    await using run = await start(server, { jumps: true })
    assert.include(await run.names(), "list_users")
    grants(server, "jobs:read")
    server.failNext("users.list", { status: 403 })
    server.clock.advance(11_000)
    assert.strictEqual((await run.call("list_users"))["error"], "forbidden")
    // The list of tools is made anew in the background; a call of the tool waits for it.
    assert.include(String((await run.call("list_users"))["message"]), "Nothing was done")
    assert.notInclude(await run.names(), "list_users")
  })

  it("brings a tool with its first call, before the list has it", async () => {
    const server = serverWith(...permissions)
    grants(server, "jobs:read")
    await using run = await start(server, { jumps: true })
    assert.strictEqual((await run.call("list_users"))["error"], "forbidden")
    grants(server, ...permissions)
    server.clock.advance(11_000)
    assert.isArray((await run.call("list_users"))["users"])
    assert.include(await run.names(), "list_users")
  })
})

it.effect("clients are notified when the grants have changed (docs/hosts)", () =>
  Effect.gen(function* () {
    const server = serverWith(...permissions)
    grants(server, "jobs:read")
    const { definition } = yield* definitionOf(server)
    const client = yield* McpTest.makeClient(registrations(definition), { protocols, protocolVersion: "2025-11-25" })
    const few = yield* client.listTools()
    yield* Queue.clear(client.notifications)
    grants(server, ...permissions)
    yield* TestClock.adjust("61 seconds")
    yield* client.callTool({ name: "list_organizations", arguments: {} })
    const { method } = yield* Queue.take(client.notifications)
    assert.strictEqual(method, "notifications/tools/list_changed")
    assert.isAbove((yield* client.listTools()).tools.length, few.tools.length)
  }).pipe(
    Effect.scoped,
    Effect.provideService(CurrentPrincipal, localPrincipal),
    Effect.provide(Layer.merge(Signer.layer, ConfirmationLedger.layer))
  )
)
