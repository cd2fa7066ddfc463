/**
 * Uploads of many clients at once, uploads that are killed with the server, and uploads of hostile senders (recruiting 5): what is acknowledged is there,
 * what is refused leaves nothing, and no file is in memory as a whole.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { attachmentBytesMax } from "@partner-api/domain/Attachment"
import * as Redacted from "effect/Redacted"
import { type ServerProcess, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { openUpload, textOf } from "../../test/HttpCall.ts"
import { credentialsOf, processesOn } from "../../test/operator/OnFile.ts"
import { temporaryFolder } from "../../test/TestServer.ts"
import { startS3 } from "./S3Server.ts"

const mebibyte = 1_048_576
const clients = 8
const uploadsOfClient = 4
const refused = 68
const memoryBytesMax = 64 * mebibyte

/** A text file of a size, whose bytes differ from those of others. */
const fileOf = (bytes: number, seed: number) => Buffer.alloc(bytes, `${seed} Ten years of payroll. `)

const headersOf = (length: number | undefined, more: Readonly<Record<string, string>> = {}) => ({
  "attachment-type": "OTHER",
  "content-disposition": "attachment; filename=cv.txt",
  "content-type": "text/plain",
  ...(length === undefined ? {} : { "content-length": String(length) }),
  ...more
})

interface Sender {
  readonly token: string
  /** An application of the client that takes more files. */
  readonly application: () => Promise<string>
}

/** Clients of the employer, each with applications of its own. */
const makeSenders = async ({ call, databaseFile }: ServerProcess, count: number): Promise<ReadonlyArray<Sender>> => {
  const commands = processesOn(databaseFile)
  const senders: Array<Sender> = []
  for (let number = 1; number <= count; number++) {
    const id = `cli_sender_${Crypto.randomUUID().slice(0, 8)}`
    const json = credentialsOf(
      await commands.json(
        "clients",
        "create",
        "--id",
        id,
        "--name",
        id,
        "--organization",
        "org_acme",
        "--as",
        "employer"
      )
    )
    const token = textOf(await call("POST", "/v1/auth/token", { json }), "access_token")
    const application = async () => {
      const candidate = { first_name: "Ada", last_name: "King", email: `${Crypto.randomUUID()}@example.com` }
      const submission = { job_id: "job_00000001", agency_id: "agy_hirewell", candidate }
      return textOf(await call("POST", "/v1/applications", { token, json: submission }), "id")
    }
    senders.push({ token, application })
  }
  return senders
}

const pathOf = (application: string) => `/v1/applications/${application}/attachments`

const statusNumber = (pid: number, name: string): number =>
  1_024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(Fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

/** Every file below a folder, by its path within. */
const filesIn = (folder: string): ReadonlyArray<string> =>
  Fs.existsSync(folder)
    ? Fs.readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => Path.relative(folder, Path.join(parentPath, name)))
    : []

describe("uploads of many clients at once (recruiting 5)", () => {
  it("32 of 10 MiB are stored, 68 more are refused, and memory stays below", async () => {
    using folder = temporaryFolder()
    await using server = await startServerProcess({ command: "sandbox", databaseFile: folder.file("data.db") })
    const senders = await makeSenders(server, clients)
    const file = fileOf(attachmentBytesMax, 0)
    const upload = async ({ application, token }: Sender) =>
      openUpload(server.port, pathOf(await application()), { token, headers: headersOf(file.length) })
    const sendWhole = async (sender: Sender) => {
      const one = await upload(sender)
      await one.begun(file.subarray(0, 1))
      one.end(file.subarray(1))
      return (await one.answer).status
    }
    // What a process needs once is not that of an upload.
    for (const sender of senders) assert.strictEqual(await sendWhole(sender), 201)
    const idle = statusNumber(server.pid, "VmRSS")
    Fs.writeFileSync(`/proc/${server.pid}/clear_refs`, "5")

    const underWay = await Promise.all(
      senders.flatMap((sender) => Array.from({ length: uploadsOfClient }, () => upload(sender)))
    )
    await Promise.all(underWay.map((one) => one.begun(file.subarray(0, file.length / 2))))
    const others = await Promise.all(
      Array.from({ length: refused }, async (_, index) => {
        const sender = senders[index % clients]
        assert.isDefined(sender)
        return (await (await upload(sender)).answer).status
      })
    )
    assert.deepStrictEqual(
      others,
      Array.from({ length: refused }, () => 429)
    )
    for (const one of underWay) one.end(file.subarray(file.length / 2))
    const answers = await Promise.all(underWay.map(({ answer }) => answer))
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      answers.map(() => 201)
    )
    const above = statusNumber(server.pid, "VmHWM") - idle
    console.log(JSON.stringify({ check: "uploads at once", mebibytesAboveIdle: Math.round(above / mebibyte) }))
    assert.isAtMost(above, memoryBytesMax)
  })
})

