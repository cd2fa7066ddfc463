/** A green run counts for the commit that is checked out, and for no other. */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { commitOf, keepGreen, missingGreen } from "../src/GreenRun.ts"

const gate = "verify:long"
const root = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-green-"))
afterAll(() => Fs.rmSync(root, { recursive: true }))

const write = (file: string, text: string): void => {
  Fs.mkdirSync(Path.dirname(Path.join(root, file)), { recursive: true })
  Fs.writeFileSync(Path.join(root, file), text)
}

for (const name of ["one", "two"])
  write(`packages/${name}/package.json`, JSON.stringify({ name, scripts: { [gate]: "" } }))
write("packages/other/package.json", JSON.stringify({ name: "other" }))
write(".gitignore", "node_modules")

const commit = (text: string): string => {
  write("file", text)
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    [...author, "commit", "-qm", text]
  ]) {
    ChildProcess.execFileSync("git", args, { cwd: root })
  }
  return commitOf(root) ?? ""
}

const missing = Effect.suspend(() => missingGreen(root, gate))

describe("a green run", () => {
  it.effect("counts once every part was green for the commit", () =>
    Effect.gen(function* () {
      const first = commit("first")
      const sentence = (parts: string, of: string) =>
        `These had no green run for the commit ${of}: ${parts}. Run: pnpm ${gate}`
      assert.strictEqual(yield* missing, sentence("one#verify:long, two#verify:long", first))
      keepGreen(root, "one#verify:long", first)
      assert.strictEqual(yield* missing, sentence("two#verify:long", first))
      keepGreen(root, "two#verify:long", first)
      assert.isUndefined(yield* missing)
      keepGreen(root, "two#verify:long", commit("second"))
      assert.strictEqual(yield* missing, sentence("one#verify:long", commitOf(root) ?? ""))
    })
  )

  it.effect("does not count where files differ from the commit", () =>
    Effect.gen(function* () {
      write("file", "changed")
      assert.strictEqual(yield* missing, `Files differ from the last commit. Commit them, and run: pnpm ${gate}`)
    })
  )
})
