/**
 * The program as users get it, before judges that nobody here wrote: the official conformance suite over HTTP (mcp.md, B1, B2). What a
 * server without the suite's own tools cannot pass stands in `expected-failures-*.yml`; an entry that passes fails here too.
 */
import { execFile } from "node:child_process"
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { build } from "../test/judges/Build.ts"
import { startHttp, startSandbox } from "../test/judges/Sandbox.ts"

const suite = Path.join(
  Path.dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js"
)

const judge = (url: string, revision: string) => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "mcp-conformance-"))
  const expected = Path.join(import.meta.dirname, `expected-failures-${revision}.yml`)
  const given = ["server", "--url", url, "-o", folder, "--expected-failures", expected, "--requirements", revision]
  return new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    execFile(process.execPath, [suite, ...given], { maxBuffer: 64e6 }, (error, stdout, stderr) => {
      Fs.rmSync(folder, { recursive: true, force: true })
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr })
    })
  })
}

describe("the built program and the official suite (mcp.md, B1, B2)", () => {
  it.for(["2026-07-28", "2025-11-25"])("%s: fails where it must and nowhere else", async (revision) => {
    using built = await build()
    await using sandbox = await startSandbox()
    await using running = await startHttp(built.main, sandbox.settings)
    const { code, output } = await judge(running.url, revision)
    assert.strictEqual(code, 0, output)
  })
})
