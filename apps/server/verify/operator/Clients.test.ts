/**
 * Onboarding, granting, rotating and revoking by command, beside a running server: every change is in force within a second
 * (decisions, Tokens; README).
 */
import * as Fs from "node:fs"
import { boundPermissions } from "@partner-api/domain/Permission"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { basicOf, textOf } from "../../test/HttpCall.ts"
import { sharedFolder, startServer } from "../../test/TestServer.ts"
import { pageOf } from "../../test/Walk.ts"
import { processesOn, credentialsOf } from "../../test/operator/OnFile.ts"
import { errorOf, statusOf } from "../../test/operator/Use.ts"
import { startSink } from "../../test/webhooks/Sink.ts"

const staleness = 1_000
const asEmployer = ["--as", "employer"]
const hourMs = 3_600_000

const readSecrets = Schema.decodeUnknownSync(
  Schema.Struct({
    secrets: Schema.Array(Schema.Struct({ id: Schema.String, last_used_at: Schema.NullOr(Schema.String) }))
  })
)

const folder = sharedFolder()
const server = await startServer({ sandbox: false, hostPolicy: { hosts: [], loopback: true } })
afterAll(server.stop)
const commands = processesOn(server.databaseFile)
await commands.json("organizations", "create", "--name", "Acme", "--id", "org_acme")

/** A client of its own for each test, made while the server runs; and the commands about it. */
const onboard = async (id: string, ...args: ReadonlyArray<string>) => {
  const granted = ["--name", "Hirewell", "--id", id, "--organization", "org_acme"]
  const created = await commands.json("clients", "create", ...granted, ...args)
  const secret = credentialsOf(created).client_secret
  const login = (with_: string) =>
    server.call("POST", "/v1/auth/token", { json: { client_id: id, client_secret: with_ } })
  return {
    id,
    secret,
    primary: () => server.primary(id, secret),
    token: () => server.partner(id, secret),
    /** Whether each of these secrets logs in. */
    logins: async (...secrets: ReadonlyArray<string>) => {
      const statuses = []
      for (const each of secrets) statuses.push((await login(each)).status)
      return statuses
    },
    clients: (verb: string, ...more: ReadonlyArray<string>) => commands.json("clients", verb, id, ...more),
    refused: async (verb: string, ...more: ReadonlyArray<string>) => {
      const { code, stdout, stderr } = await commands.run("clients", verb, id, ...more)
      assert.deepStrictEqual([code, stdout], [1, ""])
      return stderr
    }
  }
}

