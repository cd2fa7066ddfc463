/**
 * The state of a resource has a name, its ETag: who has it need not read again, and who changes fees may say which they saw
 * (RFC 9110 §8.8, §13; decisions, Errors: 412).
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { lastIdOf } from "./EventAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { addFile } from "./PlantedFile.ts"
import { addWebhook } from "./TenantWebhooks.ts"
import { sharedServer } from "./TestServer.ts"

// What the workers find out about an endpoint changes its state.
const server = await sharedServer({ worksBetweenRequests: false })
const { call, tokens } = server
const token = tokens.acme
const fees = "/v1/agencies/agy_hirewell/fees"
await call("POST", "/v1/users", {
  token,
  json: { id: "usr_tag", first_name: "T", last_name: "A", email: "t@example.com" }
})

const submitted = await call("POST", "/v1/applications", {
  token,
  json: {
    job_id: "job_00000001",
    agency_id: "agy_hirewell",
    candidate: { first_name: "T", last_name: "A", email: "t@example.com" }
  }
})

const events = await call("GET", "/v1/events?types=application.submitted", { token })

const { webhookEndpointId } = await addWebhook(call, token, "Tagged")

const invitation = await call("POST", "/v1/agency_invitations", {
  token,
  json: { company_name: "Tagged", first_name: "T", last_name: "A", email: "t@example.com" }
})

const erasure = await call("POST", "/v1/erasure_requests", { token, json: { email: "t@example.com" } })

const ids = {
  erasureRequestId: textOf(erasure, "id"),
  placementId: "plc_00000012_6",
  agencyInvitationId: textOf(invitation, "id"),
  webhookEndpointId,
  eventId: lastIdOf(events),
  applicationId: textOf(submitted, "id"),
  attachmentId: await addFile(call, token, textOf(submitted, "id")),
  jobId: "job_00000001",
  userId: "usr_tag",
  reasonId: "position_filled",
  agencyId: "agy_hirewell"
}
/** Every endpoint that shows one resource; the ETag of a file is its digest (`Attachments.test.ts`). */
const single = endpoints
  .filter(({ metadata }) => metadata.access.level === "scoped" && !metadata.paginated && metadata.file === undefined)
  .filter(({ method, path }) => method === "GET" && path.includes(":"))
  .map(({ path }) => fillPath(path, ids))

const etagOf = async (path: string) => String((await call("GET", path, { token })).headers["etag"])
/** A tag as it comes back through proxies that compress: nginx, and modules of Apache, Caddy, Jetty. */
const asProxiesChange = (tag: string): ReadonlyArray<string> => [
  tag,
  `W/${tag}`,
  ...["gzip", "br", "deflate", "-gzip"].flatMap((coding) => [
    `${tag.slice(0, -1)}-${coding}"`,
    `W/${tag.slice(0, -1)}-${coding}"`
  ])
]
const feesNow = async () => membersOf(await call("GET", fees, { token }))["optimizedFee"]
const ifNoneMatch = (path: string, tag: string, method = "GET") =>
  call(method, path, { token, headers: { "if-none-match": tag } })
const ifMatch = (tag: string, json: object) => call("POST", fees, { token, json, headers: { "if-match": tag } })

describe("a resource", () => {
  it("has an address here for each kind there is", () => assert.isAtLeast(single.length, 4))

  it.for(single)(
    "names its state, the same one each time, and is not sent to those who have it: %s (RFC 9110 §13.1.2)",
    async (path) => {
      const tag = await etagOf(path)
      assert.match(tag, /^"[A-Za-z0-9_-]{22}"$/)
      assert.strictEqual(await etagOf(path), tag)
      for (const known of [...asProxiesChange(tag), `"other", ${tag}`, "*"]) {
        const answer = await ifNoneMatch(path, known)
        assert.deepStrictEqual([answer.status, answer.text, answer.headers["etag"]], [304, "", tag])
      }
      assert.strictEqual((await ifNoneMatch(path, tag, "HEAD")).status, 304)
      assert.strictEqual((await ifNoneMatch(path, '"other"')).status, 200)
    }
  )
})

describe("fees", () => {
  it("are set for those who know their state, and for nobody else (RFC 9110 §13.1.1)", async () => {
    const first = await etagOf(fees)
    const set = await ifMatch(first, { optimizedFee: false })
    assert.strictEqual(set.status, 200)
    assert.strictEqual(set.headers["etag"], await etagOf(fees))
    assert.notStrictEqual(set.headers["etag"], first)
    const stale = await ifMatch(first, { optimizedFee: true })
    assert.strictEqual(errorOf(stale), named(412))
    assert.strictEqual(await etagOf(fees), set.headers["etag"])
    assert.strictEqual((await ifMatch(`"x", ${set.headers["etag"]}`, { optimizedFee: false })).status, 200)
    assert.strictEqual((await ifMatch("*", { optimizedFee: true })).status, 200)
  })

  it("are set by a tag as compressing proxies change it, and by no other state's (decisions, Resources)", async () => {
    const before = await etagOf(fees)
    for (const given of asProxiesChange(before)) {
      assert.strictEqual((await ifMatch(given, {})).status, 200, given)
    }
    assert.strictEqual((await ifMatch(before, { customFees: [] })).status, 200)
    assert.strictEqual((await ifMatch("*", { optimizedFee: (await feesNow()) !== true })).status, 200)
    for (const given of [...asProxiesChange(before), `${before.slice(0, -1)}x"`, before.slice(1, -1)]) {
      assert.strictEqual(errorOf(await ifMatch(given, {})), named(412), given)
    }
  })

  it("of two who saw the same state, are set by one (RFC 9110 §13.1.1)", async () => {
    const tag = await etagOf(fees)
    const amounts = Array.from({ length: 20 }, (_, index) => index + 1)
    const answers = await Promise.all(
      amounts.map((feeCents) => ifMatch(tag, { customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents }] }))
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      1
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 412),
      19
    )
  })

  it("of an unknown agency are not found, whatever state is named (decisions, Tokens)", async () => {
    const answer = await call("POST", "/v1/agencies/agy_none/fees", { token, json: {}, headers: { "if-match": '"x"' } })
    assert.strictEqual(errorOf(answer), named(404))
  })
})
