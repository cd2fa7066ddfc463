/**
 * Files of applications over HTTP (recruiting 5): what is taken, who may send and read, ranges, repetition, quotas, and that nothing stays of what was refused.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { attachmentBytesPerDay, attachmentsMax } from "@partner-api/domain/Attachment"
import { dayStartMs } from "@partner-api/domain/StorageQuota"
import { detailsOf, errorOf, named } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, type Call, openUpload, textOf } from "./HttpCall.ts"
import { sharedServer, startServer } from "./TestServer.ts"
import { pageOf } from "./Walk.ts"

const server = await sharedServer()
const { call, query, tokens } = server
const employer = tokens.acme
await query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
await query(
  "UPDATE grants SET agency_id = 'agy_northwind', permissions = (SELECT permissions FROM grants WHERE client_id = 'sandbox-partner' LIMIT 1) WHERE client_id = 'sandbox-reader'"
)
const agency = await server.partner()
const rival = await server.partner("sandbox-reader")

let people = 0
const submit = async (token = agency) =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        job_id: "job_00000001",
        candidate: { first_name: "Ada", last_name: "King", email: `ada${++people}@example.com` }
      }
    }),
    "id"
  )

const pdf = (text = "curriculum vitae") => Buffer.from(`%PDF-1.7\n${text}`)
const filesOf = (application: string) => `/v1/applications/${application}/attachments`

const fileHeaders = (name: string, mediaType = "application/pdf", type = "RESUME") => ({
  "attachment-type": type,
  "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  "content-type": mediaType
})

const attach = (application: string, more: Call = {}) => {
  const { headers, ...rest } = more
  return call("POST", filesOf(application), {
    token: agency,
    body: pdf(),
    headers: { ...fileHeaders("cv.pdf"), ...headers },
    ...rest
  })
}

const assertRefused = async (answer: Promise<Answer>, status: number, problem?: string) => {
  const refused = await answer
  assert.strictEqual(errorOf(refused), named(status), refused.text)
  if (problem !== undefined) assert.deepStrictEqual(detailsOf(refused), [problem], refused.text)
}

describe("an attachment (recruiting 5)", () => {
  it("is stored as it was sent, and read by its agency", async () => {
    const application = await submit()
    const bytes = pdf("the whole life")
    const created = await attach(application, { body: bytes, headers: fileHeaders("Lebenslauf – Ädä.pdf") })
    assert.strictEqual(created.status, 201, created.text)
    const sha256 = Crypto.hash("sha256", bytes, "hex")
    const { created_at, id, ...rest } = Object(created.json)
    assert.deepStrictEqual(rest, {
      type: "RESUME",
      file_name: "Lebenslauf – Ädä.pdf",
      media_type: "application/pdf",
      size_bytes: bytes.length,
      sha256,
      scan_status: "NOT_SCANNED"
    })
    assert.isAtLeast(Date.parse(created_at), server.startMs)
    assert.strictEqual(created.headers["location"], `${server.publicUrl}${filesOf(application)}/${id}`)
    const path = `${filesOf(application)}/${id}`
    assert.deepStrictEqual((await call("GET", path, { token: agency })).json, created.json)
    const list = await call("GET", filesOf(application), { token: agency })
    assert.deepStrictEqual(list.json, { content: [created.json], next: null, count: 1 })

    const read = await call("GET", `${path}/content`, { token: agency })
    assert.strictEqual(read.text, bytes.toString())
    assert.include(read.headers["content-disposition"], "filename*=UTF-8''Lebenslauf%20%E2%80%93%20%C3%84d%C3%A4.pdf")
    const kept = ["content-type", "content-length", "etag", "accept-ranges", "x-content-type-options"] as const
    assert.deepStrictEqual(
      kept.map((name) => read.headers[name]),
      ["application/pdf", String(bytes.length), `"${sha256}"`, "bytes", "nosniff"]
    )
    assert.include(read.headers["content-security-policy"], "sandbox")
    const known = await call("GET", `${path}/content`, { token: agency, headers: { "if-none-match": `"${sha256}"` } })
    assert.deepStrictEqual([known.status, known.text], [304, ""])
    const head = await call("HEAD", `${path}/content`, { token: agency })
    assert.deepStrictEqual([head.status, head.headers["content-length"], head.text], [200, String(bytes.length), ""])
  })

  it.for([
    ["bytes=0-3", 206, "%PDF", "bytes 0-3/25"],
    ["bytes=9-", 206, "curriculum vitae", "bytes 9-24/25"],
    ["bytes=-5", 206, "vitae", "bytes 20-24/25"],
    ["bytes=-99", 206, pdf().toString(), "bytes 0-24/25"],
    ["bytes=20-99", 206, "vitae", "bytes 20-24/25"],
    ["bytes=0-1,3-4", 200, pdf().toString(), undefined],
    ["bytes=5-2", 200, pdf().toString(), undefined],
    ["lines=1-2", 200, pdf().toString(), undefined]
  ] as const)("is read by the range %s", async ([range, status, text, contentRange]) => {
    const application = await submit()
    const id = textOf(await attach(application), "id")
    const read = await call("GET", `${filesOf(application)}/${id}/content`, { token: agency, headers: { range } })
    assert.deepStrictEqual([read.status, read.text, read.headers["content-range"]], [status, text, contentRange])
  })

  it("whose bytes end early cuts the connection, and one without bytes answers 503", async () => {
    const application = await submit()
    const id = textOf(await attach(application), "id")
    const path = `${filesOf(application)}/${id}/content`
    const file = `${server.filesFolder}/org_acme/${id}`
    Fs.truncateSync(file, 20)
    const cut = await call("GET", path, { token: agency }).catch(({ code }) => code)
    assert.strictEqual(cut, "ECONNRESET")
    Fs.rmSync(file)
    await assertRefused(call("GET", path, { token: agency }), 503)
  })

  it("has no byte in a range behind its end", async () => {
    const application = await submit()
    const id = textOf(await attach(application), "id")
    const refused = await call("GET", `${filesOf(application)}/${id}/content`, {
      token: agency,
      headers: { range: "bytes=25-" }
    })
    assert.deepStrictEqual([errorOf(refused), refused.headers["content-range"]], [named(416), "bytes */25"])
  })

  it("that is a RESUME replaces the one before until the application is sorted, and events name no file", async () => {
    const application = await submit()
    const { cursor } = feedPageOf(await call("GET", "/v1/events?start=latest", { token: agency }))
    const first = textOf(await attach(application), "id")
    const second = textOf(await attach(application, { body: pdf("newer") }), "id")
    await call("POST", `/v1/applications/${application}/transitions`, { token: agency, json: { action: "confirm" } })
    await call("POST", `/v1/applications/${application}/transitions`, { token: employer, json: { action: "keep" } })
    const third = textOf(await attach(application, { body: pdf("newest") }), "id")
    const { content } = pageOf(await call("GET", filesOf(application), { token: employer }))
    assert.sameMembers(
      content.map(({ id }) => id),
      [second, third]
    )
    await assertRefused(call("GET", `${filesOf(application)}/${first}`, { token: agency }), 404)
    const events = feedPageOf(await call("GET", `/v1/events?cursor=${cursor}&types=application.*`, { token: agency }))
    const ofFiles = events.content.filter(({ type }) => type.startsWith("application.attachment"))
    assert.deepStrictEqual(
      ofFiles.map(({ data, type }) => [type.slice("application.attachment_".length), Object(data)["attachment_id"]]),
      [
        ["added", first],
        ["removed", first],
        ["added", second],
        ["added", third]
      ]
    )
    assert.notInclude(JSON.stringify(ofFiles), "cv.pdf")
    const history = await call("GET", `/v1/applications/${application}/history`, { token: employer })
    assert.include(history.text, "application.attachment_added")
  })

  it("is deleted for good until the application is sorted", async () => {
    const application = await submit()
    const id = textOf(await attach(application), "id")
    const path = `${filesOf(application)}/${id}`
    assert.strictEqual((await call("DELETE", path, { token: agency })).status, 204)
    await assertRefused(call("DELETE", path, { token: agency }), 404)
    await assertRefused(call("GET", `${path}/content`, { token: agency }), 404)
    const other = textOf(await attach(application), "id")
    for (const [token, action] of [
      [agency, "confirm"],
      [employer, "keep"]
    ]) {
      await call("POST", `/v1/applications/${application}/transitions`, { token: String(token), json: { action } })
    }
    await assertRefused(call("DELETE", `${filesOf(application)}/${other}`, { token: agency }), 409)
  })

  it(`is one of ${attachmentsMax} at most, and none once the application has ended`, async () => {
    const application = await submit()
    const another = (type: string) => attach(application, { headers: fileHeaders("cv.pdf", "application/pdf", type) })
    for (let count = 1; count < attachmentsMax; count++) assert.strictEqual((await another("OTHER")).status, 201)
    assert.strictEqual((await another("RESUME")).status, 201)
    await assertRefused(another("OTHER"), 409)
    assert.strictEqual((await another("RESUME")).status, 201)
    await call("POST", `/v1/applications/${application}/transitions`, { token: agency, json: { action: "decline" } })
    await assertRefused(another("RESUME"), 409)
  })

  it("is sent once under a key, whose bytes, name and type are its request", async () => {
    const application = await submit()
    const headers = { ...fileHeaders("cv.pdf"), "idempotency-key": "file-1" }
    const first = await attach(application, { headers })
    const again = await attach(application, { headers })
    assert.deepStrictEqual([again.text, again.headers["idempotency-replayed"]], [first.text, "true"])
    for (const other of [{ body: pdf("other") }, { headers: fileHeaders("cv2.pdf") }]) {
      const { status, text } = await attach(application, { ...other, headers: { ...headers, ...other.headers } })
      assert.include([status, text].join(" "), '422 {"error":"idempotency_key_reused"')
    }
    assert.lengthOf(pageOf(await call("GET", filesOf(application), { token: agency })).content, 1)
  })
})

