/**
 * The page for users says what is true: its blocks run, its tables are those of the program, and every message it explains is said.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Path from "node:path"
import * as Consumers from "node:stream/consumers"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { environmentOf, startCommand } from "../../test/fixture/NodeProgram.ts"
import { build } from "../../test/judges/Build.ts"
import { startHttp, startSandbox } from "../../test/judges/Sandbox.ts"
import { listBytesMax } from "../../test/product/Product.ts"
import { writeGroups } from "../../src/tools/Choices.ts"

/** The most lines beside the tables, which have a line for each tool and setting. */
const linesMax = 85

const read = (name: string): string => Fs.readFileSync(Path.join(import.meta.dirname, "../..", name), "utf8")

const page = read("README.md")
const hosts = read("docs/hosts.md")

const blocksOf = (text: string, language: string): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(new RegExp(`^\`\`\`${language}\\b.*\\n([\\s\\S]*?)^\`\`\`$`, "gm")),
    ([, inside = ""]) => inside
  )

/** The rows of the table whose first column has this name. */
const rowsOf = (name: string): ReadonlyArray<ReadonlyArray<string>> => {
  const lines = page.split("\n")
  const start = lines.findIndex((line) => new RegExp(`^\\| ${name} +\\|`).test(line))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"))
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim())
  )
}

