/**
 * The programs of docs/other-languages.md run as they are pasted: against a sandbox that refuses many requests with 429, and as receivers of signed
 * webhooks. A language that is not on this machine is left out, and the title says so.
 */
import * as ChildProcess from "node:child_process"
import * as Crypto from "node:crypto"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Net from "node:net"
import * as Path from "node:path"
import { webhooks } from "@partner-api/client/webhooks"
import { assert, describe, it } from "@effect/vitest"
import { freePort } from "../../test/FreePort.ts"
import { startServerProcess } from "../../test/faults/ServerProcess.ts"
import { sharedFolder } from "../../test/TestServer.ts"

const page = Fs.readFileSync(Path.join(import.meta.dirname, "../../../../docs/other-languages.md"), "utf8")
const folder = sharedFolder()

/** The programs of the page, by their file names. */
const programs = Object.fromEntries(
  Array.from(page.matchAll(/^```(?:python|php|go) (\S+)\n([^]*?)^```$/gm), ([, name = "", text = ""]) => [name, text])
)

interface Language {
  readonly name: string
  readonly version: ReadonlyArray<string>
  /** Runs the program that calls the API. */
  readonly run: (file: string) => ReadonlyArray<string>
  /** Runs the program that receives webhooks on a port. */
  readonly receive: (file: string, port: number) => ReadonlyArray<string>
  readonly ending: string
}

const languages: ReadonlyArray<Language> = [
  {
    name: "Python",
    version: ["python3", "--version"],
    run: (file) => ["python3", file],
    receive: (file) => ["python3", file],
    ending: "py"
  },
  {
    name: "PHP",
    version: ["php", "--version"],
    run: (file) => ["php", file],
    receive: (file, port) => ["php", "-S", `127.0.0.1:${port}`, file],
    ending: "php"
  },
  {
    name: "Go",
    version: ["go", "version"],
    run: (file) => ["go", "run", file],
    receive: (file) => ["go", "run", file],
    ending: "go"
  }
]

const isHere = ([file = "", ...args]: ReadonlyArray<string>): boolean => ChildProcess.spawnSync(file, args).status === 0

const fileOf = (name: string): string => {
  const file = folder.file(name)
  Fs.writeFileSync(file, programs[name] ?? assert.fail(`the page has no ${name}`))
  return file
}

