/**
 * The tenant matrix: every endpoint of the contract, under every kind of token, for ids of one's own, of another organization and of
 * nobody (decisions, Tokens). Generated from the contract.
 *
 * Every answer of one organization is searched for what only the other one holds.
 */
import * as Crypto from "node:crypto"
import { bodyExampleOf } from "@partner-api/contract/BodyExample"
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { dayOf } from "@partner-api/domain/CalendarDate"
import { isBoundPermission, permissions } from "@partner-api/domain/Permission"
import { isTokenOptional } from "@partner-api/domain/Token"
import { assert, describe, it } from "@effect/vitest"
import { lastIdOf } from "./EventAnswer.ts"
import { errorOf, named, withoutRequestId } from "./ErrorAnswer.ts"
import { basicOf, type Answer, type Call } from "./HttpCall.ts"
import { addFile, fileCall } from "./PlantedFile.ts"
import { forgetExampleLink, plantExampleLink, plantInvitation } from "./PlantedInvitation.ts"
import { plantErasureRequest } from "./PlantedErasureRequest.ts"
import { plantPlacement } from "./PlantedPlacement.ts"
import { addWebhook, nowhere, type PlantedWebhook } from "./TenantWebhooks.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer({ keepsRequestLog: true })
const { call } = server
const canary = "CANARY-OF-GLOBEX"
/** What an agency may not see of the organization it works for: a rival's name and fees, and a job that is a draft. */
const rivalCanary = "CANARY-OF-NORTHWIND"

/** The applications, each by its organization, id and agency, with what its candidate and note say. */
const planted = [
  ["org_acme", "app_own", "agy_hirewell", "Acme's own"],
  ["org_acme", "app_rival", "agy_northwind", rivalCanary],
  ["org_globex", "app_globex_only", "agy_contoso", canary]
] as const
const unconfirmed = {
  state: "UNCONFIRMED",
  state_entered_at: "2026-01-01T00:00:00.000Z",
  version: 1,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z"
}

/** What only Globex holds, under ids that Acme does not have. Its values are the canary. */
const plant = async () => {
  const { query } = server
  const job = JSON.stringify({ id: "job_globex_only", title: canary, description: canary })
  const at = "2026-01-01T00:00:00.000Z"
  const user = "('org_globex', 'usr_globex_only', 'c@globex.example', ?, ?, ?, ?, 'c@globex.example')"
  await query("INSERT INTO jobs (organization_id, id, json) VALUES ('org_globex', 'job_globex_only', ?)", job)
  const columns = "organization_id, id, email_key, created_at, updated_at, first_name, last_name, email"
  await query(`INSERT INTO users (${columns}) VALUES ${user}`, at, at, canary, canary)
  await query("UPDATE agencies SET name = ? WHERE organization_id = 'org_globex'", canary)
  await plantInvitation(server, { organizationId: "org_acme", id: "inv_own", name: "Acme's own" })
  await plantInvitation(server, { organizationId: "org_acme", id: "inv_rival", name: rivalCanary })
  await plantInvitation(server, { organizationId: "org_globex", id: "inv_globex_only", name: canary })
  await plantErasureRequest(server, "org_acme", "era_own")
  await plantErasureRequest(server, "org_acme", "era_rival")
  await plantErasureRequest(server, "org_globex", "era_globex_only", canary)
  await plantPlacement(server, "org_acme", { id: "plc_own", agencyId: "agy_hirewell" })
  await plantPlacement(server, "org_acme", { id: "plc_rival", agencyId: "agy_northwind", name: rivalCanary })
  await plantPlacement(server, "org_globex", { id: "plc_globex_only", agencyId: "agy_contoso", name: canary })
  const fees = JSON.stringify([{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1, note: rivalCanary }])
  await query("UPDATE agencies SET name = ?, custom_fees = ? WHERE id = 'agy_northwind'", rivalCanary, fees)
  for (const { id, json, organization_id } of await query("SELECT * FROM jobs WHERE status = 'DRAFT'")) {
    const changed = JSON.stringify({ ...JSON.parse(String(json)), title: rivalCanary })
    await query("UPDATE jobs SET json = ? WHERE organization_id = ? AND id = ?", changed, organization_id, id)
  }
  for (const [organization, id, agency, note] of planted) {
    const application = { id, job_id: "job_00000001", agency_id: agency, note, ...unconfirmed }
    await query(
      "INSERT INTO applications (organization_id, id, job_id, agency_id, email_key, state, written_at_ms, json) VALUES (?, ?, 'job_00000001', ?, ?, 'UNCONFIRMED', 0, ?)",
      organization,
      id,
      agency,
      `${id}@example.com`,
      JSON.stringify({ ...application, candidate: { first_name: note, last_name: note, email: `${id}@example.com` } })
    )
    const message = {
      id: "msg_planted",
      application_id: id,
      from: "EMPLOYER",
      body: note,
      created_at: unconfirmed.created_at
    }
    await query(
      "INSERT INTO messages (organization_id, application_id, number, json) VALUES (?, ?, 1, ?)",
      organization,
      id,
      JSON.stringify(message)
    )
  }
  // All permissions stay stored, as an earlier program would have left it: what a bound grant holds is decided at use.
  await query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
}

