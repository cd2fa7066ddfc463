/**
 * Who changed what: a row for every write, in its transaction, that nobody alters (decisions, Tokens: audit:read; docs/decisions, 16).
 */
import * as Fs from "node:fs"
import { bodyExampleOf } from "@partner-api/contract/BodyExample"
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import { AttachmentId } from "@partner-api/domain/Attachment"
import { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { employerPermissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { AttachmentStore } from "@partner-api/service/store/AttachmentStore"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { errorOf, named } from "./ErrorAnswer.ts"
import { type Answer, basicOf, membersOf, textOf } from "./HttpCall.ts"
import { commandsOn } from "./operator/OnFile.ts"
import { addFile, fileCall } from "./PlantedFile.ts"
import { plantExampleLink, plantInvitation } from "./PlantedInvitation.ts"
import { addWebhook, nowhere } from "./TenantWebhooks.ts"
import { openDatabase, sharedServer, startServer, type TestServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server

const audited = { id: "usr_audited", first_name: "A", last_name: "U", email: "audited@example.com" }
await call("POST", "/v1/users", { token: tokens.acme, json: audited })

const Entry = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^aud_[0-9A-Z]{26}$/)),
  occurred_at: Schema.String,
  action: Schema.String,
  resource_id: Schema.String,
  agency_id: Schema.optionalKey(Schema.String),
  client_id: Schema.optionalKey(Schema.String),
  request_id: Schema.optionalKey(Schema.String),
  changed: Schema.Array(Schema.String),
  supplied: Schema.optionalKey(Schema.Array(Schema.String)),
  before: Schema.optionalKey(Schema.Json),
  after: Schema.optionalKey(Schema.Json)
})
const decode = Schema.decodeUnknownSync(Schema.Array(Entry), { onExcessProperty: "error" })

/** The whole log of an organization, the oldest row first. */
const logOf = async (of: TestServer, token: string) =>
  decode(membersOf(await of.call("GET", "/v1/audit_log", { token }))["content"])

const rowsIn = (file: string): number => {
  using database = openDatabase(file)
  return Number(database.db.prepare("SELECT count(*) AS n FROM journal").get()?.["n"])
}

/** A person whom Hirewell submits for an open job. */
const submission = (email: string) => ({
  job_id: "job_00000001",
  agency_id: "agy_hirewell",
  candidate: { first_name: "Canary", last_name: "Candidate", email },
  note: "Canary note"
})
const submitted = await call("POST", "/v1/applications", { token: tokens.acme, json: submission("one@example.com") })

/** An application that waits for its person, whatever the writes do with the other one. */
const waiting = await call("POST", "/v1/applications", { token: tokens.acme, json: submission("waiting@example.com") })

/** An application whose person the agency may erase. */
const declined = await call("POST", "/v1/applications", {
  token: tokens.acme,
  json: submission("declined@example.com")
})
await call("POST", `/v1/applications/${textOf(declined, "id")}/transitions`, {
  token: tokens.acme,
  json: { action: "decline" }
})

const webhook = await addWebhook(call, tokens.acme, "Audited")
const deleted = await addWebhook(call, tokens.acme, "Deleted")
await plantInvitation(server, { organizationId: "org_acme", id: "inv_audited", name: "Audited" })
await plantExampleLink(server)

/** What the parameters of paths name in the sandbox. */
const params = {
  webhookEndpointId: webhook.webhookEndpointId,
  eventId: webhook.pingId,
  organizationId: "org_acme",
  jobId: "job_00000001",
  userId: "usr_audited",
  agencyId: "agy_hirewell",
  applicationId: textOf(submitted, "id"),
  agencyInvitationId: "inv_audited",
  erasureRequestId: "era_none",
  reasonId: "rea_audited",
  placementId: "plc_00000012_6",
  attachmentId: await addFile(call, tokens.acme, textOf(submitted, "id"))
}

/** What is sent where the example of a body changes nothing, or names what is not there. */
const bodies: Readonly<Record<string, object>> = {
  "applications.submit": submission("two@example.com"),
  "applications.transition": { action: "confirm" },
  "webhookEndpoints.create": { url: nowhere },
  "webhookEndpoints.update": { types: ["user.*"] }
}
/** What the parameters of paths name for a write that needs something else. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "webhookEndpoints.delete": { ...deleted },
  "applications.requestConfirmation": { applicationId: textOf(waiting, "id") },
  "applications.eraseCandidate": { applicationId: textOf(declined, "id") }
}
/** Writes that are more than one change. An accepted invitation makes an agency and a grant. */
const rows: Readonly<Record<string, number>> = { "invitations.accept": 3 }
const writing = endpoints.filter(({ metadata }) => metadata.retry !== "safe" && metadata.access.level !== "public")

