/**
 * docs/webhooks.md: every program of it runs, those of frameworks over real HTTP. The test of all pages runs none of them: it has no frameworks.
 * test/docs/Webhooks.test.ts has the tables of the page.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import * as Fs from "node:fs"
import { createServer } from "node:net"
import * as Os from "node:os"
import * as Path from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { webhooks } from "../../src/webhooks.ts"
import { deliver, event, otherSecret, secret } from "../../test/webhooks/Delivery.ts"
import { programsOf } from "../../test/docs/Markdown.ts"

const home = Path.join(import.meta.dirname, "../..")
const page = Fs.readFileSync(Path.join(home, "docs/webhooks.md"), "utf8")
const run = promisify(execFile)

/** The programs by the names of their files, and the expected output of each. */
const programs = new Map(
  Array.from(
    page.matchAll(/^```ts (\w+\.ts)\n([^]*?)^```$(?:\n+```text example\n([^]*?)^```$)?/gm),
    ([, name = "", text = "", printed]) => [name, { text, printed }] as const
  )
)

let folder = ""
const env = { PATH: process.env["PATH"], PARTNER_WEBHOOK_SECRET: secret }

beforeAll(() => {
  folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-client-webhooks-"))
  Fs.writeFileSync(Path.join(folder, "package.json"), '{ "type": "module" }')
  Fs.mkdirSync(Path.join(folder, "node_modules/@partner-api"), { recursive: true })
  Fs.symlinkSync(home, Path.join(folder, "node_modules/@partner-api/client"))
  for (const name of ["express", "fastify", "hono"]) {
    Fs.symlinkSync(Path.join(home, "node_modules", name), Path.join(folder, "node_modules", name))
  }
  for (const [name, { text }] of programs) Fs.writeFileSync(Path.join(folder, name), text)
})

const running: Array<ChildProcess> = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

afterAll(() => Fs.rmSync(folder, { recursive: true, force: true }))

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  assert(typeof address === "object" && address !== null)
  return address.port
}

/** Serves what a program exports, by means of Node alone: in place of Next, Deno, Bun or a Worker. */
const serving = (name: string) => `
import { createServer as createNodeServer } from "node:http"
import { Readable } from "node:stream"
import * as program from "./${name}"

createNodeServer(async (given, response) => {
  const { headers, method, url } = given
  const request = new Request("http://localhost" + url, { method, headers, body: Readable.toWeb(given), duplex: "half" })
  const answer = await (program.default?.fetch ?? program.POST ?? program.handle)(request)
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}).listen(3000, () => console.log("listening"))
`

/** Starts a program that listens; what it prints comes line by line. */
const start = async (name: string) => {
  const port = await freePort()
  const text = programs.get(name)?.text ?? ""
  const isServer = text.includes("listening")
  const file = Path.join(folder, `${port}-${isServer ? name : "serving.mjs"}`)
  Fs.writeFileSync(file, (isServer ? text : serving(name)).replaceAll("3000", String(port)))
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "ignore"] })
  running.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  assert.strictEqual((await lines.next()).value, "listening")
  return { origin: `http://127.0.0.1:${port}`, lines }
}

const post = (address: string, { body, headers } = deliver()): Promise<Response> =>
  fetch(address, { method: "POST", headers: { "content-type": "application/json", ...headers }, body })

describe("a program that listens", () => {
  it.for(["express.ts", "fastify.ts", "node.ts"])("%s receives webhooks over HTTP (README)", async (name) => {
    const { lines, origin } = await start(name)
    assert.strictEqual((await post(`${origin}/webhooks`)).status, 204)
    assert.strictEqual((await lines.next()).value, `job.closed ${event.id}`)
    const { body, headers } = deliver({ body: JSON.stringify(event, null, 2) })
    assert.strictEqual((await post(`${origin}/webhooks`, { body, headers })).status, 204)
    assert.strictEqual((await post(`${origin}/webhooks`, deliver({ by: otherSecret }))).status, 400)
    const rewritten = { body: JSON.stringify(JSON.parse(body)), headers }
    assert.strictEqual((await post(`${origin}/webhooks`, rewritten)).status, 400)
  })

  it("fastify.ts still parses JSON for its other routes (README)", async () => {
    const { origin } = await start("fastify.ts")
    assert.deepEqual(await (await post(`${origin}/echo`)).json(), event)
  })
})

describe("a program that exports a handler of Request", () => {
  it.for(["route.ts", "hono.ts", "rotation.ts"])("%s receives webhooks over HTTP (README)", async (name) => {
    const { lines, origin } = await start(name)
    assert.strictEqual((await post(`${origin}/webhooks`)).status, 204)
    assert.match(String((await lines.next()).value), /closed/)
    assert.strictEqual((await post(`${origin}/webhooks`, deliver({ by: otherSecret }))).status, 400)
    // Another event: the same one in the same second would be the same request.
    const newer = { ...event, id: `${event.id}2`, type: "unknown", received_type: "job.archived" } as const
    assert.strictEqual((await post(`${origin}/webhooks`, await webhooks.signWebhook({ secret, ...newer }))).status, 204)
    assert.match(
      String((await lines.next()).value),
      name === "route.ts" ? /^newer than this library job\.archived$/ : /^unknown/
    )
  })
})

describe("a program that ends", () => {
  it.for(["lambda.ts", "seen.ts", "receiver.ts"])("%s does what the page says (README)", async (name) => {
    const { stdout } = await run(process.execPath, [Path.join(folder, name)], { env })
    const { printed } = programs.get(name) ?? {}
    if (printed === undefined) assert.match(stdout, /pass 2\n[^]*fail 0/)
    else assert.strictEqual(stdout, printed)
  })
})

describe("docs/webhooks.md", () => {
  it("has no program that is not run here", () => {
    assert.lengthOf(programsOf(page), programs.size)
    assert.sameMembers(
      [...programs.keys()],
      [
        "route.ts",
        "express.ts",
        "fastify.ts",
        "hono.ts",
        "node.ts",
        "lambda.ts",
        "seen.ts",
        "rotation.ts",
        "receiver.ts"
      ]
    )
  })
})
