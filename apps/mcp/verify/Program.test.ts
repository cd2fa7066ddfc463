/**
 * The program itself: its settings, its end, what it writes where (issue 7; mcp.md, 5.4; B6).
 */
import { spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../package.json" with { type: "json" }
import { version } from "../src/Version.ts"
import { environmentOf } from "../test/fixture/NodeProgram.ts"
import { mainFile } from "../test/fixture/Built.ts"
import { startUpstream } from "../test/product/Upstream.ts"

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const start = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [mainFile, ...args], { env: environmentOf(env) })

/** Runs the program to its end. Its input ends as soon as `isDone` says so of what it has written. */
const run = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  input = "",
  isDone: (out: string) => boolean = () => true
) =>
  new Promise<Ended>((resolve, reject) => {
    const child = start(args, env)
    let [out, err] = ["", ""]
    const look = () => isDone(out) && child.stdin.end()
    child.stdout.on("data", (chunk) => {
      out += String(chunk)
      look()
    })
    child.stderr.on("data", (chunk) => {
      err += String(chunk)
    })
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, out, err }))
    child.stdin.write(input)
    look()
  })

const secret = "cs_very_secret_value_of_the_partner"
const settings = { PARTNER_BASE_URL: "http://127.0.0.1:9", PARTNER_CLIENT_ID: "cli_1", PARTNER_CLIENT_SECRET: secret }

/** One of each kind: a setting, a setting of the transport, and command lines. `Settings.test.ts` has all settings. */
const wrong: ReadonlyArray<readonly [string, ReadonlyArray<string>, Readonly<Record<string, string>>, string]> = [
  ["no address", [], {}, "PARTNER_BASE_URL"],
  ["no caller over HTTP", ["http"], settings, "MCP_TOKEN"],
  ["a token beyond this machine", ["http", "--host", "0.0.0.0"], { ...settings, MCP_TOKEN: secret }, "0.0.0.0"],
  ["a secret among the arguments", [`--client-secret=${secret}`], settings, "PARTNER_CLIENT_SECRET"],
  ["an unknown group", ["--toolsets", "jobs,pets"], settings, "--toolsets"],
  ["an unknown tool", ["--tools", "find_jobs,find_pets"], settings, "--tools"],
  ["another confirmation", ["--confirm=yes"], settings, "--confirm must be token."],
  ["an unknown write", ["--enable-writes", "pets"], settings, "--enable-writes"],
  ["an unknown flag", ["--verbose"], settings, "verbose"]
]

describe("what is wrong before the start", { concurrent: true }, () => {
  it.each(wrong)("%s: reported in a line, exit 2", async (_what, args, env, name) => {
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
})

describe("a file with the secret", { concurrent: true }, () => {
  it.each([
    [0o600, ""],
    [
      0o640,
      "partner-mcp: Warning: PARTNER_CLIENT_SECRET_FILE names a file that others can read. Run chmod 600 on it.\n"
    ],
    [
      0o604,
      "partner-mcp: Warning: PARTNER_CLIENT_SECRET_FILE names a file that others can read. Run chmod 600 on it.\n"
    ]
  ])("of mode %o: %j", async (mode, warning) => {
    const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-mcp-secret-"))
    const file = Path.join(folder, "secret")
    Fs.writeFileSync(file, secret)
    Fs.chmodSync(file, mode)
    const { PARTNER_CLIENT_SECRET: _, ...others } = settings
    // What is wrong with the flow is reported after the file is read, and ends the program.
    const { err } = await run([], { ...others, PARTNER_CLIENT_SECRET_FILE: file, PARTNER_FLOW: "none" })
    Fs.rmSync(folder, { recursive: true })
    assert.strictEqual(err, `${warning}partner-mcp: PARTNER_FLOW must be oauth or partner.\n`)
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

/** Each of its messages has an answer: five requests, and a line that is no message. */
const isAnswered = (out: string): boolean => out.split("\n").length > 6

describe("a conversation over standard input and output (B6)", () => {
  it("writes messages and nothing else, ends with the input, says no secret", async () => {
    await using upstream = await startUpstream()
    const { code, out, err } = await run(["stdio"], upstream.environment, conversation, isAnswered)
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

  it("a platform that is down: it starts and reports it", async () => {
    const { code, out } = await run([], settings, conversation, (printed) => printed.includes('\\"auth_ok\\":false'))
    assert.strictEqual(code, 0)
    assert.include(out, '"serverInfo"')
    assert.notInclude(out, secret)
  })

  it("read-only beats enabled writes; what is chosen is offered", async () => {
    await using upstream = await startUpstream()
    const listed = async (...args: ReadonlyArray<string>) =>
      (await run(args, upstream.environment, conversation, isAnswered)).out
    const [enabled = "", readOnly = "", jobs = "", one = ""] = await Promise.all([
      listed("--enable-writes", "users,fees"),
      listed("--enable-writes", "users,fees", "stdio", "--read-only"),
      listed("stdio", "--toolsets", "jobs", "--organization", "org_1"),
      listed("stdio", "--tools", "list_users,add_user", "--enable-writes", "users", "--confirm=token")
    ])
    const tools = one.split("\n").find((line) => line.includes('"name":"list_users"'))
    assert.deepStrictEqual(
      Array.from(String(tools).matchAll(/"name":"(\w+)"/g), ([, name]) => name),
      ["check_connection", "list_users", "add_user"]
    )
    assert.include(tools, '"confirmation"')
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
    const child = start(["http", "--port", "0"], { ...settings, MCP_TOKEN: secret })
    let log = ""
    child.stderr.on("data", (chunk) => {
      log += String(chunk)
      if (log.includes('"event":"started"')) child.kill(signal)
    })
    child.on("error", reject)
    child.on("close", resolve)
  })

describe("a signal", () => {
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

describe("text that would drive the terminal (decisions, Resources)", () => {
  it("in an argument is reported as text, in the line of its mistake", async () => {
    const lines = [[`--${hostile}`], ["--toolsets", hostile], ["http", "--host", hostile]]
    const ends = await Promise.all(lines.map((args) => run(args, { ...settings, MCP_TOKEN: secret })))
    for (const { code, err } of ends) {
      assert.strictEqual(code, 2, err)
      assert.notMatch(err, driving)
      assert.notMatch(err, /^(?!partner-mcp: )./m)
    }
  })

  it("in a stored name reaches a client as text, in one message", async () => {
    await using upstream = await startUpstream({ organizations: [{ id: "org_1", name: hostile }] })
    const { code, out, err } = await run(["stdio"], upstream.environment, conversation, isAnswered)
    assert.strictEqual(code, 0)
    assert.notMatch(out + err, driving)
    assert.match(out, /31m\\+nforged/)
  })
})

describe("help", () => {
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
