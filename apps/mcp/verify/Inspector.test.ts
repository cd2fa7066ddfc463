/**
 * The program before the official inspector (mcp.md, B4), a second client that nobody here wrote. It is large and needs a registry, so it
 * is fetched when `pnpm verify` asks for it and is no dependency.
 */
import { execFile } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { build } from "../test/judges/Build.ts"
import { startHttp, startSandbox } from "../test/judges/Sandbox.ts"

const inspector = "@modelcontextprotocol/inspector@2.12.0"

/** The inspector's own exit code for a result that is an error. */
const toolFailed = 5

const inspect = (args: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile("npx", ["-y", inspector, "--cli", ...args], { maxBuffer: 64e6 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr })
    )
  })

const ways = ["stdio", "HTTP"] as const

/** The arguments with which the inspector reaches the program. */
const reach = async (way: (typeof ways)[number]) => {
  const built = await build()
  const sandbox = await startSandbox()
  const running = way === "HTTP" ? await startHttp(built.main, sandbox.settings) : undefined
  const settings = Object.entries(sandbox.settings).flatMap(([name, value]) => ["-e", `${name}=${value}`])
  return {
    target:
      running === undefined
        ? [...settings, process.execPath, built.main, "stdio"]
        : [running.direct, "--transport", "http", "--header", `Authorization: Bearer ${running.token}`],
    [Symbol.asyncDispose]: async () => {
      await running?.[Symbol.asyncDispose]()
      await sandbox[Symbol.asyncDispose]()
      built[Symbol.dispose]()
    }
  }
}

describe.for(ways)("the inspector over %s (mcp.md, B4)", (way) => {
  it("finds every schema portable", async () => {
    await using place = await reach(way)
    const { code, stdout, stderr } = await inspect([...place.target, "--method", "tools/list", "--strict"])
    assert.strictEqual(code, 0, stderr)
    assert.include(stdout, "check_connection")
  })

  it("calls a tool, and distinguishes a refusal", async () => {
    await using place = await reach(way)
    const call = [...place.target, "--method", "tools/call", "--tool-name", "list_jobs", "--tool-arg"]
    const good = await inspect([...call, "organization_id=org_acme", "limit=2"])
    assert.strictEqual(good.code, 0, good.stderr)
    assert.include(good.stdout, "job_00000001")
    const bad = await inspect([...call, "organization_id=org_acme", "limit=101"])
    assert.strictEqual(bad.code, toolFailed, bad.stderr)
    assert.include(bad.stdout + bad.stderr, "/limit")
  })
})