/** Whose an id is. `bound` is one's own too, of the client that is bound to an agency: an endpoint belongs to its client. */
type Owner = "own" | "bound" | "rival" | "foreign" | "unknown"
const ownIds = {
  organizationId: "org_acme",
  jobId: "job_00000001",
  userId: "usr_acme_only",
  agencyId: "agy_hirewell",
  applicationId: "app_own",
  agencyInvitationId: "inv_own",
  erasureRequestId: "era_own",
  reasonId: "rea_own",
  placementId: "plc_own"
}
const ids: Readonly<Record<Owner, Readonly<Record<string, string>>>> = {
  own: ownIds,
  bound: ownIds,
  rival: {
    organizationId: "org_globex",
    jobId: "job_00000004",
    userId: "usr_acme_only",
    agencyId: "agy_northwind",
    applicationId: "app_rival",
    agencyInvitationId: "inv_rival",
    erasureRequestId: "era_rival",
    // Every agency reads the reasons of its employer.
    reasonId: "rea_none",
    placementId: "plc_rival"
  },
  foreign: {
    organizationId: "org_initech",
    jobId: "job_globex_only",
    userId: "usr_globex_only",
    agencyId: "agy_contoso",
    applicationId: "app_globex_only",
    agencyInvitationId: "inv_globex_only",
    erasureRequestId: "era_globex_only",
    reasonId: "rea_globex_only",
    placementId: "plc_globex_only"
  },
  unknown: {
    organizationId: "org_none",
    jobId: "job_none",
    userId: "usr_none",
    agencyId: "agy_none",
    applicationId: "app_none",
    agencyInvitationId: "inv_none",
    erasureRequestId: "era_none",
    reasonId: "rea_none",
    placementId: "plc_none"
  }
}

let people = 0
/**
 * Bodies that differ from call to call, or that fit what is planted; every other endpoint is sent the example of its body. An empty body of
 * `organizations.token` asks for all permissions.
 */
const bodies: Readonly<Record<string, () => object | undefined>> = {
  "organizations.token": () => undefined,
  "applications.submit": () => ({
    job_id: "job_00000001",
    agency_id: "agy_hirewell",
    candidate: { first_name: "M", last_name: "X", email: `candidate.${people++}@example.com` }
  }),
  "applications.update": () => ({ note: `Note ${people++}` }),
  // What the action changes is no matter here, and it can be taken again.
  "applications.transition": () => ({ action: "confirm" }),
  // It can be moved again and again.
  "placements.transition": () => ({ action: "reschedule", start_date: dayOf(server.startMs) }),
  "jobs.update": () => ({ location: `Place ${people++}` }),
  "users.create": () => ({ first_name: "M", last_name: "X", email: `matrix.${people++}@example.com` }),
  "users.update": () => ({ first_name: `M${people++}` }),
  "webhookEndpoints.create": () => ({ url: nowhere }),
  "webhookEndpoints.update": () => ({ types: ["job.*"] })
}

