/**
 * The operators' API over HTTP: who is let in, what another site cannot do, and that every endpoint asks for a session and a role. What the
 * services do is tested with the commands and the partners' API.
 */
import { unattendedHeader } from "@partner-api/contract/operator/OperatorAccess"
import { operatorEndpoints } from "@partner-api/contract/operator/OperatorEndpoints"
import { fillPath } from "@partner-api/contract/Path"
import { RequestLogStore } from "@partner-api/service/store/RequestLogStore"
import { bodiesOf } from "@partner-api/contract/Reflection"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as RequestLogDatabase from "../../src/store/requestlog/RequestLogDatabase.ts"
import { freePort } from "../FreePort.ts"
import { basicOf, membersOf, openClient, textOf } from "../HttpCall.ts"
import { loggedAt } from "../NewLoggedRequest.ts"
import { sharedServer, startServer } from "../TestServer.ts"
import { makeLink, openConsole, sessionPath, signIn } from "./ConsoleSession.ts"

const server = await sharedServer({ hasConsole: true, keepsRequestLog: true })

/** A request is in the log from the beginning: the server writes its own some time after the answer. */
const requestLog = { isOn: true, rowsMax: 1, days: 1 }
await server.run(
  Effect.flatMap(RequestLogStore, (store) => store.append({ requests: [loggedAt(server.startMs)], counts: [] })).pipe(
    Effect.provide(RequestLogDatabase.layer({ database: server.database, requestLog }))
  )
)

const readSecrets = Schema.decodeUnknownSync(
  Schema.Struct({
    secrets: Schema.Array(Schema.Struct({ id: Schema.String, made_by: Schema.optionalKey(Schema.String) }))
  })
)

const admin = await signIn(server)
const viewer = await signIn(server, "viewer")

const params: Readonly<Record<string, string>> = {
  clientId: "sandbox-reader",
  organizationId: "org_acme",
  agencyId: "agy_hirewell",
  loggedRequestId: "1",
  operatorId: "opr_none",
  webhookEndpointId: "whe_none",
  eventId: "evt_00000000000070000000000000"
}

/** What an endpoint needs in its query. */
const queries: Readonly<Record<string, string>> = {
  "requests.traffic": "?period=1h",
  "webhookEndpoints.countFailed": "?since=2026-01-01T00:00:00Z"
}

const targets = operatorEndpoints.map((entry) => ({
  ...entry,
  url: fillPath(entry.path, params) + (queries[entry.id] ?? "")
}))

const guarded = targets.filter(({ metadata }) => metadata.access.level === "operator")
const reading = guarded.filter(({ method }) => method === "GET")
const changing = guarded.filter(({ id, method }) => method !== "GET" && id !== "session.signOut")

describe("every endpoint for operators", () => {
  it.for(guarded)("$id answers 401 without a session", async ({ method, url }) => {
    const { send, close } = openConsole(server)
    onTestFinished(close)
    const { json, status } = await send(method, url)
    assert.strictEqual(status, 401)
    assert.strictEqual(Object(json).error, "unauthorized")
  })

  it.for(reading)("$id answers a viewer with what is declared", async ({ successes, url }) => {
    const { headers, json, status } = await viewer.send("GET", url)
    if (url.includes("whe_none")) return assert.strictEqual(status, 404)
    assert.strictEqual(status, 200, JSON.stringify(json))
    assert.strictEqual(headers["cache-control"], "no-store")
    for (const { ast } of bodiesOf(successes)) Schema.decodeUnknownSync(Schema.make<Schema.Codec<unknown>>(ast))(json)
  })

  it.for(changing)("$id refuses a viewer", async ({ method, url }) => {
    const { json, status } = await viewer.send(method, url, method === "POST" ? { json: {} } : {})
    assert.strictEqual(status, 403)
    assert.match(textOf(Object({ json }), "message"), /the role admin; yours is viewer/)
  })
})