/** Rows of a state, by the id of their attachment. */
const rowsIn = (databaseFile: string): ReadonlyMap<string, string> => {
  using db = new DatabaseSync(databaseFile, { readOnly: true })
  return new Map(
    db
      .prepare("SELECT id, state FROM attachments")
      .all()
      .map(({ id, state }) => [String(id), String(state)])
  )
}

const rounds = 5
const uploadsOfRound = 40

describe("uploads that are killed with the server (recruiting 5)", () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  const objects = temporaryFolder()
  beforeAll(async () => {
    s3 = await startS3(objects.file("objects"))
  })
  afterAll(async () => {
    await s3.stop()
    objects.remove()
  })

  it.for(["a folder", "a bucket"] as const)(
    "200 of them to %s: what was acknowledged is there, no row lacks its bytes, and no bytes lack a row",
    async (kind) => {
      using folder = temporaryFolder()
      const databaseFile = folder.file("data.db")
      const { accessKeyId, bucket, endpoint, prefix, region, secretAccessKey } = s3.place
      const settings: Readonly<Record<string, string>> =
        kind === "a folder"
          ? {}
          : {
              FILES_URL: `s3://${bucket}/${prefix}`,
              FILES_S3_ENDPOINT: endpoint.href,
              FILES_S3_REGION: region,
              FILES_S3_ACCESS_KEY_ID: accessKeyId,
              FILES_S3_SECRET_ACCESS_KEY: Redacted.value(secretAccessKey)
            }
      const start = () => startServerProcess({ command: "sandbox", databaseFile, settings })
      const stored = new Map<string, { readonly path: string; readonly bytes: Buffer }>()
      for (let round = 0; round < rounds; round++) {
        await using server = await start()
        const senders = await makeSenders(server, clients)
        const killAfter = 3 + 7 * round
        const acknowledged = stored.size
        const work = senders.map(async (sender, index) => {
          const application = await sender.application()
          for (let number = 0; number < uploadsOfRound / clients; number++) {
            const bytes = fileOf(200_000 + number, 1_000 * round + 10 * index + number)
            const answer = await server.call("POST", pathOf(application), {
              token: sender.token,
              body: bytes,
              headers: headersOf(bytes.length)
            })
            assert.strictEqual(answer.status, 201, answer.text)
            stored.set(textOf(answer, "id"), { path: pathOf(application), bytes })
            if (stored.size - acknowledged === killAfter) server.send("SIGKILL")
          }
        })
        await Promise.allSettled(work)
        await server.ended
      }
      assert.isAtLeast(stored.size, rounds)
      {
        // The next start finds the database whole.
        await using _server = await start()
      }
      const rows = rowsIn(databaseFile)
      for (const [id] of stored) assert.strictEqual(rows.get(id), "STORED", id)
      console.log(JSON.stringify({ check: `killed uploads to ${kind}`, acknowledged: stored.size, rows: rows.size }))
      if (kind === "a folder") {
        const names = filesIn(`${databaseFile}.files`).filter((name) => !name.startsWith("."))
        const ids = new Set(names.map((name) => Path.basename(name)))
        assert.deepStrictEqual(
          [...ids].filter((id) => !rows.has(id)),
          [],
          "bytes without a row"
        )
        for (const [id, state] of rows) if (state === "STORED") assert.isTrue(ids.has(id), `${id} lacks its bytes`)
        for (const [id, { bytes }] of stored) {
          const [name = ""] = names.filter((one) => Path.basename(one) === id)
          assert.isTrue(Fs.readFileSync(Path.join(`${databaseFile}.files`, name)).equals(bytes), id)
        }
      }
    }
  )
})