const guarded = endpoints.filter(({ metadata: { access } }) => access.level === "primary" || access.level === "scoped")
/** Endpoints that take the credentials of a client, and no token. */
const ofCredentials = endpoints.filter(({ metadata }) => metadata.access.level === "credentials")
const levelOf = ({ metadata }: EndpointEntry) => metadata.access.level
/** An endpoint without a permission of its own shows what the token may read: nothing, where that is nothing. */
const needsPermission = ({ metadata: { access } }: EndpointEntry): boolean =>
  access.level === "scoped" && access.anyOf.length > 0
const hasId = ({ path }: EndpointEntry): boolean => path.includes(":")
/** A write that makes what its path names knows no unknown id: another organization's is free in one's own. */
const makesItsId = ({ id }: EndpointEntry): boolean => id === "rejectionReasons.set"

/** The statuses of a grant that is bound to an agency, where the rule does not give them: organizations are not an agency's. */
const exceptions: Readonly<Record<string, readonly [own: number, others: number]>> = {
  "organizations.create": [403, 403],
  "organizations.token": [200, 403]
}

/**
 * What a grant that is bound to an agency gets for its own id, and for another one: everything is closed to it whose permission it cannot
 * hold (403), and another id is unknown to it (404).
 */
const asAgency = (entry: EndpointEntry): readonly [own: number, others: number] => {
  const { access } = entry.metadata
  const isOpen =
    access.level !== "scoped" ||
    !needsPermission(entry) ||
    (access.isEmployers !== true && access.anyOf.some(isBoundPermission))
  const own = isOpen ? Number([...entry.successes.keys()][0]) : 403
  return exceptions[entry.id] ?? [own, isOpen && hasId(entry) ? 404 : own]
}

await plant()
const user = { id: "usr_acme_only", first_name: "A", last_name: "O", email: "acme.only@example.com" }
const acme = await server.scoped(await server.primary())
await call("POST", "/v1/users", { token: acme, json: user })

/** An event of each owner: of an application of the agency, of its rival's, and of a user of Globex. */
const recordEvents = async (): Promise<Readonly<Record<Owner, string>>> => {
  const submit = (agency_id: string, name: string) =>
    call("POST", "/v1/applications", {
      token: acme,
      json: {
        job_id: "job_00000001",
        agency_id,
        candidate: { first_name: name, last_name: name, email: `${agency_id}@example.com` }
      }
    })
  const globex = await server.scoped(await server.primary(), "org_globex")
  const latestOf = async (token: string) =>
    lastIdOf(await call("GET", "/v1/events?types=application.submitted,user.created", { token }))
  await submit("agy_hirewell", "Acme's own")
  const own = await latestOf(acme)
  await submit("agy_northwind", rivalCanary)
  const rival = await latestOf(acme)
  await call("POST", "/v1/users", {
    token: globex,
    json: { ...user, id: "usr_event", first_name: canary, email: "e@globex.example" }
  })
  return { own, bound: own, rival, foreign: await latestOf(globex), unknown: "evt_none" }
}
const eventIds = await recordEvents()

/** How an endpoint of each owner is added. The rival is the client of the organization, which the bound one does not see. */
const addOf: Readonly<Record<Owner, () => Promise<PlantedWebhook>>> = {
  own: () => addWebhook(call, acme, "Acme's own"),
  bound: async () => addWebhook(call, await server.partner("sandbox-partner"), "Hirewell's own"),
  rival: () => addWebhook(call, acme, rivalCanary),
  foreign: async () => addWebhook(call, await server.scoped(await server.primary(), "org_globex"), canary),
  unknown: () => Promise.resolve({ webhookEndpointId: "whe_none", pingId: "evt_none" })
}
const webhooks: Record<Owner, PlantedWebhook> = {
  own: await addOf.own(),
  bound: await addOf.bound(),
  rival: await addOf.rival(),
  foreign: await addOf.foreign(),
  unknown: await addOf.unknown()
}

/** The file of each owner, in the application of that owner. */
const fileOf: Readonly<Record<Owner, () => Promise<string>>> = {
  own: () => addFile(call, acme, ownIds.applicationId),
  bound: () => addFile(call, acme, ownIds.applicationId),
  rival: () => addFile(call, acme, "app_rival"),
  foreign: async () => addFile(call, await server.scoped(await server.primary(), "org_globex"), "app_globex_only"),
  unknown: () => Promise.resolve("att_none")
}

