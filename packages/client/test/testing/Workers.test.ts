/**
 * The workers of a test server: a scanner that a test judges for, and erasures that end (docs/testing.md).
 */
import { assert, describe, it } from "vitest"
import { createClient, isPartnerError } from "../../src/index.ts"
import { createTestServer, type ScanVerdict, type TestServerOptions } from "../../src/testing.ts"

const email = "emmy@example.com"
const text = "Ten years of payroll."
const bytes = new TextEncoder().encode(text)

const met = async (options: TestServerOptions = {}) => {
  const server = createTestServer(options)
  const organization = createClient(server.client()).organization("org_1")
  const candidate = { first_name: "Emmy", last_name: "Noether", email }
  const { id } = await organization.applications.submit({ job_id: "job_1", agency_id: "agy_1", candidate })
  const attach = () => organization.applications.attach(id, bytes, { type: "RESUME", fileName: "cv.txt" })
  return { ...organization, attach, id, server }
}

describe("server.scanFiles", () => {
  it.for<[ScanVerdict, string]>([
    ["clean", "CLEAN"],
    ["rejected", "REJECTED"],
    ["exceeded", "PENDING"],
    ["failed", "PENDING"]
  ])("gives a file that is %s the status %s (recruiting 5)", async ([verdict, status]) => {
    const { applications, attach, attachments, events, id, server } = await met({ scanner: true })
    const file = await attach()
    assert.strictEqual(file.scan_status, "PENDING")
    const early: unknown = await applications.download(id, file.id).catch((error: unknown) => error)
    assert.isTrue(isPartnerError(early) && early._tag === "Conflict")
    const judged: Array<string> = []
    await server.scanFiles((content) => (judged.push(new TextDecoder().decode(content)), verdict))
    assert.deepStrictEqual(judged, [text])
    assert.strictEqual((await attachments.get(id, file.id)).scan_status, status)
    const { content } = await events.list({ types: "application.attachment_scanned", start: "oldest" })
    assert.lengthOf(content, status === "PENDING" ? 0 : 1)
    // One without a verdict is due again later.
    await server.scanFiles()
    assert.strictEqual((await attachments.get(id, file.id)).scan_status, status)
    await server.clock.advance(600_000)
    await server.scanFiles()
    assert.strictEqual((await attachments.get(id, file.id)).scan_status, status === "PENDING" ? "CLEAN" : status)
  })

  it("rejects with the error of its judge, and without a scanner", async () => {
    const { attach, server } = await met({ scanner: true })
    await attach()
    const thrown = new Error("no")
    const failing = server.scanFiles(() => {
      throw thrown
    })
    assert.strictEqual(await failing.catch((error: unknown) => error), thrown)
    const without = await met()
    assert.strictEqual((await without.attach()).scan_status, "NOT_SCANNED")
    assert.match(String(await without.server.scanFiles().catch((error: unknown) => error)), /scanner: true/)
  })
})

describe("server.eraseRequested", () => {
  it("erases the person with the files, and ends the request (recruiting 9)", async () => {
    const { applications, attach, attachments, erasureRequests, id, server } = await met()
    await attach()
    const { id: requestId } = await erasureRequests.create({ email: email.toUpperCase() })
    assert.strictEqual((await erasureRequests.get(requestId)).status, "PENDING")
    assert.property(await applications.get(id), "candidate")
    await server.eraseRequested()
    assert.strictEqual((await erasureRequests.get(requestId)).status, "DONE")
    assert.notProperty(await applications.get(id), "candidate")
    assert.deepStrictEqual((await attachments.list(id)).content, [])
  })
})
