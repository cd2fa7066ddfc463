/**
 * Scans by clamd (recruiting 5, Scan): what it finds and what it does not, with settings as docs/operators/scan.md has them and with worse ones; and what becomes
 * of a file when the scanner is away, slow, or answers something else.
 */
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Net from "node:net"
import * as Path from "node:path"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import type { ScanOutcome } from "@partner-api/domain/AttachmentScan"
import { scanAttemptMaxMs, Scanner } from "@partner-api/service/services/scan/Scanner"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { scannerFindingOf } from "../../src/operations/doctor/ScannerChecks.ts"
import type { ScanSettings } from "../../src/platform/ScanSettings.ts"
import { exchange } from "../../src/scan/ClamdExchange.ts"
import * as ClamdScanner from "../../src/scan/ClamdScanner.ts"
import { freePort } from "../../test/FreePort.ts"
import { acmeToken, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { textOf } from "../../test/HttpCall.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { describeWith } from "../operator/DebianProgram.ts"
import { clamd, found, startClamd } from "./Clamd.ts"
import { fileHeaders, filesOf, mebibyte, submit } from "./SentFiles.ts"

const page = Fs.readFileSync(Path.join(import.meta.dirname, "../../../../docs/operators/scan.md"), "utf8")

/** The settings of clamd that the page has, without where it listens. */
const settingsOfPage = (): ReadonlyArray<string> => {
  const [, block = assert.fail("docs/operators/scan.md has no block of clamd.conf")] =
    /^```text\n# clamd\.conf\n([^]*?)^```$/m.exec(page) ?? []
  return block.split("\n").filter((line) => !line.startsWith("TCP"))
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const zeros = (mebibytes: number) => Stream.map(Stream.range(1, 4 * mebibytes), () => new Uint8Array(mebibyte / 4))

/** What a new scanner makes of content. */
const scanBy = (place: ScanSettings, content: Stream.Stream<Uint8Array>) =>
  Effect.runPromise(Scanner.use(({ scan }) => scan(content)).pipe(Effect.provide(ClamdScanner.layer(place))))

const stateOf = async (place: ScanSettings) => {
  const { seen, state } = scannerFindingOf(place, await Effect.runPromise(ClamdScanner.examine(place)))
  return `${state} ${seen}`
}

describeWith(clamd, "files that clamd scans", () => {
  it("are clean up to the largest, and rejected where a signature is found, over two pieces too (docs/operators/scan.md)", async () => {
    await using scanner = await startClamd(settingsOfPage())
    const { place } = scanner
    assert.strictEqual(await scanBy(place, Stream.make(bytesOf("Ten years of payroll."))), "clean")
    assert.strictEqual(await scanBy(place, zeros(10)), "clean")
    const halves = Stream.make(bytesOf(`Ten years of ${found.slice(0, 9)}`), bytesOf(`${found.slice(9)}.`))
    assert.strictEqual(await scanBy(place, halves), "rejected")
    assert.match(await stateOf(place), /^good .*takes the largest file/)
  })

  it("have no verdict by a scanner that answers OK for what it has not read (recruiting 5)", async () => {
    await using silent = await startClamd(["AlertExceedsMax no"])
    assert.strictEqual(await Effect.runPromise(exchange(silent.place, Stream.make(bytesOf("clean")))), "clean")
    assert.strictEqual(await scanBy(silent.place, Stream.make(bytesOf("clean"))), "failed")
    assert.match(await stateOf(silent.place), /^bad .*answers OK for what it does not read whole/)
    await using closed = await startClamd(["AlertExceedsMax yes", "ScanArchive no"])
    assert.strictEqual(await scanBy(closed.place, Stream.make(bytesOf("clean"))), "failed")
  })

  it.for([["MaxFileSize 2M"], ["StreamMaxLength 2M"], ["MaxScanSize 2M"]])(
    "exceed a limit below 10 MiB, and are not clean: %s (recruiting 5)",
    async ([limit]) => {
      await using scanner = await startClamd(["AlertExceedsMax yes", String(limit)])
      assert.strictEqual(await scanBy(scanner.place, Stream.make(bytesOf("clean"))), "clean")
      assert.include(["exceeded", "failed"], await scanBy(scanner.place, zeros(10)))
      assert.match(await stateOf(scanner.place), /^bad .*does not take a file of 10 MiB/)
    }
  )

  it("get their verdict soon after the upload, by the server itself (recruiting 5)", async () => {
    await using scanner = await startClamd(settingsOfPage())
    await using server = await startServerProcess({
      command: "sandbox",
      databaseFile: sharedFolder().file("scanned.db"),
      settings: { SCAN_URL: `tcp://127.0.0.1:${scanner.place.port}` }
    })
    const { call } = server
    const token = await acmeToken(call)
    const application = await submit(call, token)
    const { cursor } = JSON.parse((await call("GET", "/v1/events?start=latest", { token })).text)
    const send = async (name: string, text: string) =>
      textOf(
        await call("POST", filesOf(application), { token, headers: fileHeaders(name), body: Buffer.from(text) }),
        "id"
      )
    const statuses = new Map([
      [await send("cv.txt", "Ten years of payroll."), "CLEAN"],
      [await send("bad.txt", `Ten years of ${found}.`), "REJECTED"]
    ])
    let next = cursor
    for (const seen = new Set<string>(); seen.size < statuses.size;) {
      const { content, cursor: later } = JSON.parse(
        (await call("GET", `/v1/events?cursor=${next}&wait=10&types=application.attachment_scanned`, { token })).text
      )
      assert.isNotEmpty(content, "no verdict in 10 s")
      for (const { data } of content) {
        assert.strictEqual(data.scan_status, statuses.get(data.attachment_id))
        seen.add(data.attachment_id)
      }
      next = later
    }
  })
})

/** What a scanner does with a connection whose file has come. */
type Behaviour = (socket: Net.Socket) => void

/** A scanner of a few lines, which reads a file to its end and then does this. */
const startFake = async (behave: Behaviour): Promise<ScanSettings & { readonly connected: Promise<unknown> }> => {
  const sockets = new Set<Net.Socket>()
  const server = Net.createServer((socket) => {
    sockets.add(socket)
    let tail = Buffer.alloc(0)
    socket.on("error", () => {})
    socket.on("data", (piece: Buffer) => {
      tail = Buffer.concat([tail, piece]).subarray(-4)
      if (tail.equals(Buffer.alloc(4))) behave(socket)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { host: "127.0.0.1", port, connected: once(server, "connection") }
}

const answering =
  (text: string): Behaviour =>
  (socket) =>
    socket.write(text, "latin1")

const text = () => Stream.make(bytesOf("Ten years of payroll."))

describe("a file whose scanner is not clamd as it should be (recruiting 5)", () => {
  it.for([
    ["answers OK", answering("stream: OK\0"), "clean"],
    ["finds a signature", answering("stream: Win.Test.EICAR_HDB-1 FOUND\0"), "rejected"],
    ["has met a limit", answering("stream: Heuristics.Limits.Exceeded.MaxFiles FOUND\0"), "exceeded"],
    ["has met the limit of the stream", answering("INSTREAM size limit exceeded. ERROR\0"), "exceeded"],
    ["has no time", answering("COMMAND READ TIMED OUT\n"), "failed"],
    ["answers garbage", answering("HTTP/1.1 200 OK\r\n\r\n"), "failed"],
    ["answers something like OK", answering("stream: OKAY\0"), "failed"],
    ["answers without end", answering("stream: OK ".repeat(10_000)), "failed"],
    ["hangs up", (socket) => socket.destroy(), "failed"],
    ["hangs up in its answer", (socket) => socket.end("stream: OK"), "failed"]
  ] as const satisfies ReadonlyArray<readonly [string, Behaviour, ScanOutcome]>)(
    "has an outcome where it %s",
    async ([, behave, outcome]) => {
      assert.strictEqual(await Effect.runPromise(exchange(await startFake(behave), text())), outcome)
    }
  )

  it("is not clean where the answer comes before its end, or its content fails", async () => {
    const eager = await startFake(answering("stream: OK\0"))
    const endless = Stream.concat(Stream.make(new Uint8Array(100)), Stream.never)
    assert.strictEqual(await Effect.runPromise(exchange(eager, endless)), "failed")
    const cut = Stream.concat(text(), Stream.fail("cut"))
    assert.strictEqual(await Effect.runPromise(exchange(eager, cut)), "failed")
  })

  it("has no verdict where nobody listens", async () => {
    const place = { host: "127.0.0.1", port: await freePort() }
    assert.strictEqual(await scanBy(place, text()), "failed")
    assert.match(await stateOf(place), /^bad .*does not answer/)
  })

  it.effect("has no verdict where none comes in the time of an attempt", () =>
    Effect.gen(function* () {
      const slow = yield* Effect.promise(() => startFake(() => {}))
      const attempt = yield* Effect.forkChild(exchange(slow, text()))
      yield* Effect.promise(() => slow.connected)
      yield* TestClock.adjust(scanAttemptMaxMs)
      assert.strictEqual(yield* Fiber.join(attempt), "failed")
    })
  )
})