/** A token that is over, one of a client that is revoked, one that was revoked: each known to the database or known no more. */
const deadTokens = async () => {
  const expired = Crypto.randomBytes(32).toString("base64url")
  const [revokedPrimary, disabled] = [await server.primary(), await server.partner("sandbox-reader")]
  const revokedScoped = await server.scoped(revokedPrimary)
  const form = { client_id: "sandbox-client", client_secret: "sandbox-secret", token: revokedPrimary }
  assert.strictEqual((await call("POST", "/oauth/revoke", { form })).status, 200)
  await server.query(
    `INSERT INTO tokens (digest, client_id, is_primary, organization_id, expires_at_ms)
     VALUES (?, 'sandbox-client', 1, 'org_acme', ?)`,
    Crypto.hash("sha256", expired, "base64url"),
    server.startMs
  )
  await server.query("UPDATE clients SET revoked_at = '2026-01-01T00:00:00.000Z' WHERE id = 'sandbox-reader'")
  // What is known of a token is a second old at most.
  await server.advance(1_000)
  return { expired, revokedPrimary, revokedScoped, disabled }
}
const dead = await deadTokens()
const primary = await server.primary()
const withAllOtherPermissions = async (entry: EndpointEntry) => {
  const { access } = entry.metadata
  const others = permissions.filter((permission) => access.level !== "scoped" || !access.anyOf.includes(permission))
  return server.scoped(primary, "org_acme", others)
}

/** A token of the client that is bound to Hirewell, for the level of an endpoint. */
const asHirewell = async (entry: EndpointEntry, kind: "flow A" | "flow B" | "narrowed to what it cannot hold") => {
  if (kind === "flow B") return server.partner("sandbox-partner")
  const own = await server.primary("sandbox-partner", "sandbox-partner-secret")
  if (levelOf(entry) === "primary") return own
  return server.scoped(own, "org_acme", kind === "flow A" ? undefined : ["users:read", "fees:write", "audit:read"])
}

type Refusal = readonly [
  what: string,
  send: (entry: EndpointEntry, good: string) => Promise<Call> | Call,
  status: number
]
const bearer = (token: string): Call => ({ token })
const refusals: ReadonlyArray<Refusal> = [
  ["no token", () => ({}), 401],
  ["an empty token", () => ({ headers: { authorization: "Bearer " } }), 401],
  ["a malformed token", () => bearer("not.a.token"), 401],
  ["a token of 10 kB", () => bearer("A".repeat(10_240)), 401],
  ["a token with one bit changed", (_, good) => bearer(`${good.startsWith("A") ? "B" : "A"}${good.slice(1)}`), 401],
  ["an unsigned JSON Web Token", () => bearer("eyJhbGciOiJub25lIn0.eyJvcmciOiJvcmdfYWNtZSJ9."), 401],
  [
    "Basic in place of Bearer",
    () => ({ headers: { authorization: `Basic ${btoa("sandbox-client:sandbox-secret")}` } }),
    401
  ],
  ["an expired token", () => bearer(dead.expired), 401],
  ["a revoked token", (entry) => bearer(levelOf(entry) === "primary" ? dead.revokedPrimary : dead.revokedScoped), 401],
  ["a token of a revoked client", () => bearer(dead.disabled), 401],
  ["a token of the other level", (entry) => bearer(levelOf(entry) === "primary" ? acme : primary), 403],
  ["different tokens in both headers", (_, good) => ({ token: good, headers: { "x-auth-token": `${good}x` } }), 400]
]

const ownApplication = (await server.query("SELECT json FROM applications WHERE id = 'app_own'"))[0]

/** An action has its effect once: the application is taken back to where it was, or to its end. */
const rewind = async (state = "UNCONFIRMED") => {
  const json = String(ownApplication?.["json"]).replace('"UNCONFIRMED"', `"${state}"`)
  await server.query(
    `UPDATE applications SET state = '${state}', json = '${json.replaceAll("'", "''")}' WHERE id = 'app_own'`
  )
  // An application gets a few links a day.
  await server.query("DELETE FROM confirmation_links")
}

