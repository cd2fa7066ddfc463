/**
 * How often a request waits for PostgreSQL: one round trip for a read, three for a write that meets no conflict, and one more for its `Idempotency-Key`. Every
 * endpoint of the contract is counted with a request that succeeds, a write under a key. BEGIN is sent with statements that read or lock, and with no other.
 */
import * as Crypto from "node:crypto"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { bodyExampleOf } from "@partner-api/contract/BodyExample"
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { dayOf } from "@partner-api/domain/CalendarDate"
import { exampleLinkToken } from "@partner-api/domain/Token"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { lastIdOf } from "../EventAnswer.ts"
import { basicOf, type Call, textOf } from "../HttpCall.ts"
import { identity } from "effect/Function"
import { addFile, fileCall } from "../PlantedFile.ts"
import { plantErasureRequest } from "../PlantedErasureRequest.ts"
import { plantExampleLink, plantInvitation } from "../PlantedInvitation.ts"
import { plantPlacement } from "../PlantedPlacement.ts"
import { migratedDatabase } from "../Postgres.ts"
import { addWebhook, nowhere } from "../TenantWebhooks.ts"
import { startServer, type TestServer } from "../TestServer.ts"
import { startTripCounter } from "./RoundTrips.ts"

/** The round trips of a request, by whether it reads. */
const readTrips = 1
const writeTrips = 3

/** The look for the stored answer of a key, before the transaction of a write. */
const keyTrips = 1

/** Endpoints that take more, by what takes them. A number falls with the trips, and never rises. */
const above: ReadonlyArray<{ readonly why: string; readonly trips: Readonly<Record<string, number>> }> = [
  {
    why: "whether deliveries wait is read before which of them were refused, and the uses of a moment before their count",
    trips: {
      "webhookEndpoints.get": 2,
      "webhookEndpoints.update": 5,
      "webhookEndpoints.create": 7,
      "webhookEndpoints.recover": 13,
      "webhookEndpoints.rotateSecret": 5,
      "webhookEndpoints.test": 5
    }
  },
  {
    why: "a secret is verified before the key of its request is looked up",
    trips: { "clientSecrets.create": 5, "clientSecrets.remove": 5, "oauth.revoke": 4 }
  },
  {
    why: "what an application is about is read before its locks are taken, and its claim is made before it is saved",
    trips: {
      "applications.transition": 7,
      "applications.check": 4,
      "confirmations.decide": 8
    }
  },
  {
    why: "a file is written between two transactions, and an erasure runs in batches",
    trips: {
      "attachments.create": 8,
      "applications.eraseCandidate": 20,
      "erasureRequests.create": 5
    }
  },
  {
    why: "an organization or a grant is made with all that belongs to it",
    trips: { "organizations.create": 5, "invitations.accept": 8 }
  }
]

/** The number of an endpoint that takes more. */
const knownOf = (id: string): number | undefined => above.flatMap(({ trips }) => trips[id] ?? [])[0]

const digestOf = (secret: string): string => Crypto.hash("sha256", secret, "base64url")
const digestOfExample = digestOf(exampleLinkToken)

/** What the requests are about. */
interface World {
  readonly server: TestServer
  readonly acme: string
  readonly primary: string
}

const makeWorld = async (server: TestServer): Promise<World> => {
  const primary = await server.primary()
  const acme = await server.scoped(primary)
  await plantErasureRequest(server, "org_acme", "era_own")
  return { server, acme, primary }
}

const form = { client_id: "sandbox-client", client_secret: "sandbox-secret" }

let people = 0
const submission = () => ({
  job_id: "job_00000001",
  agency_id: "agy_hirewell",
  candidate: { first_name: "Grace", last_name: "Hopper", email: `trips${++people}@example.com` }
})

/** Adds an application, in the state in which its agency submits it or in a later one. */
const submit = async ({ acme, server }: World, ...moves: ReadonlyArray<string>): Promise<string> => {
  const id = textOf(await server.call("POST", "/v1/applications", { token: acme, json: submission() }), "id")
  for (const action of moves)
    await server.call("POST", `/v1/applications/${id}/transitions`, { token: acme, json: { action } })
  return id
}

/** The values of the parameters of a path. */
type Params = Readonly<Record<string, string>>

