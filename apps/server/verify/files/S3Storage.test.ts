/**
 * Files in a bucket (recruiting, Attachments): the laws of every storage on an S3 server that checks signatures, and the faults that it cannot show, from a
 * server of node:http.
 */
import * as Crypto from "node:crypto"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Http from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { AttachmentId } from "@partner-api/domain/Attachment"
import { OrganizationId } from "@partner-api/domain/Ids"
import { bytesOf, fileStorageLaws, keep, readBack } from "@partner-api/service/laws/FileStorageLaws"
import { fileKeyOf, FileStorage } from "@partner-api/service/store/FileStorage"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Place } from "../../src/store/files/S3Request.ts"
import * as S3Storage from "../../src/store/files/S3Storage.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { startS3 } from "./S3Server.ts"

const key = fileKeyOf(OrganizationId.make("org_one"), AttachmentId.make("att_one"))

describe("files in a bucket", () => {
  const folder = sharedFolder()
  let server: Awaited<ReturnType<typeof startS3>>
  beforeAll(async () => {
    server = await startS3(folder.file("objects"))
  })
  afterAll(() => server.stop())
  const storage = (change: Partial<Place> = {}) => S3Storage.layer({ ...server.place, ...change }, folder.file("spool"))

  it.live.each(fileStorageLaws)("%s (recruiting 5)", ([, holds]) =>
    Effect.suspend(() => Effect.provide(holds, storage()))
  )

  it.live("are refused where the secret is wrong, and nothing is kept (recruiting 5)", () =>
    Effect.gen(function* () {
      const wrong = storage({ secretAccessKey: Redacted.make("wrong") })
      const failure = yield* Effect.flip(Effect.provide(keep(key, bytesOf(10)), wrong))
      assert.strictEqual(failure.code, "unavailable")
      assert.isUndefined(yield* Effect.provide(readBack(key), storage()))
    })
  )
})

/** What the fake does with the requests that come, in turn; the last goes on. */
type Fault = (request: Http.IncomingMessage, response: Http.ServerResponse) => void

const busy: Fault = (request, response) => {
  request.resume()
  request.once("end", () => response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>"))
}
const cut: Fault = (request) => void request.once("data", () => request.socket.destroy())
const gone: Fault = (_, response) => void response.writeHead(404).end()
const truncated: Fault = (_, response) => {
  response.writeHead(200, { "content-length": "100" })
  response.write("half", () => response.destroy())
}

/** Keeps the body if its digest is the one that the request has signed, as S3 does. */
const keeping =
  (kept: Array<Buffer>): Fault =>
  (request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.once("end", () => {
      const body = Buffer.concat(pieces)
      const isWhole = Crypto.hash("sha256", body, "hex") === request.headers["x-amz-content-sha256"]
      if (isWhole) kept.push(body)
      response.writeHead(isWhole ? 200 : 400).end()
    })
  }

describe("files in a bucket that fails", () => {
  const folder = sharedFolder()
  const requests: Array<string> = []
  let faults: Array<Fault> = []
  const fake = Http.createServer((request, response) => {
    requests.push(request.method ?? "")
    const [fault = gone] = faults
    if (faults.length > 1) faults.shift()
    fault(request, response)
  })
  let endpoint = new URL("http://127.0.0.1")
  beforeAll(async () => {
    fake.listen(0, "127.0.0.1")
    await once(fake, "listening")
    const address = fake.address()
    if (address === null || typeof address === "string") throw new Error("no port")
    endpoint = new URL(`http://127.0.0.1:${address.port}`)
  })
  afterAll(() => void fake.close())

  const onFaults = (...next: ReadonlyArray<Fault>) => {
    requests.length = 0
    faults = [...next]
    return S3Storage.layer(
      {
        endpoint,
        bucket: "b",
        prefix: "",
        region: "eu",
        accessKeyId: "id",
        secretAccessKey: Redacted.make("secret")
      },
      folder.file("spool")
    )
  }

  it.live("are sent again from the beginning after 503 and after a cut connection (recruiting 5)", () =>
    Effect.gen(function* () {
      const kept: Array<Buffer> = []
      const bytes = bytesOf(1_000_000)
      yield* Effect.provide(keep(key, bytes), onFaults(busy, cut, keeping(kept)))
      assert.deepStrictEqual(requests, ["PUT", "PUT", "PUT"])
      assert.isTrue(kept[0]?.equals(bytes))
    })
  )

  it.live("are not kept where the service stays busy: unavailable after three attempts (recruiting 5)", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(Effect.provide(keep(key, bytesOf(10)), onFaults(busy)))
      assert.strictEqual(failure.code, "unavailable")
      assert.deepStrictEqual(requests, ["PUT", "PUT", "PUT"])
      assert.deepStrictEqual(Fs.readdirSync(folder.file("spool")), [])
    })
  )

  it.live("are not sent again where the service refuses them (recruiting 5)", () =>
    Effect.gen(function* () {
      const refused: Fault = (request, response) => {
        request.resume()
        request.once("end", () => response.writeHead(400).end())
      }
      yield* Effect.flip(Effect.provide(keep(key, bytesOf(10)), onFaults(refused)))
      assert.deepStrictEqual(requests, ["PUT"])
    })
  )

  it.live("that end before their length are a failure and no short file (recruiting 5)", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(Effect.provide(readBack(key), onFaults(truncated)))
      assert.strictEqual(failure.code, "unavailable")
    })
  )

  it.live("that are gone are none (recruiting 5)", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* Effect.provide(readBack(key), onFaults(gone)))
      yield* Effect.provide(
        Effect.flatMap(FileStorage, ({ remove }) => remove(key)),
        onFaults(gone)
      )
    })
  )

  it.live("of a service that never answers are unavailable after the time of silence (recruiting 5)", () =>
    Effect.gen(function* () {
      const silent: Fault = () => {}
      const before = performance.now()
      yield* Effect.flip(Effect.provide(readBack(key), onFaults(silent)))
      assert.isBelow(performance.now() - before, 60_000)
      fake.closeAllConnections()
    })
  )
})
