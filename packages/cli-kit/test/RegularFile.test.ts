/**
 * Files that a person named, real ones: which are read, and that a pipe is refused without waiting.
 */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readRegularFile } from "../src/RegularFile.ts"

const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "cli-kit-"))
afterAll(() => Fs.rmSync(folder, { recursive: true }))

const bytesMax = 8
const at = (name: string): string => Path.join(folder, name)
const written = (name: string, text: string): string => {
  Fs.writeFileSync(at(name), text, { mode: 0o600 })
  return at(name)
}
const refusalOf = (path: string) =>
  Effect.map(Effect.flip(readRegularFile(path, bytesMax)), ({ code, reason }) => ({ code, reason }))

describe("a file that a person named", () => {
  it.effect("is read whole, with its mode, through a link too", () =>
    Effect.gen(function* () {
      Fs.symlinkSync(written("whole", "12345678"), at("link"))
      for (const name of ["whole", "link"]) {
        const { bytes, mode } = yield* readRegularFile(at(name), bytesMax)
        assert.strictEqual(new TextDecoder().decode(bytes), "12345678")
        assert.strictEqual(mode & 0o777, 0o600)
      }
    })
  )

  it.effect("of one byte too many is refused", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refusalOf(written("large", "123456789")), { code: undefined, reason: "large" })
    })
  )

  it.effect("that is a pipe, a folder or a device is refused without waiting", () =>
    Effect.gen(function* () {
      execFileSync("mkfifo", [at("pipe")])
      for (const path of [at("pipe"), folder, "/dev/zero"]) {
        assert.deepStrictEqual(yield* refusalOf(path), { code: undefined, reason: "irregular" })
      }
    })
  )

  it.effect("that is not there is refused with the system's name for that", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refusalOf(at("none")), { code: "ENOENT", reason: "system" })
    })
  )
})
