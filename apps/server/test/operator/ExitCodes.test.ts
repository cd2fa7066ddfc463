/**
 * Exit codes of `partner-api`, by a process (README). The other tests run a command in their own process: here both runs end and write
 * alike. Signals end the processes of `Start.test.ts`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import { runProgram, startProgram } from "../Program.ts"
import { sharedFolder } from "../TestServer.ts"
import { commandsOn } from "./OnFile.ts"

const folder = sharedFolder()
const file = folder.file("codes.db")
await commandsOn(file).json("organizations", "create", "--name", "Acme", "--id", "org_acme")
const users = folder.file("users.ndjson")
Fs.writeFileSync(users, '{"external_id":"u1"}\n')

/** What differs from run to run. */
const withoutTimes = (text: string) => text.replaceAll(/\b\d+\.\d s\b/g, "…")

describe("a process of partner-api", () => {
  it.for([
    [0, ["organizations", "list"]],
    [0, ["--help"]],
    [1, ["organizations", "create", "--name", "Acme", "--id", "org_acme"]],
    [2, ["clients", "create", "--nam", "X"]],
    [3, ["import", "users", users, "--organization", "org_acme", "--on-error", "skip"]]
  ] as const)("ends with %i and writes what the run in this process writes: %j (README)", async ([expected, args]) => {
    const settings = { DATABASE_URL: `sqlite:${file}` }
    await using started = startProgram(args, settings)
    const { code } = await started.ended
    const process = { code, ...started.text() }
    const run = await runProgram(args, settings)
    assert.strictEqual(code, expected, process.stderr)
    assert.strictEqual(run.code, expected)
    assert.strictEqual(withoutTimes(run.stdout), withoutTimes(process.stdout))
    assert.strictEqual(withoutTimes(run.stderr), withoutTimes(process.stderr))
    assert.notStrictEqual(process.stdout + process.stderr, "")
  })
})