describe("a file that is refused (recruiting 5)", () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])
  it.for([
    ["of another type than its first bytes", fileHeaders("cv.pdf"), png, "body  format"],
    ["of text with zeros", fileHeaders("cv.txt", "text/plain"), Buffer.from([65, 0, 66]), "body  format"],
    ["of no byte", fileHeaders("cv.pdf"), Buffer.alloc(0), "body  length"],
    ["whose name has another extension", fileHeaders("cv.docx"), pdf(), "header /content-disposition format"],
    ["of a media type beside the list", fileHeaders("a.html", "text/html"), pdf(), "header /content-type format"],
    [
      "without a name",
      { ...fileHeaders("cv.pdf"), "content-disposition": "attachment" },
      pdf(),
      "header /content-disposition required"
    ],
    ["whose name turns the reading order", fileHeaders("cv\u202efdp.pdf"), pdf(), "header /content-disposition format"],
    [
      "of an unknown purpose",
      { ...fileHeaders("cv.pdf"), "attachment-type": "PHOTO" },
      pdf(),
      "header /attachment-type not_allowed"
    ]
  ] as const)("%s: 422", async ([, headers, body, problem]) => {
    const application = await submit()
    await assertRefused(attach(application, { headers, body }), 422, problem)
    assert.deepStrictEqual(pageOf(await call("GET", filesOf(application), { token: agency })).content, [])
  })

  it("has a path cut off its name", async () => {
    const created = await attach(await submit(), { headers: fileHeaders("..\\..\\etc/passwd/cv.pdf") })
    assert.strictEqual(textOf(created, "file_name"), "cv.pdf")
  })

  it("that is announced too large is refused before its bytes, and its sender reads the answer", async () => {
    const upload = openUpload(server.port, filesOf(await submit()), {
      token: agency,
      headers: { ...fileHeaders("cv.pdf"), "content-length": String(20 * 1_048_576) }
    })
    upload.write(Buffer.alloc(300_000))
    const { status } = await upload.answer
    assert.strictEqual(status, 413)
  })

  it("that stops on its way is refused once the clock has passed its time", async () => {
    const upload = openUpload(server.port, filesOf(await submit()), {
      token: agency,
      headers: { ...fileHeaders("cv.pdf"), "content-length": "1000000" }
    })
    await upload.begun(pdf())
    await server.advance(12_000)
    const { headers, status } = await upload.answer
    assert.deepStrictEqual([status, headers["connection"]], [408, "close"])
  })

  it("is the fifth of one client at once: 429, and the four arrive", async () => {
    const application = await submit()
    const headers = { ...fileHeaders("cv.pdf", "application/pdf", "OTHER"), "content-length": String(pdf().length) }
    const four = Array.from({ length: 4 }, () =>
      openUpload(server.port, filesOf(application), { token: agency, headers })
    )
    for (const one of four) await one.begun(pdf().subarray(0, 5))
    await assertRefused(attach(application), 429)
    for (const one of four) one.end(pdf().subarray(5))
    for (const { answer } of four) assert.strictEqual((await answer).status, 201)
  })
})