describe("a sign-in link", () => {
  it("opens one session, whose cookie no script and no other site gets", async () => {
    const { close, signIn: use } = openConsole(server)
    onTestFinished(close)
    const token = await makeLink(server, "Once", "viewer")
    const { headers, json, status } = await use(token)
    assert.strictEqual(status, 200)
    assert.match(
      (headers["set-cookie"] ?? []).join(),
      /^console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/
    )
    assert.deepInclude(Object(json).operator, { name: "Once", role: "viewer" })
    const again = await use(token)
    assert.strictEqual(again.status, 401)
    assert.match(Object(again.json).message, /unknown, used or expired/)
    assert.isUndefined(again.headers["set-cookie"])
  })

  it("ends after ten minutes", async () => {
    const { close, signIn: use } = openConsole(server)
    onTestFinished(close)
    const token = await makeLink(server, "Late", "viewer")
    await server.advance(600_000)
    assert.strictEqual((await use(token)).status, 401)
  })
})

describe("a session", () => {
  it("ends with the sign-out, for a program that has kept its cookie too", async () => {
    const ada = await signIn(server, "admin", "Ada")
    onTestFinished(ada.close)
    assert.strictEqual((await ada.send("GET", sessionPath)).status, 200)
    const out = await ada.send("DELETE", sessionPath)
    assert.strictEqual(out.status, 204)
    assert.match((out.headers["set-cookie"] ?? []).join(), /^console=; .*Max-Age=0/)
    assert.strictEqual((await ada.send("GET", sessionPath)).status, 401)
  })
})

