/**
 * How fast files go in and out (issue 56): beside a server of node:http alone that does the same work, a digest and the same synchronization, in turns on the same
 * machine. Prints the rates and the time on the processor.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import * as Http from "node:http"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { acmeToken, startProcess, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { fileHeaders, filesOf, mebibyte, submit, textBytes } from "./SentFiles.ts"

/** As many as an application takes. */
const filesPerRound = 10
const atOnce = 4
const rounds = 5
const sizeBytes = 10 * mebibyte
const ratioMin = 0.8

const folder = sharedFolder()

/**
 * The same work without a service: a digest, a write, synchronization of file and folder, a rename, and a line of a log that is synchronized before the bytes are
 * kept and after it, as the row of a file is; and a stream in pieces of 256 KiB.
 */
const raw = `
  const [http, fs, fsp, crypto, { pipeline }] = [require("node:http"), require("node:fs"), require("node:fs/promises"), require("node:crypto"), require("node:stream")]
  const folder = process.argv[1]
  fs.mkdirSync(folder + "/arriving", { recursive: true })
  let count = 0
  const log = fs.openSync(folder + "/log", "a")
  const note = (text) => { fs.writeSync(log, text); fs.fdatasyncSync(log) }
  const take = async (request, response) => {
    const name = "file" + ++count
    const file = await fsp.open(folder + "/arriving/" + name, "wx")
    const digest = crypto.createHash("sha256")
    for await (const piece of request) {
      digest.update(piece)
      for (let written = 0; written < piece.length;) written += (await file.write(piece, written)).bytesWritten
    }
    await file.datasync()
    await file.close()
    note(name + " begun")
    await fsp.rename(folder + "/arriving/" + name, folder + "/" + name)
    const names = await fsp.open(folder, "r")
    await names.sync()
    await names.close()
    note(name + " stored")
    response.writeHead(201).end(JSON.stringify({ id: name, sha256: digest.digest("hex") }))
  }
  const give = (request, response) => {
    const path = folder + request.url
    response.writeHead(200, { "content-length": fs.statSync(path).size })
    pipeline(fs.createReadStream(path, { highWaterMark: 262144 }), response, () => {})
  }
  const server = http.createServer((request, response) => request.method === "POST" ? take(request, response) : give(request, response))
  server.listen(0, "127.0.0.1", () => console.log("listens on " + server.address().port))`

/** The seconds that a process has had on the processor. */
const cpuSeconds = (pid: number): number => {
  const fields = Fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  // User and system time, in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) / 100
}

interface Contestant {
  readonly pid: number
  readonly send: (body: Buffer, application: string) => Promise<string>
  readonly read: (name: string, application: string) => Promise<number>
}

interface Rate {
  readonly mebibytesPerSecond: number
  readonly cpuMsPerMebibyte: number
}

/** The rate of some work on a number of files, so many at once. */
const rateOf = async (pid: number, work: ReadonlyArray<() => Promise<unknown>>): Promise<Rate> => {
  const [cpu, startMs] = [cpuSeconds(pid), performance.now()]
  const left = [...work]
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await one()
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  const mebibytes = (work.length * sizeBytes) / mebibyte
  return {
    mebibytesPerSecond: (mebibytes * 1_000) / (performance.now() - startMs),
    cpuMsPerMebibyte: ((cpuSeconds(pid) - cpu) * 1_000) / mebibytes
  }
}

const agent = new Http.Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** Sends a request, and gives the bytes of its answer. Bodies are no text here: that would be the work of the test. */
const exchange = (port: number, method: string, path: string, headers: Http.OutgoingHttpHeaders, body?: Buffer) =>
  new Promise<{ readonly status: number; readonly bytes: number; readonly text: string }>((resolve, reject) => {
    const outgoing = Http.request({ agent, host: "127.0.0.1", port, method, path, headers }, (incoming) => {
      let [bytes, text] = [0, ""]
      incoming.on("data", (piece: Buffer) => {
        bytes += piece.length
        if (bytes < 10_000) text += piece.toString()
      })
      incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, bytes, text }))
    })
    outgoing.on("error", reject)
    outgoing.end(body)
  })

const best = (rates: ReadonlyArray<Rate>): Rate => ({
  mebibytesPerSecond: Math.max(...rates.map((rate) => rate.mebibytesPerSecond)),
  cpuMsPerMebibyte: Math.min(...rates.map((rate) => rate.cpuMsPerMebibyte))
})

const shown = ({ cpuMsPerMebibyte, mebibytesPerSecond }: Rate): string =>
  `${mebibytesPerSecond.toFixed(0)} MiB/s, ${cpuMsPerMebibyte.toFixed(1)} ms of the processor a MiB`

describe("the rate of files", () => {
  it("is at least 0.8 of that of node:http with the same work, both ways (issue 56)", async () => {
    await using rawServer = startProcess([process.execPath, "-e", raw, folder.file("raw")])
    const rawPort = Number(await rawServer.outputMatch(/listens on (\d+)/))
    await using server = await startServerProcess({ command: "sandbox", databaseFile: folder.file("rates.db") })
    const token = await acmeToken(server.call)
    const authorization = `Bearer ${token}`
    const body = textBytes(sizeBytes, "rate")
    const sha256 = Crypto.hash("sha256", body)
    const idIn = (answer: { readonly status: number; readonly text: string }): string => {
      assert.strictEqual(answer.status, 201, answer.text)
      const made = Object(JSON.parse(answer.text))
      assert.strictEqual(made.sha256, sha256)
      return String(made.id)
    }
    const contestants: Readonly<Record<"raw" | "service", Contestant>> = {
      raw: {
        pid: rawServer.pid,
        send: async (bytes) => idIn(await exchange(rawPort, "POST", "/", { "content-length": bytes.length }, bytes)),
        read: async (name) => (await exchange(rawPort, "GET", `/${name}`, {})).bytes
      },
      service: {
        pid: server.pid,
        send: async (bytes, application) =>
          idIn(
            await exchange(
              server.port,
              "POST",
              filesOf(application),
              { ...fileHeaders(), authorization, "content-length": bytes.length },
              bytes
            )
          ),
        read: async (name, application) =>
          (await exchange(server.port, "GET", `${filesOf(application)}/${name}/content`, { authorization })).bytes
      }
    }
    const rates = { raw: { in: Array<Rate>(), out: Array<Rate>() }, service: { in: Array<Rate>(), out: Array<Rate>() } }
    for (let round = 0; round < rounds; round++) {
      const application = await submit(server.call, token)
      for (const name of ["raw", "service"] as const) {
        const { pid, read, send } = contestants[name]
        const ids: Array<string> = []
        const sending = Array.from({ length: filesPerRound }, () => async () => {
          ids.push(await send(body, application))
        })
        rates[name].in.push(await rateOf(pid, sending))
        const reading = ids.map((id) => async () => assert.strictEqual(await read(id, application), sizeBytes))
        rates[name].out.push(await rateOf(pid, reading))
      }
    }
    for (const way of ["in", "out"] as const) {
      const [service, alone] = [best(rates.service[way]), best(rates.raw[way])]
      const ratio = service.mebibytesPerSecond / alone.mebibytesPerSecond
      process.stdout.write(
        `files ${way}: service ${shown(service)}; node:http ${shown(alone)}; ratio ${ratio.toFixed(2)}\n`
      )
      assert.isAtLeast(ratio, ratioMin, way)
    }
  })
})