describe("room for files (recruiting 5)", () => {
  it("ends with the bytes of the client's day: 429", async () => {
    const application = await submit(rival)
    const dayAtMs = dayStartMs(server.startMs)
    await query(
      "INSERT INTO attachment_bytes (day_at_ms, client_id, bytes) VALUES (?, 'sandbox-reader', ?)",
      dayAtMs,
      attachmentBytesPerDay - pdf().length + 1
    )
    const refused = await attach(application, { token: rival })
    assert.strictEqual(errorOf(refused), named(429), refused.text)
    assert.isAbove(Number(refused.headers["retry-after"]), 0)
    assert.strictEqual((await attach(application, { token: rival, body: pdf().subarray(0, 20) })).status, 201)
  })

  it("ends with the bytes that the operator allows an organization, less those that a CV replaces: 409", async () => {
    await using small = await startServer({ filesBytes: 2 * pdf().length })
    const token = await small.partner()
    const send = (type: string) =>
      small.call("POST", filesOf("app_00000001_1"), {
        token,
        body: pdf(),
        headers: fileHeaders("cv.pdf", "application/pdf", type)
      })
    for (const type of ["RESUME", "OTHER", "RESUME"]) assert.strictEqual((await send(type)).status, 201)
    await assertRefused(send("OTHER"), 409)
  })

  it("is not there without a storage: 503 names the setting, and all else works", async () => {
    await using none = await startServer({ files: { kind: "none", missing: ["FILES_URL"] } })
    const token = await none.partner()
    const path = filesOf("app_00000001_1")
    const refused = await none.call("POST", path, { token, body: pdf(), headers: fileHeaders("cv.pdf") })
    assert.strictEqual(errorOf(refused), named(503), refused.text)
    assert.include(refused.text, "has not set FILES_URL")
    assert.strictEqual((await none.call("GET", path, { token })).status, 200)
  })
})

describe("who sends and reads a file (recruiting 5 and 6)", () => {
  it("an application that is not shown has no files, and the employer adds none to an agency's", async () => {
    const application = await submit()
    const id = textOf(await attach(application), "id")
    for (const token of [rival, employer]) {
      await assertRefused(call("GET", `${filesOf(application)}/${id}`, { token }), 404)
      await assertRefused(call("GET", `${filesOf(application)}/${id}/content`, { token }), 404)
      await assertRefused(call("GET", filesOf(application), { token }), 404)
      await assertRefused(attach(application, { token }), 404)
    }
    await call("POST", `/v1/applications/${application}/transitions`, { token: agency, json: { action: "confirm" } })
    const read = await call("GET", `${filesOf(application)}/${id}/content`, { token: employer })
    assert.strictEqual(read.text, pdf().toString())
    await assertRefused(attach(application, { token: employer }), 403)
    await assertRefused(call("DELETE", `${filesOf(application)}/${id}`, { token: employer }), 403)
  })
})
