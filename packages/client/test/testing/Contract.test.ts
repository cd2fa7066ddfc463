/**
 * The test server keeps the contract: every endpoint is served, and every answer fits its schema.
 */
import { bodyExampleOf } from "@partner-api/contract/BodyExample"
import { endpoints, extensions } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import { bodiesOf, type EndpointEntry } from "@partner-api/contract/Reflection"
import { isTokenOptional } from "@partner-api/domain/Token"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { assert, describe, it } from "vitest"
import { arrayOf, bodyOf, meet, textOf } from "./Foreign.ts"

/** Whether a line is a record of a schema. */
const isOf = ({ ast }: Schema.Top) => {
  const decode = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast))
  return (line: string) => Result.isSuccess(decode(JSON.parse(line)))
}

/** The status that the contract declares, and what an answer has: the same, and whether its body fits the schema. */
const held = async ({ metadata, successes }: EndpointEntry, answer: Response) => {
  const [status] = successes.keys()
  const [body = Schema.Never] = bodiesOf(successes)
  const text = await answer.text()
  const decode = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(body.ast))
  const { line } = metadata
  const fits = HttpApiSchema.isNoContent(body.ast)
    ? text === ""
    : line === undefined
      ? Result.isSuccess(decode(JSON.parse(text)))
      : text.trimEnd().split("\n").every(isOf(line))
  return { declared: [status, true], found: [answer.status, fits] }
}

/** The bodies of requests where the example of their body names what the test server does not hold, or changes nothing there. */
const bodies: Readonly<Record<string, unknown>> = {
  "users.create": { first_name: "Ada", last_name: "King", email: "king@example.com" },
  "applications.submit": {
    job_id: "job_1",
    agency_id: "agy_1",
    candidate: { first_name: "Emmy", last_name: "Noether", email: "emmy@example.com" }
  },
  "applications.check": { job_id: "job_1", agency_id: "agy_1", candidate: { email: "emmy@example.com" } },
  "applications.transition": { action: "confirm" },
  "placements.transition": { action: "cancel", reason: "Took another offer" },
  "webhookEndpoints.recover": { since: "2026-01-01T00:00:00.000Z" }
}
const params = {
  organizationId: "org_1",
  jobId: "job_1",
  userId: "usr_1",
  agencyId: "agy_2",
  applicationId: "app_1",
  reasonId: "not_qualified"
}

/** The id of an event: of a user who is added. */
const anEvent = async (token: string, send: ReturnType<typeof meet>["send"]): Promise<string> => {
  await send("/v1/users", { token, json: bodies["users.create"] })
  const { content } = await bodyOf(await send("/v1/events", { token }))
  return textOf(arrayOf(content)[0]?.["id"])
}

/** The id of a webhook endpoint that is added. */
const anEndpoint = async (token: string, send: ReturnType<typeof meet>["send"]): Promise<string> =>
  textOf(
    (await bodyOf(await send("/v1/webhook_endpoints", { token, json: { url: "https://example.com/webhooks" } })))["id"]
  )

const person = { company_name: "Iron Talent", first_name: "Ada", last_name: "King", email: "king@example.com" }

/** The id of an invitation that is made, and the token of its link. */
const anInvitation = async (send: ReturnType<typeof meet>["send"], token: string) => {
  const { id, url } = await bodyOf(await send("/v1/agency_invitations", { token, json: person }))
  return { agencyInvitationId: textOf(id), link: { token: textOf(url).split("#")[1] } }
}

/** The id of an erasure request that is made. */
const anErasureRequest = async (send: ReturnType<typeof meet>["send"], token: string) =>
  textOf((await bodyOf(await send("/v1/erasure_requests", { token, json: { email: "ada@example.com" } })))["id"])

/** The id of a placement: of a person who is hired. */
const aPlacement = async (send: ReturnType<typeof meet>["send"], token: string) => {
  const hire = { start_date: "2026-01-05", base_salary_cents: 7_200_000, currency: "EUR" }
  const candidate = { first_name: "Emmy", last_name: "Noether", email: "emmy@example.com" }
  const json = { job_id: "job_1", agency_id: "agy_1", candidate }
  const { id } = await bodyOf(await send("/v1/applications", { token, json }))
  for (const action of [{ action: "confirm" }, { action: "keep" }, { action: "advance" }, { action: "hire", hire }]) {
    await send(`/v1/applications/${textOf(id)}/transitions`, { token, json: action })
  }
  const { content } = await bodyOf(await send("/v1/placements", { token }))
  return textOf(arrayOf(content)[0]?.["id"])
}

/** A file as a request sends it. */
const file = {
  method: "POST",
  body: "Ten years of payroll.",
  headers: {
    "attachment-type": "RESUME",
    "content-disposition": "attachment; filename=cv.txt",
    "content-type": "text/plain"
  }
}