/** The records that the path of an endpoint names, made for each request. */
const paramsOf = async (world: World, { id, path }: EndpointEntry): Promise<Params> => {
  const { acme, server } = world
  const { call } = server
  const has = (name: string) => path.includes(`:${name}`)
  const number = ++people
  // A client has a few secrets and endpoints at most.
  if (id.startsWith("clientSecrets."))
    await server.query(
      "DELETE FROM client_secrets WHERE client_id = 'sandbox-client' AND digest <> ?",
      digestOf(form.client_secret)
    )
  if (id.startsWith("webhookEndpoints."))
    for (const table of ["webhook_uses", "webhook_endpoints"]) await server.query(`DELETE FROM ${table}`)
  if (id.includes("ssign") && has("jobId"))
    await call("PUT", "/v1/jobs/job_00000001/assignments/agy_hirewell", { token: acme, json: {} })
  if (has("reasonId"))
    await call("PUT", "/v1/rejection_reasons/rea_own", { token: acme, json: { text: `No ${number}`, category: "JOB" } })
  if (has("placementId")) {
    await plantPlacement(server, "org_acme", {
      id: `plc_${number}`,
      agencyId: "agy_hirewell",
      name: `Person ${number}`
    })
  }
  if (has("agencyInvitationId"))
    await plantInvitation(server, { organizationId: "org_acme", id: `inv_${number}`, name: `Company ${number}` })
  const userId = has("userId")
    ? textOf(
        await call("POST", "/v1/users", {
          token: acme,
          json: { first_name: "Ada", last_name: "King", email: `trips${++people}@example.com` }
        }),
        "id"
      )
    : ""
  const applicationId = !has("applicationId")
    ? ""
    : id === "applications.eraseCandidate"
      ? await submit(world, "withdraw")
      : id.startsWith("messages.")
        ? await submit(world, "confirm")
        : await submit(world)
  const attachmentId = has("attachmentId") ? await addFile(call, acme, applicationId) : ""
  const webhook = has("webhookEndpointId") ? await addWebhook(call, acme, "Trips") : undefined
  const eventId = has("eventId")
    ? (webhook?.pingId ?? lastIdOf(await call("GET", "/v1/events?types=application.submitted", { token: acme })))
    : ""
  const clientSecretId = has("clientSecretId")
    ? textOf(
        await call("POST", "/v1/client/secrets", {
          headers: { authorization: basicOf("sandbox-client", "sandbox-secret") }
        }),
        "id"
      )
    : ""
  return {
    organizationId: "org_acme",
    jobId: "job_00000001",
    agencyId: "agy_hirewell",
    erasureRequestId: "era_own",
    reasonId: "rea_own",
    placementId: `plc_${number}`,
    agencyInvitationId: `inv_${number}`,
    webhookEndpointId: webhook?.webhookEndpointId ?? "",
    userId,
    applicationId,
    attachmentId,
    clientSecretId,
    eventId
  }
}

/** Requests whose content is not the example of their body. */
const requests: Readonly<Record<string, (world: World) => Call>> = {
  "oauth.token": () => ({ form: { grant_type: "client_credentials", ...form } }),
  "oauth.revoke": () => ({ form: { ...form, token: "none" } }),
  "partnerAuth.token": () => ({ json: form }),
  "organizations.token": () => ({}),
  "applications.submit": () => ({ json: submission() }),
  "applications.check": () => ({ json: { ...submission(), candidate: { email: `trips${++people}@example.com` } } }),
  "applications.transition": () => ({ json: { action: "confirm" } }),
  "applications.update": () => ({ json: { note: `Note ${++people}` } }),
  "placements.transition": ({ server }) => ({ json: { action: "reschedule", start_date: dayOf(server.startMs) } }),
  "jobs.update": () => ({ json: { location: `Place ${++people}` } }),
  "users.create": () => ({
    json: { first_name: "Ada", last_name: "King", email: `trips${++people}@example.com` }
  }),
  "users.update": () => ({ json: { first_name: `Ada ${++people}` } }),
  "webhookEndpoints.create": () => ({ json: { url: nowhere } }),
  "webhookEndpoints.update": () => ({ json: { types: ["job.*"] } }),
  "attachments.create": () => fileCall
}

/** What a request needs beside the records of its path. */
const prepare = async (world: World, { id }: EndpointEntry): Promise<void> => {
  const { server } = world
  if (id.startsWith("invitations.")) await plantExampleLink(server)
  if (!id.startsWith("confirmations.")) return
  const applicationId = await submit(world)
  await server.query("UPDATE confirmation_links SET digest = NULL WHERE digest = ?", digestOfExample)
  await server.query(
    `INSERT INTO confirmation_links (organization_id, application_id, digest, delivered_by, expires_at_ms, day_at_ms, links_of_day)
     VALUES ('org_acme', ?, ?, 'AGENCY', ?, 0, 1)`,
    applicationId,
    digestOfExample,
    server.startMs + 1_000_000
  )
}