/** Starts a program in a group of its own, which ends with it: `go run` has a child. */
const start = ([file = "", ...args]: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const child = ChildProcess.spawn(file, args, {
    env: { PATH: process.env["PATH"], HOME: folder.path, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true
  })
  const printed = { stdout: "", stderr: "" }
  const ended = once(child, "close").then(([code]) => Number(code))
  const listens = new Promise<void>((resolve, reject) => {
    const collect = (name: keyof typeof printed) => (chunk: Buffer) => {
      printed[name] += chunk.toString()
      if (/^listening$| started$/m.test(printed[name])) resolve()
    }
    child.stdout.on("data", collect("stdout"))
    child.stderr.on("data", collect("stderr"))
    void ended.then(() => reject(new Error(`it ended: ${printed.stderr}`)))
  })
  // Of a program that only calls, nobody waits for it.
  listens.catch(() => undefined)
  return {
    printed,
    ended,
    listens,
    stop: () => process.kill(-(child.pid ?? assert.fail("it did not start")), "SIGKILL")
  }
}

/** The headers of a body, signed with any key at any time: also with those that a receiver must refuse. */
const signedWith = (key: string, body: string, sentAt = String(Math.floor(Date.now() / 1_000))) => ({
  "content-type": "application/json",
  "webhook-id": "evt_1",
  "webhook-timestamp": sentAt,
  "webhook-signature": `v1,${Crypto.createHmac("sha256", key).update(`evt_1.${sentAt}.${body}`).digest("base64")}`
})

const secretOf = (key: string): string => `whsec_${Buffer.from(key).toString("base64")}`

/** The status that a receiver answers to a request with a length, on a connection that stays open; "closed" where it ends the connection. */
const answerToLength = async (port: number, length: string): Promise<string> => {
  const socket = Net.connect(port, "127.0.0.1")
  const ended = once(socket, "close").then(() => "closed")
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`)
  const answered = once(socket, "data").then(([chunk]) => /^HTTP\/1\.\d (\d+)/.exec(String(chunk))?.[1] ?? "no HTTP")
  const answer = await Promise.race([answered, ended])
  socket.destroy()
  return answer
}

/** A gateway that has the service below a path of its own, and nothing elsewhere. */
const startGateway = async (port: number, below: string, servicePort: number) => {
  const gateway = Http.createServer((request, response) => {
    const { headers, method, url = "" } = request
    const path = url.slice(below.length)
    if (!url.startsWith(`${below}/`) || path.startsWith(below)) {
      response.writeHead(404).end("no such page")
      return
    }
    const sent = Http.request({ host: "127.0.0.1", port: servicePort, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(sent)
  }).listen(port, "127.0.0.1")
  await once(gateway, "listening")
  return {
    [Symbol.asyncDispose]: async () => {
      gateway.closeAllConnections()
      gateway.close()
      await once(gateway, "close")
    }
  }
}

for (const { ending, name, receive, run, version } of languages) {
  const notRun = isHere(version) ? "" : ` [not run here: there is no ${version[0]}]`

  describe.skipIf(notRun !== "")(`the programs in ${name}${notRun}`, () => {
    it("read every page and write once, and wait as a 429 says (docs/other-languages.md)", async () => {
      await using server = await startServerProcess({
        command: "sandbox",
        databaseFile: folder.file(`${ending}.db`),
        settings: { RATE_LIMIT_PER_SECOND: "2", RATE_LIMIT_BURST: "4" }
      })
      const { ended, printed } = start(run(fileOf(`partner.${ending}`)), { BASE: `http://127.0.0.1:${server.port}` })
      assert.strictEqual(await ended, 0, printed.stderr)
      assert.strictEqual(printed.stdout, "250 jobs\none user: true\n")
      assert.match(printed.stderr, /^waiting [1-9]\d* s after 429 .*"error":"rate_limited"/m)
    })

    it("read every page of a service whose address has a path (docs/other-languages.md)", async () => {
      const [port, servicePort] = [await freePort(), await freePort()]
      const address = `http://127.0.0.1:${port}/partners`
      await using _service = await startServerProcess({
        command: "sandbox",
        port: servicePort,
        databaseFile: folder.file(`below.${ending}.db`),
        settings: { PUBLIC_URL: address }
      })
      await using _gateway = await startGateway(port, "/partners", servicePort)
      const { ended, printed } = start(run(fileOf(`partner.${ending}`)), { BASE: address })
      assert.strictEqual(await ended, 0, printed.stderr)
      assert.strictEqual(printed.stdout, "250 jobs\none user: true\n")
    })

    it("end with the error of a request that is refused for good (docs/other-languages.md)", async () => {
      await using server = await startServerProcess({
        command: "sandbox",
        databaseFile: folder.file(`refused.${ending}.db`)
      })
      const env = { BASE: `http://127.0.0.1:${server.port}`, CLIENT_SECRET: "wrong" }
      const { ended, printed } = start(run(fileOf(`partner.${ending}`)), env)
      assert.notStrictEqual(await ended, 0)
      assert.match(printed.stderr + printed.stdout, /401 \{"error":"(?:unauthorized|invalid_client)"/)
      assert.notInclude(printed.stderr, "waiting")
    })

    it("take a webhook with its signature, and refuse another one and an old one (docs/other-languages.md)", async () => {
      const port = await freePort()
      const secret = `whsec_${Buffer.from("a secret of 32 bytes for a test!").toString("base64")}`
      const receiver = start(receive(fileOf(`receiver.${ending}`), port), {
        WEBHOOK_SECRET: secret,
        RECEIVER_PORT: String(port)
      })
      await receiver.listens
      const data = { import: { created: 2, updated: 0 }, changed: [] }
      const post = async (
        sign: { readonly secret?: string; readonly sentAt?: Date },
        change = (body: string) => body
      ) => {
        const { body, headers } = await webhooks.signWebhook({ secret, type: "jobs.imported", data, ...sign })
        const answer = await fetch(`http://127.0.0.1:${port}/webhooks`, { method: "POST", headers, body: change(body) })
        return answer.status
      }
      const other = `whsec_${Buffer.from("another secret of thirty-two byt").toString("base64")}`
      const statuses = [
        await post({}),
        await post({ secret: other }),
        await post({ sentAt: new Date(Date.now() - 600_000) }),
        await post({}, (body) => body.replace('"created":2', '"created":3'))
      ]
      receiver.stop()
      await receiver.ended
      assert.deepStrictEqual(statuses, [204, 400, 400, 400], receiver.printed.stderr)
      assert.match(receiver.printed.stdout + receiver.printed.stderr, /^jobs\.imported$/m)
    })

    it.for([
      ["none", ""],
      ["an empty one", ""],
      ["a short one", "23 bytes, one too short"],
      ["a long one", "b".repeat(65)]
    ] as const)("take no webhook where the secret is no secret: %s (docs/other-languages.md)", async ([kind, key]) => {
      const port = await freePort()
      const secret = kind === "none" ? "" : secretOf(key)
      const receiver = start(receive(fileOf(`receiver.${ending}`), port), {
        WEBHOOK_SECRET: secret,
        RECEIVER_PORT: String(port)
      })
      const body = JSON.stringify({ id: "evt_1", type: "jobs.imported", data: {} })
      const forge = async () => {
        const headers = signedWith(key, body)
        return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status
      }
      // One that is a page of a server answers; one that is a program ends.
      const result = await receiver.listens.then(forge, () => receiver.ended.then((code) => `ended with ${code}`))
      if (typeof result === "number") receiver.stop()
      await receiver.ended
      assert.oneOf(result, [500, "ended with 1"])
      assert.include(receiver.printed.stderr, "WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64.")
    })

    it("refuse times, bodies and lengths that are none, without waiting for more (docs/other-languages.md)", async () => {
      const port = await freePort()
      const key = "a key of thirty-two bytes, here."
      const receiver = start(receive(fileOf(`receiver.${ending}`), port), {
        WEBHOOK_SECRET: secretOf(key),
        RECEIVER_PORT: String(port)
      })
      await receiver.listens
      const post = async (body: string, sentAt?: string) => {
        // A header is bytes: `fetch` sends each character up to 255 as one.
        const headers = signedWith(key, body, sentAt)
        return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status
      }
      const event = JSON.stringify({ id: "evt_1", type: "jobs.imported", data: {} })
      const statuses = [
        await post(event, "²"),
        await post(event, "9".repeat(5_000)),
        await post("no JSON"),
        await post("[]"),
        await post(JSON.stringify({ type: "jobs.imported", data: "x".repeat(70_000) })),
        await post(event)
      ]
      const lengths = [await answerToLength(port, "-1"), await answerToLength(port, "abc")]
      receiver.stop()
      await receiver.ended
      assert.deepStrictEqual(
        statuses.slice(0, 4).concat(statuses.slice(-1)),
        [400, 400, 400, 400, 204],
        receiver.printed.stderr
      )
      assert.oneOf(statuses[4], [400, 413])
      for (const answer of lengths) assert.oneOf(answer, ["400", "413", "closed"])
      assert.notMatch(receiver.printed.stderr, /Traceback|Warning|Fatal error|panic/)
    })
  })
}