/** A message needs an application whose person has confirmed. */
const confirmOwn = () =>
  server.query(
    "UPDATE applications SET json = ? WHERE id = 'app_own'",
    String(ownApplication?.["json"]).replace(
      '"UNCONFIRMED"',
      '"AWAITING_SORT","confirmed_at":"2026-01-01T00:00:00.000Z"'
    )
  )

const assignmentIds = ["jobs.getAssignment", "jobs.unassign"]
/** The assignment of one's own, which a call may have deleted. */
const assign = () => call("PUT", fillPath("/v1/jobs/:jobId/assignments/:agencyId", ownIds), { token: acme, json: {} })

const reason = { text: "Acme's own", category: "JOB" }
/** The reasons of one's own, and of Globex, which a call may have deleted or made anew. */
const plantReasons = async () => {
  await server.query("DELETE FROM rejection_reasons WHERE id IN ('rea_own', 'rea_globex_only', 'rea_none')")
  await call("PUT", fillPath("/v1/rejection_reasons/:reasonId", ownIds), { token: acme, json: reason })
  await server.query(
    "INSERT INTO rejection_reasons (organization_id, id, text, category, is_active) VALUES ('org_globex', 'rea_globex_only', ?, 'JOB', 1)",
    canary
  )
}

const send = async (entry: EndpointEntry, owner: Owner, request: Call, query = ""): Promise<Answer> => {
  if (entry.id === "applications.transition" || entry.id === "applications.requestConfirmation") await rewind()
  if (entry.id === "applications.eraseCandidate") await rewind("DECLINED")
  if (entry.id === "messages.create") await confirmOwn()
  if (assignmentIds.includes(entry.id)) await assign()
  if (entry.group.identifier === "rejectionReasons") await plantReasons()
  const isAcceptance = entry.id === "invitations.accept"
  if (isAcceptance) await plantExampleLink(server)
  const body = bodies[entry.id]
  const json = body === undefined ? bodyExampleOf(entry) : body()
  const { pingId, webhookEndpointId } = webhooks[owner]
  const attachmentId = entry.path.includes(":attachmentId") ? await fileOf[owner]() : ""
  const params = { ...ids[owner], webhookEndpointId, attachmentId }
  const eventId = entry.id === "webhookEndpoints.redeliver" ? pingId : eventIds[owner]
  const answer = await call(entry.method, fillPath(entry.path, { ...params, eventId }) + query, {
    ...request,
    ...(json === undefined ? {} : { json }),
    ...(entry.metadata.file === "request" ? { ...fileCall, headers: { ...fileCall.headers, ...request.headers } } : {})
  })
  // An application has a few files at most.
  if (entry.group.identifier === "attachments") await server.query("DELETE FROM attachments")
  if (isAcceptance) await forgetExampleLink(server)
  // An endpoint is deleted once: the next call has another one.
  if (entry.id === "webhookEndpoints.delete" && answer.status === 204) webhooks[owner] = await addOf[owner]()
  return answer
}

/** Nothing that only the other organization holds. */
const isClean = (answer: Answer): void => {
  assert.notInclude(answer.text, canary)
  assert.notInclude(JSON.stringify(answer.headers), canary)
}

const ownersFor = (entry: EndpointEntry): ReadonlyArray<Owner> =>
  hasId(entry) ? ["own", "foreign", "unknown"] : ["own"]
const goodFor = (entry: EndpointEntry): string => (levelOf(entry) === "primary" ? primary : acme)
const nameOf = ({ method, path }: EndpointEntry): string => `${method} ${path}`
const withName = (entries: ReadonlyArray<EndpointEntry>) => entries.map((entry) => [nameOf(entry), entry] as const)

