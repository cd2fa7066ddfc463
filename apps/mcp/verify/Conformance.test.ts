/**
 * The official suites against our fixture server, over HTTP (mcp.md, 3). Each names exactly what may fail: a scenario that begins
 * to pass fails here too, so the lists stay true.
 *
 * The suites judge transports, guard and registration. They have no scenario of authorization; `Authorization.test.ts` has.
 */
import { execFile } from "node:child_process"
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { everything, raw } from "../test/fixture/Everything.ts"
import { startHttp } from "../test/fixture/Running.ts"

/** A suite asks some fifty scenarios one after the other. */
const suiteTimeoutMs = 120_000

const require = createRequire(import.meta.url)
const programIn = (manifest: string): string => Path.join(Path.dirname(manifest), "dist", "index.js")
const suites = {
  current: programIn(require.resolve("@modelcontextprotocol/conformance/package.json")),
  of2025: programIn(require.resolve("@modelcontextprotocol/conformance-2025/package.json"))
}

const runSuite = async (
  suite: keyof typeof suites,
  options: ReadonlyArray<string>,
  expectedFailures: ReadonlyArray<string>
) => {
  await using server = await startHttp(everything, { authorization: { kind: "open" } }, raw)
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "mcp-conformance-"))
  const expected = Path.join(folder, "expected.yml")
  Fs.writeFileSync(expected, `server: ${JSON.stringify(expectedFailures)}\n`)
  const given = ["server", "--url", server.url, "-o", folder, "--expected-failures", expected, ...options]
  const { promise, resolve } = Promise.withResolvers<{ readonly code: number; readonly output: string }>()
  execFile(process.execPath, [suites[suite], ...given], { maxBuffer: 64e6 }, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr })
  )
  const outcome = await promise
  Fs.rmSync(folder, { recursive: true, force: true })
  return outcome
}

const legacySubscriptions = ["resources-subscribe", "resources-unsubscribe"]
// The suite sends the version 2025-03-26 in a session of 2025-11-25, which must be refused.
const suiteQuirk = "server-sse-multiple-streams"
// Nothing is asked of a server without the tool test_reconnection; the suite warns, and counts its warning as a failure.
const unsupported = "server-sse-polling"

describe("the official conformance suites (mcp.md, 3)", () => {
  it(
    "the revision 2026-07-28: all 37 required scenarios pass",
    async () => {
      const { code, output } = await runSuite("current", ["--requirements", "2026-07-28"], [])
      assert.strictEqual(code, 0, output)
    },
    suiteTimeoutMs
  )

  it(
    "the revision 2025-11-25: all but subscriptions to resources",
    async () => {
      const { code, output } = await runSuite("current", ["--requirements", "2025-11-25"], legacySubscriptions)
      assert.strictEqual(code, 0, output)
    },
    suiteTimeoutMs
  )

  it(
    "the suite of 2025: all but subscriptions and one that speaks two versions in one session",
    async () => {
      const { code, output } = await runSuite(
        "of2025",
        ["--suite", "all"],
        [...legacySubscriptions, suiteQuirk, unsupported]
      )
      assert.strictEqual(code, 0, output)
    },
    suiteTimeoutMs
  )
})