const credentialsOf = ({ acme, primary }: World, { metadata: { access } }: EndpointEntry): Call => {
  switch (access.level) {
    case "primary":
      return { token: primary }
    case "scoped":
      return { token: acme }
    case "credentials":
      return { headers: { authorization: basicOf("sandbox-client", "sandbox-secret") } }
    default:
      return {}
  }
}

const boundOf = ({ acceptsIdempotencyKey, method }: EndpointEntry): number =>
  method === "GET" ? readTrips : writeTrips + (acceptsIdempotencyKey ? keyTrips : 0)

describe("round trips to PostgreSQL", () => {
  let world: World
  let counter: Awaited<ReturnType<typeof startTripCounter>>
  beforeAll(async () => {
    counter = await startTripCounter(await migratedDatabase())
    // Work between requests is not theirs.
    const server = await startServer({
      database: readTarget(counter.url),
      worksBetweenRequests: false,
      keepsRequestLog: true
    })
    world = await makeWorld(server)
    return async () => {
      await server.stop()
      await counter[Symbol.asyncDispose]()
    }
  })

  const tripsOf = async (entry: EndpointEntry, change: (params: Params) => Params = identity) => {
    const { server } = world
    const params = change(await paramsOf(world, entry))
    await prepare(world, entry)
    const given = requests[entry.id]?.(world) ?? {}
    const example = requests[entry.id] === undefined ? bodyExampleOf(entry) : undefined
    const own = credentialsOf(world, entry)
    const key = entry.acceptsIdempotencyKey ? { "idempotency-key": Crypto.randomUUID() } : {}
    const request: Call = {
      ...own,
      ...given,
      ...(example === undefined ? {} : { json: example }),
      headers: { ...own.headers, ...given.headers, ...key }
    }
    counter.take()
    const answer = await server.call(entry.method, fillPath(entry.path, params), request)
    const trips = counter.take()
    return { answer, trips }
  }

  it("has numbers for endpoints of the contract that are above the bound", () => {
    const known = above.flatMap(({ trips }) => Object.entries(trips))
    const bounds = new Map(endpoints.map((entry) => [entry.id, boundOf(entry)]))
    assert.deepStrictEqual(
      known.filter(([id, trips]) => trips <= (bounds.get(id) ?? trips)),
      []
    )
    assert.strictEqual(new Set(known.map(([id]) => id)).size, known.length)
  })

  it.for(endpoints.map((entry) => [entry.id, entry] as const))("%s", async ([id, entry]) => {
    // The first requests prepare what later ones find: tokens that are cached for a moment, and the oldest schema whose programs may start.
    for (let before = 0; before < 2; before += 1) await tripsOf(entry)
    const { answer, trips } = await tripsOf(entry)
    assert.include([200, 201, 202, 204], answer.status, answer.text)
    const known = knownOf(id)
    const statements = JSON.stringify(trips, undefined, 2)
    const began = trips.filter((trip) => trip.includes("BEGIN"))
    assert.isTrue(
      began.flat().every((text) => text === "BEGIN" || /^\s*SELECT\b/.test(text)),
      statements
    )
    if (known === undefined) assert.isAtMost(trips.length, boundOf(entry), statements)
    else assert.strictEqual(trips.length, known, statements)
  })

  const readsOfRecords = endpoints.flatMap((entry) => {
    const [, record] = /:(\w+)/.exec(entry.path) ?? []
    return entry.method === "GET" && record !== undefined ? [[entry.id, entry, record] as const] : []
  })
  it.for(readsOfRecords)(
    "%s of a record that is absent answers 404, in one and for one point",
    async ([, entry, record]) => {
      const toAbsent = (params: Params) => ({ ...params, [record]: `${params[record]}x` })
      for (let before = 0; before < 2; before += 1) await tripsOf(entry, toAbsent)
      const { answer, trips } = await tripsOf(entry, toAbsent)
      assert.strictEqual(answer.status, 404, answer.text)
      assert.isAtMost(trips.length, readTrips, JSON.stringify(trips, undefined, 2))
      assert.isUndefined(answer.headers["ratelimit-cost"])
    }
  )
})