describe("the tenant matrix", () => {
  it("has exceptions and bodies for guarded endpoints, and for no other (decisions, Tokens)", () => {
    const ids = guarded.map(({ id }) => id)
    for (const table of [exceptions, bodies]) assert.includeMembers(ids, Object.keys(table))
  })

  it("opens these writes to agencies, and no other (decisions, Tokens)", () => {
    const opened = guarded.filter((entry) => entry.method !== "GET" && asAgency(entry)[0] !== 403).map(({ id }) => id)
    assert.sameMembers(opened, [
      "organizations.token",
      "applications.check",
      "applications.submit",
      "applications.update",
      "applications.transition",
      "applications.requestConfirmation",
      "applications.eraseCandidate",
      "attachments.create",
      "attachments.remove",
      "messages.create",
      "agencies.previewFees",
      "invitations.accept",
      "webhookEndpoints.create",
      "webhookEndpoints.update",
      "webhookEndpoints.delete",
      "webhookEndpoints.rotateSecret",
      "webhookEndpoints.test",
      "webhookEndpoints.redeliver",
      "webhookEndpoints.recover"
    ])
  })

  it("would see the canary: Globex does (decisions, Tokens)", async () => {
    const globex = await server.scoped(primary, "org_globex")
    const paths = ["/v1/jobs", "/v1/users", "/v1/agencies", "/v1/applications", "/v1/webhook_endpoints"]
    await plantReasons()
    for (const path of [
      ...paths,
      "/v1/rejection_reasons",
      "/v1/jobs/job_globex_only",
      "/v1/applications/app_globex_only"
    ]) {
      assert.include((await call("GET", path, { token: globex })).text, canary)
    }
  })

  it.for(
    guarded.flatMap((entry) =>
      refusals
        .filter(([what]) => what !== "no token" || !isTokenOptional(entry.metadata.access))
        .map(([what, callOf, status]) => [nameOf(entry), what, status, entry, callOf] as const)
    )
  )("%s refuses %s with %i, whosever the id is (decisions, Tokens)", async ([, , status, entry, callOf]) => {
    for (const owner of ownersFor(entry)) {
      const answer = await send(entry, owner, await callOf(entry, goodFor(entry)))
      assert.strictEqual(errorOf(answer), named(status))
      isClean(answer)
    }
  })

  it.for(withName(guarded))("%s refuses a token in the address with 400 (decisions, Tokens)", async ([, entry]) => {
    for (const owner of ownersFor(entry)) {
      const answer = await send(entry, owner, {}, `?access_token=${goodFor(entry)}`)
      assert.strictEqual(errorOf(answer), named(400))
      assert.notInclude(answer.text, goodFor(entry))
    }
  })

  it.for(withName(guarded))(
    "%s does what it is for with one's own id, and shows nothing of others (decisions, Tokens)",
    async ([, entry]) => {
      const answer = await send(entry, "own", bearer(goodFor(entry)))
      assert.include([200, 201, 202, 204], answer.status, answer.text)
      isClean(answer)
    }
  )

  it.for(withName(guarded.filter((entry) => levelOf(entry) === "scoped" && needsPermission(entry))))(
    "%s refuses a token that was narrowed to everything else, and names what is missing (decisions, Tokens)",
    async ([, entry]) => {
      const { access } = entry.metadata
      const token = await withAllOtherPermissions(entry)
      for (const owner of ownersFor(entry)) {
        const answer = await send(entry, owner, bearer(token))
        assert.strictEqual(errorOf(answer), named(403))
        assert.include(answer.text, access.level === "scoped" ? access.anyOf.join(" or ") : "nothing")
        isClean(answer)
      }
    }
  )

  it.for(withName(guarded.filter((entry) => hasId(entry) && !makesItsId(entry))))(
    "%s answers a foreign id like an unknown one, byte for byte (decisions, Tokens)",
    async ([, entry]) => {
      const good = bearer(goodFor(entry))
      const [foreign, unknown] = [await send(entry, "foreign", good), await send(entry, "unknown", good)]
      assert.strictEqual(errorOf(foreign), named(levelOf(entry) === "primary" ? 403 : 404))
      assert.deepStrictEqual(withoutRequestId(foreign), withoutRequestId(unknown))
    }
  )

  it.for(
    guarded.flatMap((entry) =>
      (["flow A", "flow B", "narrowed to what it cannot hold"] as const).map(
        (kind) => [nameOf(entry), kind, entry] as const
      )
    )
  )(
    "%s shows a grant that is bound to an agency nothing of its rivals, in a token of %s (decisions, Tokens)",
    async ([, kind, entry]) => {
      const token = await asHirewell(entry, kind)
      const [own, others] = asAgency(entry)
      const isClosed = kind === "narrowed to what it cannot hold" && levelOf(entry) === "scoped"
      const answer = await send(entry, "bound", bearer(token))
      const closed = needsPermission(entry) ? 403 : hasId(entry) ? 404 : 200
      assert.strictEqual(answer.status, isClosed ? closed : own, answer.text)
      const answers = []
      for (const owner of hasId(entry) ? (["rival", "foreign", "unknown"] as const) : []) {
        answers.push(await send(entry, owner, bearer(token)))
      }
      for (const other of answers) {
        assert.strictEqual(other.status, isClosed ? closed : others, other.text)
        assert.deepStrictEqual(withoutRequestId(other), withoutRequestId(answers[0] ?? other))
      }
      for (const each of [answer, ...answers]) {
        isClean(each)
        assert.notInclude(each.text + JSON.stringify(each.headers), rivalCanary)
      }
    }
  )

  it.for(
    ofCredentials.flatMap((entry) =>
      (["primary", "scoped", "partner"] as const).map((kind) => [nameOf(entry), kind, entry] as const)
    )
  )("%s refuses a %s token with 401, and no token is a secret (recruiting 11)", async ([, kind, entry]) => {
    const token = { primary, scoped: acme, partner: await server.partner("sandbox-partner") }[kind]
    const target = fillPath(entry.path, { clientSecretId: "sec_none0000" })
    const requests: ReadonlyArray<Call> = [
      bearer(token),
      { headers: { "x-auth-token": token } },
      { headers: { authorization: basicOf("sandbox-client", token) } },
      { headers: { authorization: basicOf(token, "") } }
    ]
    for (const request of requests) {
      const answer = await call(entry.method, target, request)
      assert.strictEqual(errorOf(answer), named(401))
      assert.match(String(answer.headers["www-authenticate"]), /^Basic realm=/)
    }
  })

  it("ends no secret of another client: its id is unknown, byte for byte (recruiting 11)", async () => {
    const own = await call("GET", "/v1/client", { token: await server.partner("sandbox-partner") })
    const theirs = JSON.parse(own.text).secrets[0].id
    const headers = { authorization: basicOf("sandbox-client", "sandbox-secret") }
    const end = async (id: string) => {
      const { text, ...answer } = await call("DELETE", `/v1/client/secrets/${id}`, { headers })
      return { status: answer.status, text: text.replaceAll(id, "ID").replace(/"request_id":"[^"]*"/, "") }
    }
    assert.deepStrictEqual(await end(theirs), await end("sec_none0000"))
    assert.strictEqual((await end(theirs)).status, 404)
    assert.isNotEmpty(await server.partner("sandbox-partner"))
  })

  it("sends no event of others to an endpoint of one's own (decisions, Tokens)", async () => {
    const answers = []
    for (const eventId of [eventIds.rival, eventIds.foreign, webhooks.foreign.pingId, "evt_none"]) {
      const path = `/v1/webhook_endpoints/${webhooks.bound.webhookEndpointId}/deliveries/${eventId}/redeliver`
      answers.push(await call("POST", path, { token: await server.partner("sandbox-partner") }))
    }
    for (const answer of answers) {
      assert.strictEqual(errorOf(answer), named(404))
      assert.deepStrictEqual(withoutRequestId(answer), withoutRequestId(answers[0] ?? answer))
    }
  })

  it("leaves the other organization as it was (decisions, Tokens)", async () => {
    const globex = await server.scoped(primary, "org_globex")
    const { webhookEndpointId } = webhooks.foreign
    const endpoint = await call("GET", `/v1/webhook_endpoints/${webhookEndpointId}`, { token: globex })
    for (const kept of [`"types":["*"]`, `"description":"${canary}"`]) assert.include(endpoint.text, kept)
    const [fees] = await server.query("SELECT optimized_fee, custom_fees FROM agencies WHERE id = 'agy_contoso'")
    assert.deepStrictEqual({ ...fees }, { optimized_fee: 1, custom_fees: "[]" })
  })
})