/** The id of the secret that was never used: the one that a test before has made. */
const unusedSecretIn = ({ text }: Answer): string => {
  const { secrets }: { readonly secrets: ReadonlyArray<Readonly<Record<string, string>>> } = JSON.parse(text)
  return secrets.find(({ last_used_hour }) => last_used_hour === undefined)?.["id"] ?? "sec_none"
}

describe("the audit log", () => {
  it.for(writing.map((entry) => [entry.id, entry] as const))(
    "has one row for %s, with who and when (decisions, Tokens)",
    async ([, entry]) => {
      const requestId = `audit-${entry.id.replace(".", "-")}`
      const before = rowsIn(server.databaseFile)
      const isOfCredentials = entry.metadata.access.level === "credentials"
      const own = await call("GET", "/v1/client", { token: tokens.primary })
      const named = { ...params, ...others[entry.id], clientSecretId: unusedSecretIn(own) }
      const answer = await call(entry.method, fillPath(entry.path, named), {
        ...(isOfCredentials ? {} : { token: entry.metadata.access.level === "primary" ? tokens.primary : tokens.acme }),
        ...(entry.metadata.file === "request" ? fileCall : { json: bodies[entry.id] ?? bodyExampleOf(entry) }),
        headers: {
          ...(entry.metadata.file === "request" ? fileCall.headers : {}),
          ...(isOfCredentials ? { authorization: basicOf("sandbox-client", "sandbox-secret") } : {}),
          "x-request-id": requestId
        }
      })
      assert.include([200, 201, 202, 204], answer.status, answer.text)
      assert.isUndefined(answer.headers["ratelimit-cost"], "an ordinary write costs one request (decisions, Limits)")
      assert.strictEqual(rowsIn(server.databaseFile), before + (rows[entry.id] ?? 1))
      using database = openDatabase(server.databaseFile)
      const { json } = database.db.prepare("SELECT json FROM journal ORDER BY id DESC LIMIT 1").get() ?? {}
      const row = JSON.parse(String(json))
      assert.deepInclude(row, { client_id: "sandbox-client", request_id: requestId })
      assert.strictEqual(Date.parse(row.occurred_at), server.startMs)
    }
  )

  it("has no row for fees that stay what they are; the answer is what is stored (decisions, Fees)", async () => {
    const path = "/v1/agencies/agy_northwind/fees"
    const fee = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 7, note: "Seven" }
    const reordered = { note: "Seven", feeCents: 7, currency: "EUR", feeType: "FLAT_FEE" }
    const set = await call("POST", path, { token: tokens.acme, json: { optimizedFee: false, customFees: [fee] } })
    const token = await server.scoped(tokens.primary, "org_acme", ["fees:write"])
    const before = rowsIn(server.databaseFile)
    for (const json of [{}, { optimizedFee: false }, { customFees: [reordered] }, { customFees: [fee] }]) {
      const answer = await call("POST", path, { token, json })
      assert.deepStrictEqual([answer.status, answer.text, answer.headers["etag"]], [200, set.text, set.headers["etag"]])
    }
    assert.strictEqual(rowsIn(server.databaseFile), before)
    const stale = await call("POST", path, { token, json: {}, headers: { "if-match": '"other"' } })
    assert.strictEqual(errorOf(stale), named(412))
    assert.strictEqual((await call("POST", path, { token, json: { customFees: [] } })).status, 200)
    assert.strictEqual(rowsIn(server.databaseFile), before + 1)
  })

  it("has no row for a write that failed (docs/decisions, 16)", async () => {
    const before = rowsIn(server.databaseFile)
    const json = { first_name: "X", last_name: "Y", email: "taken@example.com" }
    await call("POST", "/v1/users", { token: tokens.acme, json })
    const again = await call("POST", "/v1/users", { token: tokens.acme, json })
    assert.strictEqual(again.status, 409)
    assert.strictEqual(rowsIn(server.databaseFile), before + 1)
  })

  it("names what changed; values are of money and permissions alone (docs/decisions, 16)", async () => {
    await using own = await startServer()
    const token = await own.partner()
    const user = { id: "usr_own", first_name: "Canary", last_name: "Person", email: "canary@example.com" }
    await own.call("POST", "/v1/users", { token, json: user })
    const fees = { customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000, note: "Canary note" }] }
    await own.call("POST", "/v1/agencies/agy_hirewell/fees", { token, json: fees })
    const [added, set] = (await logOf(own, token)).filter(({ client_id }) => client_id !== undefined)
    assert.deepInclude(added, {
      action: "user.created",
      resource_id: "usr_own",
      changed: ["first_name", "last_name", "email"],
      supplied: ["id"]
    })
    assert.deepInclude(set, {
      action: "agency_fees.set",
      resource_id: "agy_hirewell",
      changed: ["customFees"],
      before: { optimizedFee: true, customFees: [] },
      after: { optimizedFee: true, customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }] }
    })
    using database = openDatabase(own.databaseFile)
    const text = JSON.stringify(database.db.prepare("SELECT json FROM journal").all())
    assert.notMatch(text, /canary/i)
  })

  it("is of one organization, and for those who may read it (decisions, Tokens)", async () => {
    const globex = await logOf(server, tokens.globex)
    assert.deepStrictEqual(
      globex.map(({ action, client_id }) => [action, client_id]),
      [
        "organization.created",
        "jobs.imported",
        "agencies.imported",
        "application.submitted",
        "job.assigned",
        "grant.set"
      ].map((action) => [action, undefined])
    )
    const refused = await call("GET", "/v1/audit_log", { token: await server.partner("sandbox-reader") })
    assert.strictEqual(errorOf(refused), named(403))
    assert.include(textOf(refused, "message"), "audit:read")
  })

  it("cannot be altered, by whatever program (docs/decisions, 16)", async () => {
    using database = openDatabase(server.databaseFile)
    const before = rowsIn(server.databaseFile)
    assert.isAbove(before, 0)
    assert.throws(() => database.db.exec("DELETE FROM journal"), /append-only/)
    assert.throws(() => database.db.exec("UPDATE journal SET json = '{}'"), /append-only/)
    const replace = "INSERT OR REPLACE INTO journal SELECT organization_id, sequence, id, '{}' FROM journal"
    assert.throws(() => database.db.exec(replace), /append-only/)
    assert.strictEqual(rowsIn(server.databaseFile), before)
  })

  it("shows what the operator did with an organization and with clients (README)", async () => {
    await using own = await startServer({ sandbox: false })
    const { run, json } = commandsOn(own.databaseFile)
    await json("organizations", "create", "--name", "A", "--id", "org_a")
    await json("clients", "create", "--name", "C", "--id", "cli_c", "--organization", "org_a", "--as", "employer")
    await json("clients", "grant", "cli_c", "org_a", "--permission", "jobs:read")
    await json("clients", "ungrant", "cli_c", "org_a")
    await json("clients", "revoke", "cli_c", "--yes")
    const [ofOrganization, ofNone] = await Promise.all([
      run("audit", "--organization", "org_a", "--json"),
      run("audit")
    ])
    const entries = ofOrganization.stdout.split("\n").map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      entries.map(({ action, client_id, after }) => [action, client_id, after?.length]),
      [
        ["organization.created", undefined, undefined],
        ["grant.set", undefined, employerPermissions.length],
        ["grant.set", undefined, 1],
        ["grant.removed", undefined, 0]
      ]
    )
    assert.match(
      ofNone.stdout,
      /client\.created +cli_c +by the operator.*\n.*client\.updated +cli_c.*default_organization\n.*client\.revoked +cli_c/
    )
  })
})