let built: Awaited<ReturnType<typeof build>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>
/** The program over HTTP. What these tests ask of it leaves nothing behind. */
let running: Awaited<ReturnType<typeof startHttp>>
beforeAll(async () => {
  ;[built, sandbox] = await Promise.all([build(), startSandbox()])
  running = await startHttp(built.main, sandbox.settings)
  Fs.writeFileSync(`${built.main}.secret`, "sandbox-secret\n")
  Fs.writeFileSync(`${built.main}.token`, "a-token-of-this-page\n")
})
afterAll(async () => {
  await running[Symbol.asyncDispose]()
  await sandbox[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** A block with the places of this machine in it. */
const placed = (text: string): string =>
  text
    .replaceAll("https://api.example.com", sandbox.baseUrl)
    .replaceAll(/your[ -]client[ -]id/g, "sandbox-client")
    .replaceAll("npx -y @partner-api/mcp@latest", `node ${built.main}`)
    .replaceAll("apps/mcp/dist/main.mjs", built.main)
    .replaceAll("/path/to/secret", `${built.main}.secret`)
    .replaceAll("/path/to/token", `${built.main}.token`)
    .replaceAll(/\$\{(?:PARTNER_CLIENT_SECRET|input:secret)\}/g, "sandbox-secret")

const newClient = (era: "auto" | "legacy" = "auto", takesForms = false) =>
  new Client(
    { name: "page", version: "0" },
    { capabilities: takesForms ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode: era } }
  )

/** What a block starts. In place of what `npx` would fetch, it is the program that was built here; the tests of the release run `npx`. */
const startedBy = (command: string, args: Array<string>) => {
  if (command !== "npx") return { command: process.execPath, args }
  const [yes, name, ...rest] = args
  assert.deepStrictEqual([yes, name], ["-y", "@partner-api/mcp@latest"])
  return { command: process.execPath, args: [built.main, ...rest] }
}

const overStdio = async (
  { command, args, env }: { command: string; args: Array<string>; env: Record<string, string> },
  era: "auto" | "legacy" = "auto"
) => {
  const client = newClient(era)
  await client.connect(
    new StdioClientTransport({ ...startedBy(command, args), env: environmentOf(env), stderr: "ignore" })
  )
  return client
}

describe("README.md", () => {
  it("is short", () => {
    const prose = page.split("\n").filter((line) => !line.startsWith("|"))
    assert.isAtMost(prose.length, linesMax)
  })

  it("has a block for each host, each of which starts the program and gets tools", async () => {
    const blocks = blocksOf(`${page}\n${hosts}`, "json").map((text) => JSON.parse(placed(text)))
    assert.strictEqual(blocks.length, 5)
    for (const { mcpServers, servers, context_servers: contextServers } of blocks) {
      const { partner } = mcpServers ?? servers ?? contextServers
      if (partner.type === "http") {
        const client = newClient()
        const headers = {
          Authorization: partner.headers.Authorization.replace("the value of MCP_TOKEN", running.token)
        }
        assert.strictEqual(new URL(partner.url).pathname, new URL(running.direct).pathname)
        await client.connect(new StreamableHTTPClientTransport(new URL(running.direct), { requestInit: { headers } }))
        assert.isAbove((await client.listTools()).tools.length, 0)
        await client.close()
      } else {
        const client = await overStdio(partner)
        const { content } = await client.callTool({ name: "check_connection", arguments: {} })
        assert.include(JSON.stringify(content), String.raw`\"auth_ok\":true`)
        await client.close()
      }
    }
  })

  it("has the tools and settings of the program, and no others", async () => {
    const args = [built.main, "stdio", "--enable-writes", writeGroups.join(",")]
    const lists = []
    for (const era of ["auto", "legacy"] as const) {
      const client = await overStdio({ command: "node", args, env: sandbox.settings }, era)
      lists.push((await client.listTools()).tools, (await client.listTools()).tools)
      await client.close()
    }
    const [tools = []] = lists
    for (const other of lists) assert.deepStrictEqual(other, tools)
    const bytes = Buffer.byteLength(JSON.stringify(tools))
    console.log(`tools/list: ${tools.length} tools, ${bytes} bytes; the built program: ${built.bytes} bytes`)
    assert.isAtMost(bytes, listBytesMax.whole)
    // What the product's own tests hold to be the list.
    const kept = JSON.parse(read("test/product/tools.json"))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(tools)), kept)
    assert.deepStrictEqual(
      rowsOf("Tool").map(([name, title]) => [name, title]),
      tools.map(({ name, title }) => [`\`${name}\``, title])
    )
    const help = ["--help", "http --help"]
      .map((text) =>
        ChildProcess.execFileSync(process.execPath, [built.main, ...text.split(" ")], {
          encoding: "utf8",
          env: environmentOf({})
        })
      )
      .join("\n")
    const named = (text: string) => new Set(Array.from(text.matchAll(/\b(?:PARTNER|MCP)_[A-Z_]+\b/g), ([name]) => name))
    assert.sameMembers([...named(rowsOf("Variable").flat().join(" "))], [...named(help)])
  })

  it("has commands that work", async () => {
    const [build, http] = blocksOf(page, "sh")
    const [first, ...rest] = placed(build ?? "")
      .trim()
      .split("\n")
    // The build that it names is the one of this test.
    const { scripts } = JSON.parse(read("package.json"))
    assert.strictEqual(first, "npx -y pnpm@12 --filter @partner-api/mcp build")
    assert.strictEqual(scripts.build, "rolldown -c")
    assert.match(
      ChildProcess.execFileSync("bash", ["-c", rest.join("\n")], { encoding: "utf8", env: environmentOf({}) }),
      /\d+\.\d+\.\d+/
    )
    const commands = placed(http ?? "")
      .replace("--port 8931", "--port 0")
      .replace(/^node /m, `exec ${process.execPath} `)
    await using started = await startCommand("bash", ["-c", commands], {}, /"address":"(http:[^"]+)\/mcp"/)
    const health = await fetch(`${started.found[1]}/health`)
    assert.strictEqual(health.status, 200)
  })

  /** How each message comes about. */
  const stderrOf = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): string =>
    ChildProcess.spawnSync(process.execPath, [built.main, ...args], { env: environmentOf(env), encoding: "utf8" })
      .stderr
  const { PARTNER_BASE_URL: address, PARTNER_CLIENT_ID: id } = {
    PARTNER_BASE_URL: "http://127.0.0.1:9",
    PARTNER_CLIENT_ID: "a"
  }
  const settings = { PARTNER_BASE_URL: address, PARTNER_CLIENT_ID: id }

  const toolMessage = async (
    tool: string,
    given: Record<string, unknown>,
    env: Record<string, string>,
    ...flags: Array<string>
  ) => {
    const client = await overStdio({ command: "node", args: [built.main, "stdio", ...flags], env })
    const answer = await client.callTool({ name: tool, arguments: given })
    await client.close()
    return JSON.stringify(answer.content)
  }
  const httpMessage = async (headers: Record<string, string>) => {
    // Not fetch: what is sent must be what stands here, the header Host too.
    const answer = await new Promise<Http.IncomingMessage>((resolve, reject) => {
      const request = Http.request(running.direct, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers }
      })
      request.on("response", resolve).on("error", reject).end("{}")
    })
    return Consumers.text(answer)
  }
  const person = {
    organization_id: "org_acme",
    first_name: "Ada",
    last_name: "Byron",
    email: "ada@example.com",
    mode: "apply"
  }

  const causes: ReadonlyArray<readonly [start: string, print: () => string | Promise<string>]> = [
    ["PARTNER_BASE_URL is not set", () => stderrOf([], {})],
    ["PARTNER_CLIENT_SECRET is not set", () => stderrOf([], settings)],
    ["A secret is not an argument", () => stderrOf(["--client-secret=oops"], settings)],
    ["MCP_TOKEN is not set", () => stderrOf(["http"], sandbox.settings)],
    [
      "Without an issuer of tokens",
      () => stderrOf(["http", "--host", "0.0.0.0"], { ...sandbox.settings, MCP_TOKEN: "a-token-of-this-page" })
    ],
    ["The token is not valid for this server", () => httpMessage({ authorization: "Bearer of-somebody-else" })],
    ["The header Host names another server", () => httpMessage({ host: "attacker.example" })],
    [
      "The platform refuses the credentials",
      () => toolMessage("list_organizations", {}, { ...sandbox.settings, PARTNER_CLIENT_SECRET: "a-wrong-secret" })
    ],
    [
      "This client cannot ask its user",
      () => toolMessage("add_user", person, sandbox.settings, "--enable-writes", "users")
    ]
  ]

  it("explains the messages that this test knows the causes of", () => {
    const messages = rowsOf("Message").map(([message = ""]) => message.slice(1, -1))
    assert.strictEqual(messages.length, causes.length)
    for (const [index, [start]] of causes.entries()) assert.isTrue(messages[index]?.startsWith(start), start)
  })

  it.for(causes)("what it explains is said: %s", async ([start, print]) => {
    const [message = ""] = rowsOf("Message").find(([text]) => text?.startsWith(`\`${start}`)) ?? []
    assert.include(await print(), message.slice(1, -1))
  })
})