describe("a request from elsewhere", () => {
  const newClient = { json: { name: "Evil" } }

  it.for([
    ["another site", { origin: "https://evil.example" }],
    ["no address", { origin: "null" }],
    ["the same address on another port", { origin: "http://127.0.0.1:1" }]
  ] as const)("that changes something is refused from %s", async ([, headers]) => {
    const { json, status } = await admin.send("POST", "/operator/v1/clients", { ...newClient, headers })
    assert.strictEqual(status, 403)
    assert.match(Object(json).message, /The header Origin must be the address of the console/)
    assert.match(Object(json).message, /This is the port of the console; programs of partners use that of the API/)
  })

  it("that changes something is refused without an Origin", async () => {
    const { status } = await admin.call("POST", "/operator/v1/clients", {
      ...newClient,
      headers: { cookie: admin.cookie }
    })
    assert.strictEqual(status, 403)
  })

  it("that another page embeds is refused, and a link to the console is not", async () => {
    const read = (mode: string) =>
      admin.send("GET", sessionPath, { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": mode } })
    assert.strictEqual((await read("no-cors")).status, 403)
    assert.strictEqual((await read("navigate")).status, 200)
  })

  it("that names another host is refused", async () => {
    const { json, status } = await admin.send("GET", sessionPath, { headers: { host: "evil.example" } })
    assert.strictEqual(status, 400)
    assert.match(Object(json).message, /OPERATOR_URL/)
  })

  it("gets no endpoint for operators at the partners' listener, and none for partners here", async () => {
    assert.strictEqual((await server.call("GET", "/operator/v1/clients")).status, 404)
    assert.strictEqual((await admin.send("GET", "/v1/jobs")).status, 404)
  })
})

describe("what an operator changes", () => {
  it.for([
    ["nothing", {}, "/role", "required"],
    ["no permission", { permissions: [] }, "/role", "required"],
    ["two things", { role: "reader", permissions: ["jobs:read"] }, "/role", "conflict"],
    ["an agency, and not which", { role: "agency" }, "/agency_id", "required"],
    ["an employer bound to an agency", { role: "employer", agency_id: "agy_hirewell" }, "/role", "conflict"]
  ] as const)("is no grant where it is asked for as %s (docs/decisions/0098)", async ([, requested, path, code]) => {
    const grant = { organization_id: "org_acme", ...requested }
    const granted = await admin.send("POST", "/operator/v1/clients/sandbox-partner/grants", { json: grant })
    const made = await admin.send("POST", "/operator/v1/clients", { json: { name: "Asked", grants: [grant] } })
    assert.deepStrictEqual([granted.status, made.status], [422, 422])
    assert.deepInclude(Object(granted.json).details[0], { path, code })
    assert.deepInclude(Object(made.json).details[0], { path: `/grants/0${path}`, code })
  })

  it("is a grant for a role, with what the role stands for (docs/decisions/0098)", async () => {
    const grants = [{ organization_id: "org_acme", role: "reader" }]
    const made = await admin.send("POST", "/operator/v1/clients", { json: { name: "Reader", grants } })
    const { json } = await admin.send("GET", `/operator/v1/clients/${textOf(made, "client_id")}`)
    assert.sameMembers(Object(json).grants[0].permissions, [
      "jobs:read",
      "applications:read",
      "users:read",
      "agencies:read",
      "audit:read",
      "placements:read"
    ])
  })

  it("is in the audit log under the operator, and has one effect under one key", async () => {
    const request = {
      json: { name: "Hirewell", grants: [{ organization_id: "org_acme", permissions: ["jobs:read"] }] },
      headers: { "idempotency-key": "new-client-1" }
    }
    const first = await admin.send("POST", "/operator/v1/clients", request)
    assert.strictEqual(first.status, 201, first.text)
    const secret = textOf(first, "secret")
    const again = await admin.send("POST", "/operator/v1/clients", request)
    assert.strictEqual(again.headers["idempotency-replayed"], "true")
    assert.deepStrictEqual(again.json, { client_id: textOf(first, "client_id") })
    const token = await server.call("POST", "/oauth/token", {
      form: { grant_type: "client_credentials", client_id: textOf(first, "client_id"), client_secret: secret }
    })
    assert.strictEqual(token.status, 200)

    const { json: session } = await admin.send("GET", sessionPath)
    const { json: log } = await admin.send("GET", "/operator/v1/audit_log?action=client.created&limit=1")
    assert.deepInclude(Object(log).content[0], {
      action: "client.created",
      resource_id: textOf(first, "client_id"),
      operator_id: Object(session).operator.id,
      request_id: first.headers["x-request-id"]
    })
  })

  it("ends no secret that may be the only one in use, and the one that it names (docs/decisions/0148)", async () => {
    const made = await admin.send("POST", "/operator/v1/clients", { json: { name: "Rotating" } })
    const [clientId, secret] = [textOf(made, "client_id"), textOf(made, "secret")]
    const path = `/operator/v1/clients/${clientId}`
    const rotate = (json: object) => admin.send("POST", `${path}/rotate_secret`, { json })
    const secrets = async () => readSecrets((await admin.send("GET", path)).json).secrets
    const [used] = await secrets()
    assert.strictEqual(used?.made_by, "operator")
    // The clock of the server stands still: without this, no secret is the older one.
    await server.advance(1_000)
    const own = await server.call("POST", "/v1/client/secrets", {
      headers: { authorization: basicOf(clientId, secret) }
    })
    const unused = textOf(own, "id")
    const listed = new RegExp(
      `${used?.id} .* by the operator, .*last used in the hour of .*; ${unused} .* by the client itself, .*not used yet`
    )
    for (const step of ["add", "end_older"]) {
      const refused = await rotate({ step })
      assert.strictEqual(refused.status, 409, step)
      assert.match(textOf(refused, "message"), listed)
    }
    assert.strictEqual((await rotate({ step: "end" })).status, 422)
    assert.strictEqual((await rotate({ step: "end", secret_id: "sec_none0000" })).status, 404)
    assert.strictEqual((await rotate({ step: "end", secret_id: unused })).status, 200)
    assert.deepStrictEqual(
      (await secrets()).map(({ id }) => id),
      [used?.id]
    )
    assert.strictEqual((await rotate({ step: "end", secret_id: used?.id })).status, 409)
    const next = await rotate({ step: "add" })
    await server.primary(clientId, textOf(next, "secret"))
    assert.strictEqual((await rotate({ step: "end_older" })).status, 200)
  })

  it("revokes a client, whose tokens end", async () => {
    const token = await server.partner("sandbox-reader")
    assert.strictEqual((await server.call("GET", "/v1/jobs", { token })).status, 200)
    assert.strictEqual((await admin.send("DELETE", "/operator/v1/clients/sandbox-reader")).status, 204)
    await server.advance(1_000)
    assert.strictEqual((await server.call("GET", "/v1/jobs", { token })).status, 401)
    const again = await admin.send("DELETE", "/operator/v1/clients/sandbox-reader")
    assert.strictEqual(again.status, 409)
    const { json } = await admin.send("GET", "/operator/v1/clients/sandbox-reader")
    assert.isString(Object(json).revoked_at)
  })
})

describe("an operator who is invited (docs/decisions/0103)", () => {
  const operators = async () => Object((await admin.send("GET", "/operator/v1/operators")).json).content
  const idOf = async (name: string): Promise<string> =>
    (await operators()).find((one: { readonly name: string }) => one.name === name).id

  it("signs in once with the link that is shown once, in the role of the invitation, and the journal names the admin", async () => {
    const request = {
      json: { name: "Invited", role: "viewer" },
      headers: { "idempotency-key": "invite-1" }
    }
    const made = await admin.send("POST", "/operator/v1/operators", request)
    assert.strictEqual(made.status, 201, made.text)
    const [address, token = ""] = textOf(made, "link").split("#login=")
    assert.strictEqual(address, `${server.consoleUrl}/console/`)
    const again = await admin.send("POST", "/operator/v1/operators", request)
    assert.strictEqual(again.headers["idempotency-replayed"], "true")
    assert.isUndefined(Object(again.json).link)

    const guest = openConsole(server)
    onTestFinished(guest.close)
    const signed = await guest.signIn(token)
    assert.deepInclude(Object(signed.json).operator, { name: "Invited", role: "viewer" })
    assert.strictEqual((await guest.signIn(token)).status, 401)
    const { json: session } = await admin.send("GET", sessionPath)
    const { json: log } = await admin.send("GET", "/operator/v1/audit_log?action=operator.link_created&limit=1")
    assert.deepInclude(Object(log).content[0], {
      resource_id: Object(signed.json).operator.id,
      operator_id: Object(session).operator.id
    })
    assert.deepInclude(
      (await operators()).find((one: { readonly name: string }) => one.name === "Invited"),
      { role: "viewer", sessions: 1 }
    )
  })

  it("is revoked with its session, and nobody revokes oneself or changes the own role", async () => {
    const ben = await signIn(server, "admin", "Ben")
    onTestFinished(ben.close)
    const [benId, ownId] = [await idOf("Ben"), await idOf(admin.name)]
    assert.strictEqual((await ben.send("DELETE", `/operator/v1/operators/${benId}`)).status, 409)
    const own = { json: { name: "Ben", role: "viewer" } }
    assert.strictEqual((await ben.send("POST", "/operator/v1/operators", own)).status, 409)
    assert.strictEqual((await ben.send("GET", sessionPath)).status, 200)
    assert.strictEqual((await admin.send("DELETE", `/operator/v1/operators/${benId}`)).status, 204)
    assert.strictEqual((await ben.send("GET", sessionPath)).status, 401)
    const known = { json: { name: "Ben", role: "viewer" } }
    assert.strictEqual((await admin.send("POST", "/operator/v1/operators", known)).status, 409)
    assert.strictEqual((await admin.send("DELETE", `/operator/v1/operators/${ownId}`)).status, 409)
    assert.strictEqual((await admin.send("DELETE", "/operator/v1/operators/opr_none")).status, 404)
  })
})

describe("an organization (docs/console)", () => {
  it("is created and renamed, under the operator in the audit log, and partners see its name", async () => {
    const made = await admin.send("POST", "/operator/v1/organizations", { json: { name: "Umbrella" } })
    assert.strictEqual(made.status, 201, made.text)
    const id = textOf(made, "id")
    const renamed = await admin.send("POST", `/operator/v1/organizations/${id}/rename`, { json: { name: "Parasol" } })
    assert.deepInclude(Object(renamed.json), { id, name: "Parasol", clients: 0 })
    const shown = await admin.send("GET", `/operator/v1/organizations/${id}`)
    assert.deepInclude(Object(shown.json), {
      id,
      settings: {
        agency_access: "ASSIGNED",
        confirmation: "ATTESTED",
        consent: "OPTIONAL",
        ownership_days: 180,
        fees_apply: "AT_HIRE",
        retention_days: 0
      }
    })
    const { json: log } = await admin.send("GET", `/operator/v1/audit_log?organization_id=${id}`)
    const { json: session } = await admin.send("GET", sessionPath)
    assert.deepStrictEqual(
      Object(log).content.map((entry: { action: string; operator_id: string }) => [entry.action, entry.operator_id]),
      ["organization.renamed", "organization.created"].map((action) => [action, Object(session).operator.id])
    )
    const { json: found } = await admin.send("GET", "/operator/v1/organizations?q=parasol")
    assert.strictEqual(Object(found).content[0].id, id)
    const nameless = await admin.send("POST", "/operator/v1/organizations", { json: { name: " " } })
    assert.strictEqual(nameless.status, 422)
    const unknown = await admin.send("POST", "/operator/v1/organizations/org_none/rename", { json: { name: "None" } })
    assert.strictEqual(unknown.status, 404)
  })

  it("lists its applications to a viewer, and marks those that one client of the employer alone sees (recruiting 6)", async () => {
    const candidate = { first_name: "Emmy", last_name: "Noether", email: "emmy@example.com" }
    const json = { job_id: "job_00000001", agency_id: "agy_hirewell", candidate }
    const token = server.tokens.acme
    const id = textOf(await server.call("POST", "/v1/applications", { token, json }), "id")
    const path = "/operator/v1/organizations/org_acme/applications"
    const listed = async (query: string) => Object((await viewer.send("GET", `${path}?${query}`)).json).content
    const read = membersOf(await server.call("GET", `/v1/applications/${id}`, { token }))
    const [caller] = await server.query("SELECT submitted_by FROM applications WHERE id = ?", id)
    assert.deepStrictEqual(await listed("email=emmy@example.com"), [
      { ...read, only_client_id: caller?.["submitted_by"] }
    ])
    await server.call("POST", `/v1/applications/${id}/transitions`, { token, json: { action: "confirm" } })
    const confirmed = membersOf(await server.call("GET", `/v1/applications/${id}`, { token }))
    assert.deepStrictEqual(await listed("email=emmy@example.com"), [confirmed])
  })

  it("lists its invitations to a viewer, by status, without links, and none of another organization (docs/console)", async () => {
    const person = { company_name: "Hirewell North", first_name: "Robin", last_name: "Doe" }
    const token = server.tokens.acme
    const json = { ...person, email: "robin@north.example" }
    const made = await server.call("POST", "/v1/agency_invitations", { token, json })
    assert.strictEqual(made.status, 201, made.text)
    const { url, ...invitation } = membersOf(made)
    assert.include(String(url), "#")
    const list = async (organizationId: string, query = "") =>
      membersOf(await viewer.send("GET", `/operator/v1/organizations/${organizationId}/agency_invitations${query}`))[
        "content"
      ]
    assert.deepStrictEqual(await list("org_acme"), [invitation])
    assert.deepStrictEqual(await list("org_acme", "?status=PENDING"), [invitation])
    assert.deepStrictEqual(await list("org_acme", "?status=REVOKED"), [])
    assert.deepStrictEqual(await list("org_globex"), [])
  })
})

describe("reasons (recruiting 7)", () => {
  it("are shown to a viewer with how many applications name each, and are unknown of no organization", async () => {
    const path = (id: string) => `/operator/v1/organizations/${id}/rejection_reasons`
    const { reasons } = membersOf(await viewer.send("GET", path("org_acme")))
    const counts = Object(reasons).map((one: object) => ["rejections", "withdrawals"].map((name) => Object(one)[name]))
    assert.lengthOf(counts, 8)
    assert.deepStrictEqual(counts.flat().toSorted().slice(-3), [0, 1, 1])
    assert.deepInclude(Object(reasons)[3], { id: "not_qualified", rejections: 1, withdrawals: 0, active: true })
    assert.strictEqual((await viewer.send("GET", path("org_none"))).status, 404)
  })
})

describe("names (docs/console)", () => {
  it("are those of clients and organizations that are there, fifty of a kind at most", async () => {
    const { json } = await admin.send(
      "GET",
      "/operator/v1/names?client_id=sandbox-client&client_id=nobody&organization_id=org_acme"
    )
    assert.deepStrictEqual(json, {
      clients: [{ id: "sandbox-client", name: "sandbox-client" }],
      organizations: [{ id: "org_acme", name: "Acme" }],
      webhook_endpoints: []
    })
    const many = Array.from({ length: 51 }, (_, index) => `client_id=cli_${index}`).join("&")
    assert.strictEqual((await admin.send("GET", `/operator/v1/names?${many}`)).status, 422)
  })
})

describe("a server without a request log", () => {
  it("says so with the traffic and with a client, and has no request", async () => {
    await using quiet = await startServer({ hasConsole: true })
    const { close, send } = await signIn(quiet, "viewer")
    onTestFinished(close)
    const bodyOf = async (path: string) => Object((await send("GET", path)).json)
    const { client, requests, traffic } = {
      client: await bodyOf("/operator/v1/clients/sandbox-client"),
      requests: await bodyOf("/operator/v1/requests"),
      traffic: await bodyOf("/operator/v1/traffic?period=1h")
    }
    assert.deepStrictEqual([traffic.is_logged, client.use.is_logged, requests.count], [false, false, 0])
    const kept = await admin.send("GET", "/operator/v1/traffic?period=1h")
    assert.isTrue(Object(kept.json).is_logged)
  })
})

it("has a cookie on https that no neighbour of its host can set, and reads no other one (docs/decisions/0065)", async () => {
  const url = "https://operators.example.com"
  const port = await freePort()
  await using behindProxy = await startServer({ hasConsole: true, consoleAt: { port, url } })
  const { call, close } = openClient(port)
  onTestFinished(close)
  const originHeaders = { host: "operators.example.com", origin: url }
  const { headers, status } = await call("POST", sessionPath, {
    headers: originHeaders,
    json: { token: await makeLink(behindProxy, "Ada", "viewer") }
  })
  assert.strictEqual(status, 200)
  const [, token = ""] =
    /^__Host-console=([\w-]{43}); Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/.exec(
      (headers["set-cookie"] ?? []).join()
    ) ?? []
  const statusWith = async (cookie: string) =>
    (await call("GET", sessionPath, { headers: { ...originHeaders, cookie } })).status
  assert.deepStrictEqual(
    [await statusWith(`__Host-console=${token}`), await statusWith(`console=${token}`)],
    [200, 401]
  )
})

// The last one: the sessions of the others end with the clock that it moves.
describe("a session that only a page keeps asking with", () => {
  it("ends 30 minutes after its operator has gone", async () => {
    const ada = await signIn(server, "viewer", "Away")
    onTestFinished(ada.close)
    const minuteMs = 60_000
    const exchange = (headers: Readonly<Record<string, string>>) => ada.send("GET", sessionPath, { headers })
    await server.advance(20 * minuteMs)
    assert.strictEqual((await exchange({})).status, 200)
    await server.advance(20 * minuteMs)
    assert.strictEqual((await exchange({ [unattendedHeader]: "true" })).status, 200)
    await server.advance(10 * minuteMs)
    assert.strictEqual((await exchange({ [unattendedHeader]: "true" })).status, 401)
  })
})
