/**
 * Files of applications: `attach` takes what a program has, and `download` gives a stream (docs/files.md).
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { createClient } from "../src/index.ts"
import { failureOf, partnership } from "./Partnership.ts"

const text = "%PDF-1.7\nten years of payroll"
const bytes = new TextEncoder().encode(text)
const sha256 = Crypto.hash("sha256", text, "hex")

async function* inPieces() {
  yield bytes.subarray(0, 5)
  yield bytes.subarray(5)
}

const met = async () => {
  const { partner, server } = partnership()
  const acme = partner.organization("org_1")
  const { id } = await acme.applications.submit({
    job_id: "job_1",
    agency_id: "agy_1",
    candidate: { first_name: "Emmy", last_name: "Noether", email: "emmy@example.com" }
  })
  return { acme, id, server }
}

const textOf = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()

describe("applications.attach (docs/files.md)", () => {
  it.for([
    ["bytes", bytes],
    ["a blob", new Blob([bytes])],
    ["a file", new File([bytes], "cv.pdf")],
    ["a web stream", new Blob([bytes]).stream()],
    ["an iterable", inPieces()]
  ] as const)("takes %s, and download gives the same", async ([, content]) => {
    const { acme, id } = await met()
    const attachment = await acme.applications.attach(id, content, { type: "RESUME", fileName: "Ädä's (1).pdf" })
    assert.deepInclude(attachment, {
      file_name: "Ädä's (1).pdf",
      media_type: "application/pdf",
      sha256,
      type: "RESUME"
    })
    const { stream, ...file } = await acme.applications.download(id, attachment.id)
    assert.deepStrictEqual(file, {
      fileName: "Ädä's (1).pdf",
      mediaType: "application/pdf",
      sizeBytes: bytes.length,
      sha256
    })
    assert.strictEqual(await textOf(stream), text)
  })

  it("takes the path of a file, whose name and type it has", async () => {
    const folder = await Fs.mkdtemp(Path.join(Os.tmpdir(), "partner-files-"))
    const path = Path.join(folder, "cv.pdf")
    await Fs.writeFile(path, bytes)
    const { acme, id } = await met()
    const attached = await acme.applications.attach(id, path, { type: "RESUME" })
    assert.deepInclude(attached, { file_name: "cv.pdf", sha256 })
    await Fs.rm(folder, { recursive: true })
    const { _tag, outcome } = await failureOf(acme.applications.attach(id, path, { type: "RESUME" }))
    assert.deepStrictEqual([_tag, outcome], ["InvalidConfiguration", "not_sent"])
  })

  it("reports how far a file is, both ways", async () => {
    const { acme, id } = await met()
    const sent: Array<number> = []
    const came: Array<number> = []
    const attached = await acme.applications.attach(id, new File([bytes], "cv.pdf"), {
      type: "OTHER",
      onProgress: ({ bytes: now, totalBytes }) => sent.push(now, totalBytes)
    })
    const { stream } = await acme.applications.download(id, attached.id, {
      onProgress: ({ bytes: now, totalBytes }) => came.push(now, totalBytes)
    })
    assert.strictEqual(await textOf(stream), text)
    assert.deepStrictEqual(
      [sent.slice(-2), came.slice(-2)],
      [
        [bytes.length, bytes.length],
        [bytes.length, bytes.length]
      ]
    )
  })

  it("sends a stream again after a failure, under one key", async () => {
    const { acme, id, server } = await met()
    server.failNext("attachments.create", "reset-after")
    await acme.applications.attach(id, inPieces(), { type: "OTHER", fileName: "cv.pdf" })
    assert.lengthOf(await acme.attachments.list(id).all({ max: 10 }), 1)
    assert.strictEqual(server.count("attachments.create"), 2)
  })

  it.for([
    ["an unknown type", { type: "PHOTO" }, /type must be one of RESUME/],
    ["no name", { type: "OTHER", fileName: undefined }, /fileName is required/],
    ["an unknown extension", { type: "OTHER", fileName: "cv.exe" }, /mediaType is required/],
    ["an unknown option", { type: "OTHER", filename: "cv.pdf" }, /Did you mean fileName/]
  ] as const)("fails before anything is sent with %s", async ([, options, message]) => {
    const { acme, id, server } = await met()
    const error = await failureOf(Reflect.apply(acme.applications.attach, undefined, [id, bytes, options]))
    assert.match(error.message, message)
    assert.strictEqual(server.count("attachments.create"), 0)
  })

  it("reads no more of a stream than the service takes", async () => {
    const { acme, id } = await met()
    const piece = new Uint8Array(1_048_576)
    let read = 0
    async function* endless() {
      for (;;) {
        read++
        yield piece
      }
    }
    const error = await failureOf(acme.applications.attach(id, endless(), { type: "OTHER", fileName: "cv.pdf" }))
    assert.match(error.message, /larger than 10485760 bytes/)
    assert.strictEqual(read, 11)
  })
})

describe("applications.download (docs/files.md)", () => {
  it("fails where the bytes end early", async () => {
    const { acme, id, server } = await met()
    const { id: attachmentId } = await acme.applications.attach(id, new File([bytes], "cv.pdf"), { type: "OTHER" })
    const fetch: typeof server.fetch = async (input, init) => {
      const answer = await server.fetch(input, init)
      return String(input).endsWith("/content")
        ? new Response((await answer.arrayBuffer()).slice(0, 7), { headers: answer.headers })
        : answer
    }
    const short = createClient({ ...server.client(), fetch }).organization("org_1")
    server.failNext("attachments.download", { truncated: true }, { skip: 1 })
    for (const [partner, message] of [
      [short, `ended after 7 of ${bytes.length} bytes`],
      [acme, "terminated"]
    ] as const) {
      const { stream } = await partner.applications.download(id, attachmentId)
      const error: unknown = await textOf(stream).catch((cause: unknown) => cause)
      assert.include(String(error), message)
    }
  })

  it("ends with the signal of its call", async () => {
    const { acme, id, server } = await met()
    const { id: attachmentId } = await acme.applications.attach(id, new File([bytes], "cv.pdf"), { type: "OTHER" })
    const isCancelled = Promise.withResolvers<void>()
    const body = () => new ReadableStream<Uint8Array>({ cancel: () => isCancelled.resolve() })
    server.failNext("attachments.download", { body, headers: { "content-length": "29" } })
    const controller = new AbortController()
    const { stream } = await acme.applications.download(id, attachmentId, { signal: controller.signal })
    controller.abort(new Error("enough"))
    const error: unknown = await textOf(stream).catch((cause: unknown) => cause)
    assert.include(String(error), "enough")
    await isCancelled.promise
  })
})
