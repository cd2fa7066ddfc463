/** A part of a gate as turbo starts it: it ends as its command does, and leaves the processor time of all that the command started. */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readAll } from "../src/LeftParts.ts"
import { folderVariable } from "../src/PartFile.ts"
import { temporaryFolderOf } from "../src/TemporaryFolder.ts"

const file = Path.join(import.meta.dirname, "../src/part.ts")

/** A program that starts another one, which takes this much of the processor. It counts between two looks: a look is work of the system. */
const busyMs = 300
const busy = `const began = process.cpuUsage()
while (process.cpuUsage(began).user < ${busyMs * 1_000}) for (let count = 0; count < 1e6; count++);`
const parent = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(busy)}])`

const runCommand = async (command: ReadonlyArray<string>) => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-gate-"))
  const { status } = ChildProcess.spawnSync(process.execPath, [file, ...command], {
    cwd: Path.join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      PATH: `${Path.join(import.meta.dirname, "../node_modules/.bin")}${Path.delimiter}${process.env["PATH"]}`,
      [folderVariable]: folder,
      npm_package_name: "@partner-api/some",
      npm_lifecycle_event: "test"
    }
  })
  const left = await Effect.runPromise(readAll(folder))
  Fs.rmSync(folder, { recursive: true })
  return { status, left: left.get("@partner-api/some#test") }
}

const runPart = (script: string) => runCommand([process.execPath, "-e", script])

describe("a part of a gate", () => {
  it.runIf(process.platform === "linux")("leaves the processor time of programs that its command started", async () => {
    const { left, status } = await runPart(parent)
    assert.strictEqual(status, 0)
    assert.isAtLeast(left?.cpuMs ?? 0, busyMs)
  })

  it("ends as its command does", async () => assert.strictEqual((await runPart("process.exit(7)")).status, 7))

  it("leaves the tests that failed, with their errors", async () => {
    const root = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-gate-"))
    Fs.writeFileSync(
      Path.join(root, "One.test.js"),
      `it("holds", () => {})
it("keeps a rule", () => { throw new Error("expected 1 to equal 2\\nin detail") })`
    )
    Fs.writeFileSync(Path.join(root, "Two.test.js"), `throw new Error("no such module")`)
    const { left, status } = await runCommand(["vitest", "run", "--globals", "--root", root])
    Fs.rmSync(root, { recursive: true })
    assert.strictEqual(status, 1)
    assert.sameMembers(
      [...(left?.failures ?? [])],
      ["One.test.js > keeps a rule: expected 1 to equal 2", "Two.test.js: no such module"]
    )
  })
})

describe("temporary files", () => {
  it("stay on the disk for a script that proves what a disk keeps, and where no folder is in memory", () => {
    assert.isUndefined(temporaryFolderOf("verify"))
    assert.isUndefined(temporaryFolderOf("verify:postgres"))
    assert.isUndefined(temporaryFolderOf("test", Path.join(Os.tmpdir(), "partner-api-no-such-folder")))
    // A folder that belongs to the system: other users may not write there.
    assert.isUndefined(temporaryFolderOf("test", "/"))
  })

  it("of tests are in memory, or where they always were", () =>
    assert.oneOf(temporaryFolderOf("test:guides"), ["/dev/shm", undefined]))
})
