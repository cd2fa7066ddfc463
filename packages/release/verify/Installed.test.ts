/**
 * What is published, as its users get it: npm fetches the tarballs from a registry of these tests and runs the programs, on a machine that
 * has nothing else. Nothing is published.
 */
import { existsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { root } from "../src/Packages.ts"
import { versionOf } from "../src/Versions.ts"
import { converse } from "./Conversation.ts"
import { commandOfBundle } from "./Host.ts"
import { type PackageServer, startPackageServer } from "./PackageServer.ts"
import { type Machine, newMachine, openRelease, type Release, run, type Running, start } from "./Release.ts"

/** Every file of them is downloaded before the first answer of `npx`. */
const tarballBytesMax = 2_500_000

const version = versionOf(root)

let release: Release
let offered: PackageServer
/** One machine with `npx`, for all tests: the first command of each package fetches it. */
let machine: Machine
/** The folder of programs that are installed from the tarballs. */
let programs: string

beforeAll(async () => {
  release = await openRelease()
  offered = await startPackageServer(release.packed)
  machine = newMachine(release, "newcomer", offered.url)
  const tarballs = release.packed.map(({ tarball }) => tarball)
  programs = join(await installOn("installed", tarballs), ".bin")
})

afterAll(async () => {
  await offered.stop()
  release.remove()
})

/** Installs what a machine needs, from the registry of this machine; gives its node_modules. */
const installOn = async (name: string, packages: ReadonlyArray<string>) => {
  const folder = join(release.folder, name)
  // The environment may hold the way to the registry.
  const npm = { folder: release.folder, env: process.env }
  const ran = await run(npm, "npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", ...packages])
  assert.strictEqual(ran.status, 0, ran.stderr)
  return join(folder, "node_modules")
}

const npx = (name: string, ...args: ReadonlyArray<string>) => ["npx", ["-y", name, ...args]] as const

const credentials = (baseUrl: string) => ({
  PARTNER_BASE_URL: baseUrl,
  PARTNER_CLIENT_ID: "sandbox-client",
  PARTNER_CLIENT_SECRET: "sandbox-secret"
})

describe("npx", () => {
  it.for(["@partner-api/client", "@partner-api/server", "@partner-api/mcp"])(
    "-y %s runs the program of the package, which says its version",
    async (name) => {
      const startMs = performance.now()
      const { status, stdout, stderr } = await run(machine, ...npx(name, "--version"))
      assert.strictEqual(status, 0, stderr)
      assert.include(stdout, version)
      console.log(`npx -y ${name}, nothing cached: ${Math.round(performance.now() - startMs)} ms`)
    }
  )

  it("fetched nothing else: the packages have no dependencies", () =>
    assert.deepStrictEqual(
      // npm requests the optional peer of the client, and warnings; it installs neither.
      offered.missed.filter((request) => request !== "GET /effect" && !request.startsWith("POST /-/npm/v1/security/")),
      []
    ))

  it(`fetches tarballs of at most ${tarballBytesMax} bytes, without sources and source maps`, () => {
    for (const { manifest, tarball } of release.packed) {
      console.log(`${manifest.name}: ${statSync(tarball).size} bytes`)
      assert.isAtMost(statSync(tarball).size, tarballBytesMax, manifest.name)
    }
  })

  it("gives a newcomer a server, a command line and a tool server that work together", async () => {
    const server: Running = start(machine, ...npx("@partner-api/server", "sandbox"), { PORT: "0" })
    try {
      const [, baseUrl = ""] = /Base URL +(\S+)/.exec(await server.line(/Base URL/)) ?? []
      assert.strictEqual((await fetch(`${baseUrl}/health/ready`)).status, 200)
      // The data is in the newcomer's folder, and the program prints where.
      assert.isTrue(existsSync(join(machine.folder, "data/sandbox.db")))
      assert.match(server.lines.join("\n"), /data\/sandbox\.db/)

      const listed = await run(
        machine,
        ...npx("@partner-api/client", "jobs", "--organization", "org_acme", "--all", "--json"),
        credentials(baseUrl)
      )
      assert.strictEqual(listed.status, 0, listed.stderr)
      assert.lengthOf(listed.stdout.trim().split("\n"), 250)

      const conversation = await converse(
        start(machine, ...npx("@partner-api/mcp@latest", "stdio"), credentials(baseUrl))
      )
      assert.strictEqual(conversation.serverVersion, version)
      assert.isAtLeast(conversation.tools.length, 5)
      assert.include(conversation.connection, String.raw`\"auth_ok\":true`)
    } finally {
      await server.stop()
    }
  })
})