describe("partner-api clients, beside a running server,", () => {
  it("creates a client that can work at once (README)", async () => {
    const client = await onboard("cli_new", ...asEmployer)
    const token = await server.scoped(await client.primary())
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 200)
    assert.strictEqual(await statusOf(server, "/v1/users", token), 200)
    // The only grant is the default organization: a token of the other flow is for it.
    assert.strictEqual(await statusOf(server, "/v1/jobs", await client.token()), 200)
  })

  it("grants the permissions that are named and no others; a later grant changes them (decisions, Tokens)", async () => {
    const client = await onboard("cli_reader", "--permission", "jobs:read", "--permission", "users:read")
    const token = await client.token()
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 200)
    assert.strictEqual(await statusOf(server, "/v1/agencies", token), 403)
    await client.clients("grant", "org_acme", "--permission", "agencies:read")
    await server.advance(staleness)
    assert.strictEqual(await statusOf(server, "/v1/agencies", token), 200)
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 403)
  })

  it("grants what the role stands for, and nothing unasked: a reader changes nothing (docs/decisions/0098)", async () => {
    const client = await onboard("cli_looks", "--as", "reader")
    const token = await client.token()
    for (const path of ["/v1/jobs", "/v1/users", "/v1/agencies", "/v1/audit_log"]) {
      assert.strictEqual(await statusOf(server, path, token), 200, path)
    }
    const user = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }
    assert.strictEqual((await server.call("POST", "/v1/users", { token, json: user })).status, 403)
    const before = JSON.stringify(await client.clients("show"))
    assert.match(
      await client.refused("grant", "org_acme", "--default"),
      /^partner-api: --as must be employer, agency or/
    )
    assert.strictEqual(JSON.stringify(await client.clients("show")), before)
  })

  it("takes a grant back within a second, and mints no more tokens for it (decisions, Tokens)", async () => {
    const client = await onboard("cli_ungranted", ...asEmployer)
    const primary = await client.primary()
    const token = await server.scoped(primary)
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 200)
    assert.deepInclude(await client.clients("ungrant", "org_acme"), { grants: [], default_organization_id: null })
    await server.advance(staleness)
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 403)
    const minted = await server.call("POST", "/v1/organizations/org_acme/token", { token: primary })
    assert.strictEqual(minted.status, 403)
  })

  it("ends no secret in use for one that nobody has deployed, unless it is named or --yes is given (docs/decisions/0148)", async () => {
    const client = await onboard("cli_self", ...asEmployer)
    await client.token()
    const makeOwn = async () => {
      const headers = { authorization: basicOf(client.id, client.secret) }
      return textOf(await server.call("POST", "/v1/client/secrets", { headers }), "id")
    }
    // The clock of the server stands still, and commands have that of the machine.
    await server.advance(hourMs)
    const own = await makeOwn()
    const listed = new RegExp(
      `by the operator, .*last used in the hour of .*; ${own} .*by the client itself, .*not used`
    )
    assert.match(await client.refused("rotate-secret"), listed)
    assert.match(await client.refused("rotate-secret", "--finish"), listed)
    assert.match(await client.refused("rotate-secret", "--finish", "--end", own), /exclude each other/)
    await client.clients("rotate-secret", "--end", own)
    assert.deepStrictEqual(await client.logins(client.secret), [200])
    await makeOwn()
    await client.clients("rotate-secret", "--finish", "--yes")
    assert.deepStrictEqual(await client.logins(client.secret), [401])
  })

  it("rotates a secret in two steps, both good in between, and tokens go on (decisions, Tokens)", async () => {
    const client = await onboard("cli_rotated", ...asEmployer)
    const token = await client.token()
    const next = credentialsOf(await client.clients("rotate-secret")).client_secret
    assert.notStrictEqual(next, client.secret)
    assert.deepStrictEqual(await client.logins(client.secret, next), [200, 200])
    assert.match(await client.refused("rotate-secret"), /2 live secrets already: sec_.*; sec_.*rotate-secret --end/)
    await client.clients("rotate-secret", "--finish")
    assert.deepStrictEqual(await client.logins(client.secret, next), [401, 200])
    await server.advance(staleness)
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 200)
    assert.match(await client.refused("rotate-secret", "--finish"), /no older one to end/)
  })

  it("shows each secret's id, age and the hour of its last use (docs/operators/clients.md, Rotate a secret)", async () => {
    const client = await onboard("cli_secrets", ...asEmployer)
    const secretsNow = async () => readSecrets(await client.clients("show")).secrets
    const [unused] = await secretsNow()
    assert.match(unused?.id ?? "", /^sec_[\w-]{8}$/)
    assert.isNull(unused?.last_used_at)
    // Each write of a use is counted.
    await server.query("CREATE TABLE uses (digest TEXT)")
    await server.query(
      "CREATE TRIGGER used AFTER UPDATE ON client_secrets BEGIN INSERT INTO uses VALUES (NEW.digest); END"
    )
    const uses = async () => (await server.query("SELECT * FROM uses")).length
    assert.deepStrictEqual(await client.logins(client.secret, client.secret, "wrong"), [200, 200, 401])
    assert.strictEqual(await uses(), 1)
    const [used] = await secretsNow()
    assert.match(used?.last_used_at ?? "", /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/)
    await server.advance(hourMs)
    assert.deepStrictEqual(await client.logins(client.secret, client.secret), [200, 200])
    assert.strictEqual(await uses(), 2)
    const [later] = await secretsNow()
    assert.strictEqual(Date.parse(later?.last_used_at ?? "") - Date.parse(used?.last_used_at ?? ""), hourMs)
    await client.clients("rotate-secret")
    const { stdout } = await commands.run("clients", "show", client.id)
    assert.match(
      stdout,
      /\n {2}sec_\S{8} {2}made \S+ by the operator, 0 days old, last used in the hour of \S+:00:00\.000Z\n/
    )
    assert.match(stdout, /\n {2}sec_\S{8} {2}made \S+ by the operator, 0 days old, not used yet\n/)
  })

  it("replaces a secret that leaked at once, with every token (decisions, Tokens)", async () => {
    const client = await onboard("cli_leaked", ...asEmployer)
    const token = await client.token()
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 200)
    const next = credentialsOf(await client.clients("rotate-secret", "--now")).client_secret
    assert.deepStrictEqual(await client.logins(client.secret, next), [401, 200])
    await server.advance(staleness)
    assert.strictEqual(await errorOf(server, "/v1/jobs", token), "unauthorized")
  })

  it("disables the webhook endpoints of a secret that leaked, and names them; the partner enables them (decisions, Webhooks)", async () => {
    using sink = await startSink()
    const client = await onboard("cli_hooks", "--permission", "webhooks:manage", "--permission", "jobs:read")
    const token = await client.token()
    const path = "/v1/webhook_endpoints"
    const id = textOf(await server.call("POST", path, { token, json: { url: sink.url } }), "id")
    await sink.count(1)
    const shown = await commands.run("clients", "show", client.id)
    const line = `  ${id}  org_acme  enabled  ${new URL(sink.url).host}  made `
    assert.include(shown.stdout, line)
    assert.match(shown.stdout, /reads with jobs:read webhooks:manage\n?$/)
    assert.deepInclude(await commands.json("webhooks", "show", id), { permissions: ["jobs:read", "webhooks:manage"] })
    assert.match(await client.refused("rotate-secret", "--keep-webhooks"), /--keep-webhooks belongs to --now/)

    const kept = await client.clients("rotate-secret", "--now", "--keep-webhooks")
    assert.deepInclude(kept, { disabled_webhook_endpoints: [] })
    const { stdout } = await commands.run("clients", "rotate-secret", client.id, "--now")
    assert.match(stdout, /These webhook endpoints are disabled, because .*\n {2}whe_\S+ {2}org_acme {2}disabled {2}/)
    assert.include(stdout, id)
    assert.include(stdout, "partner-api webhooks enable ENDPOINT")
    await server.advance(staleness)
    assert.strictEqual(await errorOf(server, path, token), "unauthorized")
    const again = await server.partner(client.id, /client_secret {2}(\S+)/.exec(stdout)?.[1])
    const found = await server.call("GET", `${path}/${id}`, { token: again })
    assert.strictEqual(textOf(found, "disabled_reason"), "credentials_replaced")
    assert.include(textOf(found, "message"), "Check that the url is yours")
    await server.call("PATCH", `${path}/${id}`, { token: again, json: { status: "enabled" } })
    assert.strictEqual((await sink.count(2))[1]?.type, "ping")
  })

  it("revokes a client for good: secrets, tokens, and no way back (decisions, Tokens)", async () => {
    const client = await onboard("cli_revoked", ...asEmployer)
    const token = await client.token()
    assert.strictEqual(await statusOf(server, "/v1/jobs", token), 200)
    assert.match(JSON.stringify(await client.clients("revoke", "--yes")), /"revoked_at":"20\d\d-/)
    assert.deepStrictEqual(await client.logins(client.secret), [401])
    await server.advance(staleness)
    assert.strictEqual(await errorOf(server, "/v1/jobs", token), "unauthorized")
    const refusals = await Promise.all([
      client.refused("revoke", "--yes"),
      client.refused("rotate-secret"),
      client.refused("grant", "org_acme", ...asEmployer)
    ])
    refusals.forEach((line) => assert.match(line, /^partner-api: The client cli_revoked was revoked at 20\d\d-/))
    const again = await commands.run("clients", "create", "--name", "X", "--id", client.id)
    assert.deepStrictEqual([again.code, again.stderr], [1, "partner-api: There is a client cli_revoked already."])
  })

  it("binds a grant to an agency, and says when a grant is bound no more (decisions, Tokens)", async () => {
    const file = folder.file("agencies.csv")
    Fs.writeFileSync(file, "external_id,name\nAG-1,Hirewell\nAG-2,Northwind\n")
    await commands.json("import", "agencies", file, "--organization", "org_acme")
    const employer = await onboard("cli_employer", ...asEmployer)
    const { content } = pageOf(await server.call("GET", "/v1/agencies", { token: await employer.token() }))
    const [own = "", rival = ""] = content.map(({ id }) => id)
    const client = await onboard("cli_agency", "--as", "agency", "--agency", own)
    const shown = async () => JSON.stringify(await client.clients("show"))
    assert.include(await shown(), `"permissions":${JSON.stringify(boundPermissions)},"agency_id":"${own}"`)
    const token = await client.token()
    assert.strictEqual(await statusOf(server, `/v1/agencies/${own}/fees`, token), 200)
    assert.strictEqual(await statusOf(server, `/v1/agencies/${rival}/fees`, token), 404)

    const refusal = await client.refused("grant", "org_acme", "--agency", own, "--permission", "users:read")
    assert.match(refusal, /bound to an agency cannot hold users:read; it can hold/)
    assert.match(
      await client.refused("grant", "org_acme", "--as", "agency", "--agency", "agy_none"),
      /no agency agy_none in the org/
    )
    assert.include(await shown(), `"permissions":${JSON.stringify(boundPermissions)},"agency_id":"${own}"`)

    const { code, stdout } = await commands.run("clients", "grant", client.id, "org_acme", "--permission", "jobs:read")
    assert.strictEqual(code, 0)
    assert.include(
      stdout,
      `The grant for org_acme was bound to the agency ${own} and is not any more: it is the employer's now.`
    )
    assert.notInclude(await shown(), "agency_id")
    await client.clients("grant", "org_acme", "--as", "agency", "--agency", rival)
    assert.deepInclude(await client.clients("grant", "org_acme", ...asEmployer), { unbound_agency_id: rival })
    assert.notInclude(JSON.stringify(await client.clients("grant", "org_acme", ...asEmployer)), "unbound_agency_id")
    await server.advance(staleness)
    assert.strictEqual(await statusOf(server, `/v1/agencies/${rival}/fees`, token), 200)
  })

  it("gives the right to create organizations, and a default organization, where its flags ask for them (decisions, Tokens)", async () => {
    const client = await onboard("cli_creator", ...asEmployer, "--may-create-organizations")
    const answer = await server.call("POST", "/v1/organizations", {
      token: await client.primary(),
      json: { name: "Globex" }
    })
    assert.strictEqual(answer.status, 201)
    const id = textOf(answer, "id")
    assert.deepInclude(await client.clients("show"), { default_organization_id: "org_acme" })
    assert.deepInclude(await client.clients("grant", id, ...asEmployer, "--default"), { default_organization_id: id })
  })

  it("prints no secret but the one it made (README)", async () => {
    const client = await onboard("cli_shown", ...asEmployer)
    const outputs = await Promise.all([commands.run("clients", "show", client.id), commands.run("clients", "list")])
    outputs.forEach(({ code, stdout }) => {
      assert.strictEqual(code, 0)
      assert.include(stdout, client.id)
      assert.notInclude(stdout, client.secret)
    })
  })
})
