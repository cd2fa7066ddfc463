/**
 * The program itself: its settings, its end, what it writes where (issue 7; mcp.md, 5.4; B6).
 */
import { execFileSync, spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { version } from "../../src/Version.ts"
import { program } from "./Product.ts"
import { startUpstream } from "./Upstream.ts"

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the program to its end. Its input ends at once, or when it has answered with this text. */
const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, input = "", answer = "") =>
  new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env["PATH"] ?? "", ...env } })
    let [out, err] = ["", ""]
    child.stdout.on("data", (chunk) => {
      out += String(chunk)
      if (answer !== "" && out.includes(answer)) child.stdin.end()
    })
    child.stderr.on("data", (chunk) => {
      err += String(chunk)
    })
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, out, err }))
    child.stdin.write(input)
    if (answer === "") child.stdin.end()
  })

const secret = "cs_very_secret_value_of_the_partner"
const settings = { PARTNER_BASE_URL: "http://127.0.0.1:9", PARTNER_CLIENT_ID: "cli_1", PARTNER_CLIENT_SECRET: secret }
const { PARTNER_CLIENT_SECRET: _, ...withoutSecret } = settings

const wrong: ReadonlyArray<readonly [string, ReadonlyArray<string>, Readonly<Record<string, string>>, string]> = [
  ["no address", [], {}, "PARTNER_BASE_URL"],
  ["an address without a scheme", [], { ...settings, PARTNER_BASE_URL: "api" }, "PARTNER_BASE_URL"],
  ["an address without TLS", [], { ...settings, PARTNER_BASE_URL: "http://api.example.com" }, "PARTNER_BASE_URL"],
  ["no client", [], { ...settings, PARTNER_CLIENT_ID: "" }, "PARTNER_CLIENT_ID"],
  ["no secret", [], withoutSecret, "PARTNER_CLIENT_SECRET"],
  ["two secrets", [], { ...settings, PARTNER_CLIENT_SECRET_FILE: "x" }, "PARTNER_CLIENT_SECRET_FILE"],
  [
    "a file that is not there",
    [],
    { ...withoutSecret, PARTNER_CLIENT_SECRET_FILE: "/nowhere" },
    "PARTNER_CLIENT_SECRET_FILE"
  ],
  ["another flow", [], { ...settings, PARTNER_FLOW: "basic" }, "PARTNER_FLOW"],
  ["no id", [], { ...settings, PARTNER_ORGANIZATION: "a b" }, "PARTNER_ORGANIZATION"],
  ["no caller over HTTP", ["http"], settings, "MCP_TOKEN"],
  [
    "an empty token, and a wish to ask nobody",
    ["http"],
    { ...settings, MCP_TOKEN: " ", MCP_AUTHORIZATION: "open" },
    "MCP_TOKEN"
  ],
  ["a short token", ["http"], { ...settings, MCP_TOKEN: "short" }, "MCP_TOKEN"],
  ["no audience", ["http"], { ...settings, MCP_ISSUER: "https://issuer.example.com" }, "MCP_AUDIENCE"],
  ["two ways in", ["http"], { ...settings, MCP_ISSUER: "https://i.example.com", MCP_TOKEN: secret }, "MCP_ISSUER"],
  ["a token beyond this machine", ["http", "--host", "0.0.0.0"], { ...settings, MCP_TOKEN: secret }, "0.0.0.0"],
  ["an unknown group", ["--toolsets", "jobs,pets"], settings, "--toolsets"],
  ["an unknown write", ["--enable-writes", "jobs"], settings, "--enable-writes"],
  ["an unknown flag", ["--verbose"], settings, "verbose"]
]

/** A process takes a second to start, and much longer on a machine that is busy. */
const patience = { timeout: 30_000 }

describe("settings", { ...patience, concurrent: true }, () => {
  it.each(wrong)("%s: told in a line, exit 2", async (_what, args, env, name) => {
    const { code, out, err } = await run(args, env)
    assert.strictEqual(code, 2, err)
    assert.strictEqual(out, "")
    const lines = err
      .trim()
      .split("\n")
      .filter((line) => !/--help|Usage: /.test(line))
    assert.lengthOf(lines, 1, err)
    assert.include(lines[0], name)
    assert.notInclude(err, secret)
  })

  it("a secret among the arguments: refused before anything is read, and not repeated", async () => {
    for (const flag of [`--client-secret=${secret}`, `--token=${secret}`]) {
      const { code, out, err } = await run([flag], settings)
      assert.strictEqual(code, 2)
      assert.notInclude(out + err, secret)
    }
  })

  it("a secret from what is no regular file, or is too large: told in a line, and not waited for", async () => {
    const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-mcp-"))
    using _folder = { [Symbol.dispose]: () => Fs.rmSync(folder, { recursive: true }) }
    const [pipe, large] = [Path.join(folder, "pipe"), Path.join(folder, "large")]
    execFileSync("mkfifo", [pipe])
    Fs.writeFileSync(large, "a".repeat(65_537))
    for (const [file, says] of [
      [pipe, "PARTNER_CLIENT_SECRET_FILE names no regular file."],
      ["/dev/zero", "PARTNER_CLIENT_SECRET_FILE names no regular file."],
      [large, "PARTNER_CLIENT_SECRET_FILE names a file of more than 65536 bytes, which holds no secret."]
    ] as const) {
      const { code, err } = await run([], { ...withoutSecret, PARTNER_CLIENT_SECRET_FILE: file })
      assert.strictEqual(code, 2, err)
      assert.include(err, says)
    }
  })

  it("a secret from a file", async () => {
    await using upstream = await startUpstream()
    const { PARTNER_CLIENT_SECRET, ...others } = upstream.environment
    const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-mcp-"))
    const file = Path.join(folder, "secret")
    Fs.writeFileSync(file, `${PARTNER_CLIENT_SECRET}\n`, { mode: 0o600 })
    const told = await run([], { ...others, PARTNER_CLIENT_SECRET_FILE: file }, conversation)
    Fs.rmSync(folder, { recursive: true })
    assert.include(told.out, '\\"auth_ok\\":true')
  })
})