/** The token of a link for the person of the application. */
const aConfirmation = async (send: ReturnType<typeof meet>["send"], token: string) => {
  const path = `/v1/applications/${params.applicationId}/confirmation_requests`
  return { token: textOf((await bodyOf(await send(path, { token, method: "POST" })))["url"]).split("#")[1] }
}

/** The id of a file that is added. */
const anAttachment = async (token: string, send: ReturnType<typeof meet>["send"]): Promise<string> =>
  textOf((await bodyOf(await send(`/v1/applications/${params.applicationId}/attachments`, { token, ...file })))["id"])

describe("the test server and the contract", () => {
  const authenticated = endpoints.filter(({ metadata: { access } }) => access.level !== "public")

  it.for(authenticated.map((endpoint) => [endpoint.id, endpoint] as const))(
    "answers %s with its status and its schema",
    async ([id, endpoint]) => {
      const { method, metadata, path } = endpoint
      const { send, primary, scoped, server } = meet()
      const token = metadata.access.level === "primary" ? await primary() : await scoped()
      const isOfLink = isTokenOptional(metadata.access)
      const isInvited = isOfLink || path.includes(":agencyInvitationId")
      const { agencyInvitationId = "", link } = isInvited ? await anInvitation(send, await scoped()) : {}
      const json = link !== undefined && isOfLink ? link : (bodies[id] ?? bodyExampleOf(endpoint))
      const webhookEndpointId = path.includes(":webhookEndpointId") ? await anEndpoint(token, send) : ""
      const eventId = path.includes(":eventId") ? await anEvent(await scoped(), send) : ""
      const erasureRequestId = path.includes(":erasureRequestId") ? await anErasureRequest(send, token) : ""
      const placementId = path.includes(":placementId") ? await aPlacement(send, token) : ""
      const attachmentId = path.includes(":attachmentId") ? await anAttachment(token, send) : ""
      // An assignment that is there can be read, replaced and deleted.
      if (path.endsWith("/assignments/:agencyId"))
        await send(fillPath(path, params), { token, method: "PUT", json: {} })
      // A message needs a person who has confirmed.
      if (id === "messages.create") {
        const confirmed = { token, method: "POST", json: { action: "confirm" } }
        await send(`/v1/applications/${params.applicationId}/transitions`, confirmed)
      }
      // The agency erases the person of an application that has ended.
      if (id === "applications.eraseCandidate") {
        const ended = { token, method: "POST", json: { action: "withdraw" } }
        await send(`/v1/applications/${params.applicationId}/transitions`, ended)
      }
      // What was delivered can be delivered again.
      await server.deliverWebhooks(() => new Response(null, { status: 204 }))
      const isOfCredentials = metadata.access.level === "credentials"
      const headers = { authorization: `Basic ${btoa(`${server.clientId}:${server.clientSecret}`)}` }
      // A secret can be ended by the other one.
      const madeSecret = path.includes(":clientSecretId")
        ? await bodyOf(await send("/v1/client/secrets", { headers, method: "POST" }))
        : {}
      const answer = await send(
        fillPath(path, {
          clientSecretId: textOf(madeSecret["id"] ?? ""),
          ...params,
          webhookEndpointId,
          eventId,
          agencyInvitationId,
          attachmentId,
          erasureRequestId,
          placementId
        }),
        {
          ...(isOfCredentials ? { headers } : isOfLink ? {} : { token }),
          method,
          ...(json === undefined ? {} : { json }),
          ...(metadata.file === "request" ? file : {})
        }
      )
      if (metadata.file === "answer") return assert.strictEqual(await answer.text(), file.body)
      const { declared, found } = await held(endpoint, answer)
      assert.deepStrictEqual(found, declared)
    }
  )

  it.for(
    endpoints
      .filter(({ metadata }) => metadata.access.level === "public" && metadata.credentials !== true)
      .map((endpoint) => [endpoint.id, endpoint] as const)
  )("answers %s to anybody", async ([, endpoint]) => {
    const { send, scoped } = meet()
    const isOfPerson = endpoint.path.startsWith("/v1/confirmations")
    const link = isOfPerson
      ? await aConfirmation(send, await scoped())
      : (await anInvitation(send, await scoped())).link
    const json = endpoint.path.endsWith("/decide") ? { ...link, decision: "CONFIRM" } : link
    const answer = await send(endpoint.path, endpoint.method === "GET" ? {} : { method: endpoint.method, json })
    const { declared, found } = await held(endpoint, answer)
    assert.deepStrictEqual(found, declared)
  })

  it("announces the extensions of the contract", async () => {
    const { send } = meet()
    assert.deepStrictEqual((await bodyOf(await send("/.well-known/partner-api")))["extensions"], extensions)
  })
})
