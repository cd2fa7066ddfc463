/**
 * Scans of files over HTTP (recruiting 5, Scan): what a file is until its verdict and after it, and that nothing but a verdict makes it `CLEAN`. `verify/files`
 * scans with clamd.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { exceededMaxMs, type ScanOutcome } from "@partner-api/domain/AttachmentScan"
import { filesBytesMax } from "@partner-api/domain/Attachment"
import { Journal } from "@partner-api/service/services/Journal"
import { AttachmentScans } from "@partner-api/service/services/scan/AttachmentScans"
import { Scanner } from "@partner-api/service/services/scan/Scanner"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Files from "../src/store/files/Files.ts"
import { errorOf, named } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { textOf } from "./HttpCall.ts"
import { addFile } from "./PlantedFile.ts"
import { sharedServer, startServer } from "./TestServer.ts"

const server = await sharedServer({ scan: { host: "127.0.0.1", port: 1 }, worksBetweenRequests: false })
const { call } = server

let people = 0
const submit = async (token: string) =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        job_id: "job_00000001",
        agency_id: "agy_hirewell",
        candidate: { first_name: "Ada", last_name: "King", email: `scanned${++people}@example.com` }
      }
    }),
    "id"
  )

/** An application with a file, and how the file is read. */
const withFile = async () => {
  const token = await server.partner()
  const path = `/v1/applications/${await submit(token)}/attachments`
  const id = await addFile(call, token, path.split("/")[3] ?? "")
  const status = async () =>
    textOf(await call("GET", `${path}/${id}`, { token: await server.partner() }), "scan_status")
  const content = async () => call("GET", `${path}/${id}/content`, { token: await server.partner() })
  const remove = () => call("DELETE", `${path}/${id}`, { token })
  return { path, id, token, status, content, remove }
}

/** Scans what is due, by a scanner that reads each file and then gives this outcome, and counts the files. */
const scan = async (outcome: ScanOutcome, beforeVerdict: () => Promise<unknown> = async () => {}): Promise<number> => {
  let count = 0
  const scanner = Layer.succeed(Scanner, {
    scan: (content) =>
      Stream.runDrain(content).pipe(
        Effect.andThen(Effect.promise(beforeVerdict)),
        Effect.as(outcome),
        Effect.catch(() => Effect.succeed<ScanOutcome>("failed")),
        Effect.tap(() => Effect.sync(() => void count++))
      )
  })
  const files = Files.layer({
    files: { place: { kind: "folder", folder: server.filesFolder }, bytesMax: filesBytesMax }
  })
  await server.run(
    AttachmentScans.use(({ scanDue }) => scanDue).pipe(
      Effect.provide(AttachmentScans.layer.pipe(Layer.provide([Journal.layer, scanner, files])))
    )
  )
  return count
}

/** The events about files since a cursor, without those that are about their arrival. */
const scannedSince = async (cursor: string, token: string) => {
  const { content } = feedPageOf(await call("GET", `/v1/events?cursor=${cursor}&types=application.*`, { token }))
  return content
    .filter(({ type }) => type === "application.attachment_scanned")
    .map(({ data }) => Object(data)["scan_status"])
}

describe("a file of a service with a scanner (recruiting 5)", () => {
  it("is PENDING and cannot be read until it is CLEAN; the service itself is in the history, and the event names no file", async () => {
    const { content, id, path, status, token } = await withFile()
    const { cursor } = feedPageOf(await call("GET", "/v1/events?start=latest", { token }))
    assert.strictEqual(await status(), "PENDING")
    const refused = await content()
    assert.strictEqual(errorOf(refused), named(409), refused.text)
    assert.include(refused.text, "PENDING")
    assert.strictEqual(await scan("clean"), 1)
    assert.strictEqual(await status(), "CLEAN")
    assert.strictEqual((await content()).text, "Ten years of payroll.")
    assert.deepStrictEqual(await scannedSince(cursor, token), ["CLEAN"])
    const feed = await call("GET", `/v1/events?cursor=${cursor}`, { token })
    assert.include(feed.text, id)
    assert.notInclude(feed.text, "cv.txt")
    const history = await call("GET", path.replace("attachments", "history"), { token })
    assert.match(history.text, /"action":"application\.attachment_scanned"[^}]*"actor":"system"/)
    assert.strictEqual(await scan("rejected"), 0)
  })

  it("is PENDING too where the same process works between requests", async () => {
    await using working = await startServer({ scan: { host: "127.0.0.1", port: 1 } })
    const token = await working.partner()
    const path = "/v1/applications/app_00000001_1/attachments"
    const id = await addFile(working.call, token, "app_00000001_1")
    assert.strictEqual(textOf(await working.call("GET", `${path}/${id}`, { token }), "scan_status"), "PENDING")
  })

  it("that is REJECTED is never read, and can be deleted", async () => {
    const { content, remove, status } = await withFile()
    await scan("rejected")
    assert.strictEqual(await status(), "REJECTED")
    const refused = await content()
    assert.strictEqual(errorOf(refused), named(409), refused.text)
    assert.include(refused.text, "REJECTED")
    assert.strictEqual((await remove()).status, 204)
  })

  it("waits while there is no verdict, and is tried again after 5 s, then after 10 s", async () => {
    const { status } = await withFile()
    assert.strictEqual(await scan("failed"), 1)
    await server.advance(4_999)
    assert.strictEqual(await scan("clean"), 0)
    await server.advance(1)
    assert.strictEqual(await scan("exceeded"), 1)
    await server.advance(9_999)
    assert.strictEqual(await scan("clean"), 0)
    assert.strictEqual(await status(), "PENDING")
    await server.advance(1)
    assert.strictEqual(await scan("clean"), 1)
    assert.strictEqual(await status(), "CLEAN")
  })

  it("whose bytes end early is never CLEAN", async () => {
    const { id, remove, status } = await withFile()
    Fs.truncateSync(`${server.filesFolder}/org_acme/${id}`, 20)
    await scan("clean")
    assert.strictEqual(await status(), "PENDING")
    await remove()
  })

  it("that is removed while it is scanned gets no verdict and no event", async () => {
    const { content, remove, token } = await withFile()
    const { cursor } = feedPageOf(await call("GET", "/v1/events?start=latest", { token }))
    await scan("clean", remove)
    assert.strictEqual(errorOf(await content()), named(404))
    assert.deepStrictEqual(await scannedSince(cursor, token), [])
  })

  it("that exceeds the limits of the scanner is REJECTED after a day", async () => {
    const { status } = await withFile()
    await server.advance(exceededMaxMs - 1)
    await scan("exceeded")
    assert.strictEqual(await status(), "PENDING")
    await server.advance(5_000)
    await scan("exceeded")
    assert.strictEqual(await status(), "REJECTED")
  })
})
