/**
 * Hostile files (recruiting 5; issue 56): each is refused, or stored byte for byte and given back so that a browser runs nothing of it. Nothing stays of what was
 * refused or cut.
 */
import * as Fs from "node:fs"
import * as Zlib from "node:zlib"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { attachmentBytesMax } from "@partner-api/domain/Attachment"
import { answerOf, exchange, membersOf, openUpload } from "../../test/HttpCall.ts"
import { startServer } from "../../test/TestServer.ts"
import { fileHeaders, filesOf, rowsOf, sha256Of, storedIn, submit, sweep, textBytes } from "./SentFiles.ts"

const server = await startServer()
afterAll(() => server.stop())
const { call, databaseFile, filesFolder, port } = server
const token = await server.partner()

type Headers = Readonly<Record<string, string>>

/** A request as bytes; `more` are lines of its head, for what no client sends. */
const requestOf = (
  application: string,
  headers: Headers,
  body: Uint8Array,
  more: ReadonlyArray<string> = []
): Buffer => {
  const length = more.some((line) => /^(content-length|transfer-encoding):/i.test(line))
    ? []
    : [`Content-Length: ${body.length}`]
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [
    `POST ${filesOf(application)} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Connection: close",
    `Authorization: Bearer ${token}`,
    ...lines,
    ...length,
    ...more
  ]
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body])
}

const pdf = Buffer.from("%PDF-1.7\n")
const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const text = Buffer.from("Ten years of payroll.")
const script = Buffer.from("<script>alert(1)</script>")
const joined = (...parts: ReadonlyArray<Uint8Array>) => Buffer.concat(parts)
const chunks = (...pieces: ReadonlyArray<Uint8Array>) =>
  joined(...pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]))
const chunked = ["Transfer-Encoding: chunked"]
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

interface Hostile {
  readonly headers: Headers
  readonly body: Uint8Array
  readonly more?: ReadonlyArray<string>
}

const hostile = (name: string, mediaType: string, body: Uint8Array, more?: ReadonlyArray<string>): Hostile => ({
  headers: fileHeaders(name, mediaType),
  body,
  ...(more === undefined ? {} : { more })
})
const named = (name: string): Hostile => hostile(name, "text/plain", text)
/** A file whose name is written as it stands here. */
const disposed = (disposition: string): Hostile => ({
  headers: { ...fileHeaders("cv.txt"), "content-disposition": disposition },
  body: text
})

const stored: ReadonlyArray<readonly [what: string, file: Hostile, name: string, content?: Uint8Array]> = [
  ["a pdf with a zip behind it", hostile("cv.pdf", "application/pdf", joined(pdf, zip, script)), "cv.pdf"],
  [
    "a pdf with a script in it",
    hostile("cv.pdf", "application/pdf", joined(pdf, Buffer.from("/JS (app.alert)"))),
    "cv.pdf"
  ],
  ["a png with a page behind it", hostile("me.png", "image/png", joined(png, script)), "me.png"],
  [
    "a jpeg with a program behind it",
    hostile("me.jpg", "image/jpeg", joined(jpeg, Buffer.from("<?php system($_GET[0])"))),
    "me.jpg"
  ],
  ["a docm that is named docx", hostile("cv.docx", docx, joined(zip, Buffer.from("word/vbaProject.bin"))), "cv.docx"],
  [
    "an rtf with an object",
    hostile("cv.rtf", "application/rtf", Buffer.from("{\\rtf1{\\object\\objdata 01}}")),
    "cv.rtf"
  ],
  ["a page that is called text", hostile("cv.txt", "text/plain", script), "cv.txt"],
  ["the largest file", hostile("cv.txt", "text/plain", textBytes(attachmentBytesMax, "all")), "cv.txt"],
  [
    "chunks",
    hostile("cv.txt", "text/plain", joined(chunks(text, text), Buffer.from("0\r\n\r\n")), chunked),
    "cv.txt",
    joined(text, text)
  ],
  ["a path in its name", named("../../../etc/passwd.txt"), "passwd.txt"],
  ["a path of Windows in its name", named("C:\\Windows\\cv.txt"), "cv.txt"]
]

const refused: ReadonlyArray<readonly [what: string, status: number, file: Hostile]> = [
  ["a page that is called pdf", 422, hostile("cv.pdf", "application/pdf", script)],
  ["a program that is called doc", 422, hostile("cv.doc", "application/msword", Buffer.from("MZ\u0090\0"))],
  ["a pdf that is called docx", 422, hostile("cv.docx", docx, pdf)],
  ["an svg that is called png", 422, hostile("me.png", "image/png", Buffer.from("<svg onload=alert(1)>"))],
  ["an svg", 422, hostile("me.svg", "image/svg+xml", Buffer.from("<svg/>"))],
  ["a page", 422, hostile("me.html", "text/html", script)],
  ["text with a zero", 422, hostile("cv.txt", "text/plain", joined(text, Buffer.alloc(1)))],
  ["a pdf that is called text", 422, hostile("cv.txt", "text/plain", pdf)],
  ["nothing", 422, hostile("cv.txt", "text/plain", Buffer.alloc(0))],
  ["a part of a signature", 422, hostile("me.png", "image/png", png.subarray(0, 3))],
  ["a form", 422, hostile("cv.txt", "multipart/form-data; boundary=a", text)],
  ["two extensions, the last one a program's", 422, named("cv.pdf.exe")],
  ["a name that turns the reading order", 422, named("cv\u202etxt.txt")],
  ["a name of no width", 422, named("cv\u200b.txt")],
  ["a name with an end of line", 422, named("cv\r\nSet-Cookie: a=b.txt")],
  ["a name with a zero", 422, named("cv\0.txt")],
  ["a name of 5,000 characters", 422, named(`${"a".repeat(5_000)}.txt`)],
  ["a name that is a folder", 422, named("..")],
  ["an extension without a name", 422, disposed("attachment; filename=")],
  ["a name that is broken in its encoding", 422, disposed("attachment; filename*=UTF-8''%ff%fe")],
  ["another disposition", 422, disposed("inline")],
  ["4 GiB that it announces", 413, hostile("cv.txt", "text/plain", text, ["Content-Length: 4294967296"])],
  [
    "a byte too many that it announces",
    413,
    hostile("cv.txt", "text/plain", text, [`Content-Length: ${attachmentBytesMax + 1}`])
  ],
  [
    "chunks without end",
    413,
    hostile(
      "cv.txt",
      "text/plain",
      chunks(...Array.from({ length: 12 }, () => textBytes(1_048_576, "endless"))),
      chunked
    )
  ],
  [
    "two lengths of its body",
    400,
    hostile("cv.txt", "text/plain", text, ["Content-Length: 21", "Transfer-Encoding: chunked"])
  ],
  ["a chunk of no size", 400, hostile("cv.txt", "text/plain", Buffer.from("zz\r\nabc\r\n"), chunked)],
  [
    "a compressed body",
    415,
    { headers: { ...fileHeaders(), "content-encoding": "gzip" }, body: Zlib.gzipSync(textBytes(1_000_000, "bomb")) }
  ],
  ["two purposes", 422, { ...hostile("cv.txt", "text/plain", text), more: ["Attachment-Type: RESUME"] }]
]

/** Whether nothing is in the storage but what rows name. */
const assertNothingElse = async () => {
  await sweep(server, { kind: "folder", folder: filesFolder })
  const rows = rowsOf(databaseFile)
  assert.deepStrictEqual([...new Set(rows.values())], rows.size === 0 ? [] : ["STORED"])
  assert.sameMembers([...storedIn(filesFolder)], [...rows.keys()])
}

describe("a hostile file (recruiting 5)", () => {
  it.for(stored)("is stored exactly: %s", async ([, { body, headers, more }, name, content = body]) => {
    const application = await submit(call, token)
    const answer = answerOf(await exchange(port, requestOf(application, headers, body, more)))
    assert.strictEqual(answer.status, 201, answer.text)
    const { file_name, id, sha256 } = membersOf(answer)
    assert.deepStrictEqual([file_name, sha256], [name, sha256Of(content)])
    assert.isTrue(Fs.readFileSync(`${filesFolder}/org_acme/${String(id)}`).equals(content))
    const { headers: given } = await call("HEAD", `${filesOf(application)}/${String(id)}/content`, { token })
    assert.deepStrictEqual(
      [given["x-content-type-options"], given["content-security-policy"], given["content-type"]],
      ["nosniff", "sandbox; default-src 'none'", headers["content-type"]]
    )
    assert.match(String(given["content-disposition"]), /^attachment; /)
  })

  it.for(refused)("is refused: %s (%i)", async ([, status, { body, headers, more }]) => {
    const application = await submit(call, token)
    const answer = answerOf(await exchange(port, requestOf(application, headers, body, more)))
    assert.strictEqual(answer.status, status, answer.text)
    const list = await call("GET", filesOf(application), { token })
    assert.strictEqual(membersOf(list)["count"], 0)
  })

  it.for([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])("is cut after %i tenths, and is not there", async (tenths) => {
    const application = await submit(call, token)
    const request = requestOf(application, fileHeaders(), textBytes(500_000, "cut"))
    const head = request.indexOf("\r\n\r\n") + 4
    const { received } = await exchange(port, request.subarray(0, head + tenths * 50_000), true)
    assert.notMatch(received, /^HTTP\/1\.1 2/)
    assert.strictEqual(membersOf(await call("GET", filesOf(application), { token }))["count"], 0)
  })

  it("is slow, and refused after the time of an upload", async () => {
    const upload = openUpload(port, filesOf(await submit(call, token)), {
      token,
      headers: { ...fileHeaders(), "content-length": "1000000" }
    })
    await upload.begun(text)
    await server.advance(12_000)
    assert.strictEqual((await upload.answer).status, 408)
  })

  it("leaves nothing behind", async () => {
    assert.isAtLeast(stored.length + refused.length + 11, 40)
    await assertNothingElse()
  })
})