/** Nodes that are too old, a very old one among them, a program, and the Node that it needs. */
const olderNodes: ReadonlyArray<readonly [node: string, program: string, needed: string]> = [
  ["12.22.12", "partner-api", "24"],
  ["18.20.8", "partner", "20.12"],
  ["18.20.8", "partner-mcp", "20.18"],
  ["20.20.2", "partner-api", "24"]
]

const nodePackage = `node-linux-${process.arch === "arm64" ? "arm64" : "x64"}`

describe("on another Node", () => {
  const nodeFolders = new Map<string, string>()
  const nodeFolder = async (node: string) => {
    const folder =
      nodeFolders.get(node) ?? join(await installOn(`node-${node}`, [`${nodePackage}@${node}`]), nodePackage, "bin")
    nodeFolders.set(node, folder)
    return folder
  }

  it.for(olderNodes)("%s, %s says in one line that it needs Node %s", async ([node, program, needed]) => {
    const other = newMachine(release, `machine-${node}-${program}`, offered.url, await nodeFolder(node))
    assert.deepStrictEqual(await run(other, join(programs, program), ["--version"]), {
      status: 1,
      stdout: "",
      stderr: `${program} needs Node ${needed} or later; this is ${node}.\n`
    })
  })

  it("the oldest that they promise, partner and partner-mcp work", async () => {
    const oldest = async (name: string) => {
      const { manifest } = release.packed.find((one) => one.manifest.name === name) ?? {}
      const node = `${manifest?.engines.node.replace(">=", "")}.0`
      return newMachine(release, `machine-${node}`, offered.url, await nodeFolder(node))
    }
    const current = newMachine(release, "machine-current", offered.url)
    const server = start(current, join(programs, "partner-api"), ["sandbox"], { PORT: "0" })
    try {
      const [, baseUrl = ""] = /Base URL +(\S+)/.exec(await server.line(/Base URL/)) ?? []
      const listed = await run(
        await oldest("@partner-api/client"),
        join(programs, "partner"),
        ["jobs", "--organization", "org_acme", "--all", "--json"],
        credentials(baseUrl)
      )
      assert.strictEqual(listed.status, 0, listed.stderr)
      assert.lengthOf(listed.stdout.trim().split("\n"), 250)
      const tools = await oldest("@partner-api/mcp")
      const conversation = await converse(start(tools, join(programs, "partner-mcp"), ["stdio"], credentials(baseUrl)))
      assert.include(conversation.connection, String.raw`\"auth_ok\":true`)
    } finally {
      await server.stop()
    }
  })
})

describe("the bundle for MCP hosts", () => {
  it("is valid, and a host that unpacks it gets a tool server that works", async () => {
    const judge = { folder: release.folder, env: { PATH: process.env["PATH"] ?? "", HOME: release.folder } }
    const mcpb = join(await installOn("judge", ["@anthropic-ai/mcpb@2.1.2"]), ".bin/mcpb")
    const content = join(release.folder, "bundle")
    const unpacked = await run(judge, mcpb, ["unpack", release.bundle, content])
    assert.strictEqual(unpacked.status, 0, `${unpacked.stdout}\n${unpacked.stderr}`)
    const validated = await run(judge, mcpb, ["validate", join(content, "manifest.json")])
    assert.strictEqual(validated.status, 0, `${validated.stdout}\n${validated.stderr}`)
    console.log(`${release.bundle}: ${statSync(release.bundle).size} bytes`)

    const current = newMachine(release, "machine-host", offered.url)
    const server = start(current, join(programs, "partner-api"), ["sandbox"], { PORT: "0" })
    try {
      const [, baseUrl = ""] = /Base URL +(\S+)/.exec(await server.line(/Base URL/)) ?? []
      const { command, args, env } = commandOfBundle(content, {
        base_url: baseUrl,
        client_id: "sandbox-client",
        client_secret: "sandbox-secret"
      })
      assert.strictEqual(command, "node")
      assert.strictEqual(dirname(args[0] ?? ""), join(content, "server"))
      const conversation = await converse(start(current, command, args, env))
      assert.strictEqual(conversation.serverVersion, version)
      assert.include(conversation.connection, String.raw`\"auth_ok\":true`)
    } finally {
      await server.stop()
    }
  })
})