const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`

const conversation = [
  message(1, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "t", version: "0" }
  }),
  `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`,
  "no message\n",
  message(2, "tools/list", {}),
  message(3, "tools/call", { name: "check_connection", arguments: {} }),
  message(4, "tools/call", { name: "list_jobs", arguments: { organization_id: "org_1" } }),
  message(5, "tools/call", { name: "list_organizations", arguments: {} })
].join("")

describe("a conversation over standard input and output (B6)", patience, () => {
  it("writes messages and nothing else, ends with the input, says no secret", async () => {
    await using upstream = await startUpstream()
    const { code, out, err } = await run(["stdio"], upstream.environment, conversation)
    assert.strictEqual(code, 0)
    const messages = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    for (const { jsonrpc } of messages) assert.strictEqual(jsonrpc, "2.0")
    assert.includeMembers(
      messages.map(({ id }) => id),
      [1, 2, 3, 4, 5]
    )
    for (const line of err.trim().split("\n")) assert.property(JSON.parse(line), "event")
    for (const one of upstream.secrets) assert.notInclude(out + err, one)
  })

  it("a platform that is down: it starts and tells", async () => {
    const { code, out } = await run([], settings, conversation, '\\"auth_ok\\":false')
    assert.strictEqual(code, 0)
    assert.include(out, '"serverInfo"')
    assert.notInclude(out, secret)
  })

  it("read-only beats enabled writes; what is chosen is offered", async () => {
    await using upstream = await startUpstream()
    const listed = async (...args: ReadonlyArray<string>) => (await run(args, upstream.environment, conversation)).out
    const [enabled = "", readOnly = "", jobs = ""] = await Promise.all([
      listed("--enable-writes", "users,fees"),
      listed("--enable-writes", "users,fees", "stdio", "--read-only"),
      listed("stdio", "--toolsets", "jobs", "--organization", "org_1")
    ])
    assert.include(enabled, '"name":"add_user"')
    assert.notInclude(readOnly, '"name":"add_user"')
    assert.notInclude(readOnly, '"name":"set_agency_fees"')
    assert.include(jobs, '"name":"list_jobs"')
    assert.notInclude(jobs, '"name":"list_users"')
    const list = jobs.split("\n").find((line) => line.includes('"name":"list_jobs"'))
    assert.notInclude(list, "organization_id")
  })
})

/** Starts the program over HTTP and sends it a signal as soon as it listens. */
const stopHttp = (signal: NodeJS.Signals) =>
  new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, [program, "http", "--port", "0"], {
      env: { PATH: process.env["PATH"] ?? "", ...settings, MCP_TOKEN: secret }
    })
    let log = ""
    child.stderr.on("data", (chunk) => {
      log += String(chunk)
      if (log.includes('"event":"started"')) child.kill(signal)
    })
    child.on("error", reject)
    child.on("close", resolve)
  })

describe("a signal", patience, () => {
  it.for([
    ["SIGINT", 130],
    ["SIGTERM", 0]
  ] as const)("%s ends the server with %i (cli-kit, ExitCode)", async ([signal, expected]) => {
    assert.strictEqual(await stopHttp(signal), expected)
  })
})

/** A title, a cleared screen, a colour in C1, a forged line, DEL, and text from right to left. */
const hostile = "\u001b]0;owned\u0007\u001b[2J\u009b31m\r\nforged\u007f\u202egnp\u2066"
const driving = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u

describe("text that would drive the terminal (decisions, Resources)", patience, () => {
  it("in an argument is told as text, in the line of its mistake", async () => {
    for (const args of [[`--${hostile}`], ["--toolsets", hostile], ["http", "--host", hostile]]) {
      const { code, err } = await run(args, { ...settings, MCP_TOKEN: secret })
      assert.strictEqual(code, 2, err)
      assert.notMatch(err, driving)
      assert.notMatch(err, /^(?!partner-mcp: )./m)
    }
  })

  it("in a stored name reaches a client as text, in one message", async () => {
    await using upstream = await startUpstream({ organizations: [{ id: "org_1", name: hostile }] })
    const { code, out, err } = await run(["stdio"], upstream.environment, conversation)
    assert.strictEqual(code, 0)
    assert.notMatch(out + err, driving)
    assert.match(out, /31m\\+nforged/)
  })
})

describe("help", patience, () => {
  it("shows how to configure clients, and the version is the package's", async () => {
    const { code, out } = await run(["--help"], { FORCE_COLOR: "1" })
    assert.strictEqual(code, 0)
    assert.notMatch(out, /[^\P{Cc}\n]|\\u00/u)
    assert.include(out, '"mcpServers"')
    assert.include(out, "PARTNER_BASE_URL")
    assert.include((await run(["http", "--help"], {})).out, "MCP_ISSUER")
    assert.include((await run(["--version"], {})).out, manifest.version)
    assert.strictEqual(version, manifest.version)
  })
})