/** Settles a file of an application, as an upload does. */
const settleAttachment = (applicationId: ApplicationId, file_name: string) =>
  Effect.gen(function* () {
    const { begin, settle } = yield* AttachmentStore
    const id = AttachmentId.make("att_gone")
    const key = { organizationId: OrganizationId.make("org_acme"), applicationId, id }
    yield* begin(key, 0)
    yield* settle(
      key,
      {
        id,
        type: "RESUME",
        file_name,
        media_type: "application/pdf",
        size_bytes: 1,
        sha256: "00",
        scan_status: "NOT_SCANNED",
        created_at: timestampFromMillis(0)
      },
      0
    )
  })

describe("a person who is erased", () => {
  it("is gone with every stored answer; identifiers stay in the audit log (docs/personal-data.md)", async () => {
    await using own = await startServer()
    const token = await own.partner()
    const keyed = { token, headers: { "idempotency-key": "erase-me" } }
    const person = { id: "usr_gone", first_name: "Erased", last_name: "Person", email: "erased.person@example.com" }
    assert.strictEqual((await own.call("POST", "/v1/users", { ...keyed, json: person })).status, 201)
    const { json, run } = commandsOn(own.databaseFile)
    await json("users", "erase", "org_acme", "usr_gone", "--yes")
    assert.strictEqual((await own.call("GET", "/v1/users/usr_gone", { token })).status, 404)
    using database = openDatabase(own.databaseFile)
    for (const table of ["users", "idempotency_keys", "journal", "events"]) {
      assert.notMatch(JSON.stringify(database.db.prepare(`SELECT * FROM ${table}`).all()), /erased.person|Erased/)
    }
    // Once the write-ahead log is folded back, not a byte is left of it.
    database.db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    assert.notMatch(Fs.readFileSync(own.databaseFile, "latin1"), /erased\.person/i)
    assert.deepStrictEqual(
      (await logOf(own, token))
        .filter(({ action }) => action.startsWith("user."))
        .map(({ action, resource_id }) => [action, resource_id]),
      [
        ["user.created", "usr_gone"],
        ["user.erased", "usr_gone"]
      ]
    )
    const again = await run("users", "erase", "org_acme", "usr_gone", "--yes")
    assert.deepStrictEqual([again.code, again.stdout], [1, ""])
    assert.match(again.stderr, /There is no user usr_gone in the organization org_acme\.$/)
  })

  it("as a candidate is gone from every application, which takes no action any more (docs/personal-data.md)", async () => {
    await using own = await startServer()
    const token = await own.partner()
    const person = { first_name: "Erased", last_name: "Candidate", email: "erased.candidate@example.com" }
    const submit = (more: object) =>
      own.call("POST", "/v1/applications", {
        token,
        headers: { "idempotency-key": JSON.stringify(more).length.toString() },
        json: { job_id: "job_00000001", agency_id: "agy_hirewell", candidate: person, note: "Erased note", ...more }
      })
    const first = await submit({ external_id: "erased-1" })
    const path = `/v1/applications/${textOf(first, "id")}`
    await own.call("POST", `${path}/transitions`, { token, json: { action: "confirm" } })
    await own.call("POST", `${path}/transitions`, {
      token,
      json: { action: "reject", feedback: "Erased feedback, long enough." }
    })
    await submit({})
    await own.run(settleAttachment(ApplicationId.make(textOf(first, "id")), "Erased.pdf"))
    const { json, run } = commandsOn(own.databaseFile)
    const erased = Object(
      await json("candidates", "erase", "org_acme", "--email", "Erased.Candidate@example.com", "--yes")
    )
    assert.lengthOf(erased.application_ids, 2)
    const { candidate, erased_at, external_id, note, rejection, state } = membersOf(
      await own.call("GET", path, { token })
    )
    assert.deepStrictEqual(
      [candidate, external_id, note, rejection, state],
      [undefined, undefined, undefined, undefined, "REJECTED"]
    )
    assert.isString(erased_at)
    const restored = await own.call("POST", `${path}/transitions`, { token, json: { action: "restore" } })
    assert.deepStrictEqual([restored.status, textOf(restored, "error")], [409, "invalid_transition"])
    using database = openDatabase(own.databaseFile)
    for (const table of ["applications", "attachments", "idempotency_keys", "journal", "events"]) {
      assert.notMatch(JSON.stringify(database.db.prepare(`SELECT * FROM ${table}`).all()), /erased[. -](?!")|Erased/)
    }
    database.db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    assert.notMatch(Fs.readFileSync(own.databaseFile, "latin1"), /erased\.candidate|Erased note|Erased feedback/i)
    // The person is nobody's any more, and may be submitted anew.
    assert.strictEqual((await submit({ note: "Anew" })).status, 201)
    const again = await run("candidates", "erase", "org_acme", "--email", "nobody@example.com", "--yes")
    assert.deepStrictEqual([again.code, again.stdout], [1, ""])
    assert.match(again.stderr, /There is no application of this person in the organization org_acme\.$/)
  })
})