describe("uploads of hostile senders (recruiting 5)", () => {
  it("are refused or stored exactly, and nothing is left of those that were refused", async () => {
    using folder = temporaryFolder()
    const databaseFile = folder.file("data.db")
    await using server = await startServerProcess({ command: "sandbox", databaseFile })
    const [sender] = await makeSenders(server, 1)
    assert.isDefined(sender)
    const { token } = sender
    const application = await sender.application()
    const path = pathOf(application)
    const bytes = fileOf(1_000_000, 7)

    for (let tenth = 0; tenth < 10; tenth++) {
      const cut = openUpload(server.port, path, { token, headers: headersOf(bytes.length) })
      await cut.begun(bytes.subarray(0, Math.max(1, (tenth * bytes.length) / 10)))
      cut.answer.catch(() => {})
      cut.cut()
    }
    const claimed = openUpload(server.port, path, { token, headers: headersOf(4 * 1_024 * mebibyte) })
    assert.strictEqual((await claimed.answer).status, 413)
    const endless = openUpload(server.port, path, {
      token,
      headers: headersOf(undefined, { "transfer-encoding": "chunked" })
    })
    await endless.begun(fileOf(attachmentBytesMax, 1))
    endless.write(fileOf(mebibyte, 1))
    assert.strictEqual((await endless.answer).status, 413)
    endless.cut()

    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const kinds = [
      ["image/png", "photo.png", Buffer.concat([png, Buffer.from("<script>alert(1)</script>")]), 201],
      ["application/pdf", "cv.pdf", Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from("PK\u0003\u0004")]), 201],
      ["application/pdf", "cv.pdf", Buffer.from("MZ\u0090\u0000"), 422],
      ["text/plain", "cv.txt", png, 422],
      ["text/html", "cv.html", Buffer.from("<script>"), 422],
      ["image/svg+xml", "cv.svg", Buffer.from("<svg onload=alert(1)>"), 422],
      ["application/pdf", "cv.pdf.exe", Buffer.from("%PDF-1.7"), 422],
      ["text/plain", "..%2F..%2Fetc%2Fpasswd.txt", Buffer.from("root"), 201],
      ["text/plain", "cv%E2%80%AEtxt.txt", Buffer.from("bidi"), 422],
      ["text/plain", "cv%00.txt", Buffer.from("zero"), 422]
    ] as const
    const kept: Array<string> = []
    for (const [type, name, body, status] of kinds) {
      const headers = headersOf(body.length, {
        "content-type": type,
        "content-disposition": `attachment; filename*=UTF-8''${name}`
      })
      const answer = await server.call("POST", path, { token, body, headers })
      assert.strictEqual(answer.status, status, `${type} ${name}: ${answer.text}`)
      if (status === 201) {
        kept.push(textOf(answer, "id"))
        const read = await server.call("GET", `${path}/${textOf(answer, "id")}/content`, { token })
        assert.strictEqual(read.headers["content-type"], type)
        assert.match(String(read.headers["content-disposition"]), /^attachment; filename/)
        assert.notMatch(String(read.headers["content-disposition"]), /[\\/]/)
      }
    }
    // Its stop ends what is under way.
    await server.kill("SIGTERM")
    const left = filesIn(`${databaseFile}.files`)
    assert.sameMembers(
      left.map((name) => Path.basename(name)),
      kept
    )
    assert.deepStrictEqual(
      [...rowsIn(databaseFile)].filter(([, state]) => state !== "STORED"),
      []
    )
  })
})
