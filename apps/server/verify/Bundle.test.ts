/**
 * The program as operators copy it: one file. What of others lies inside comes with its licence (docs/dependencies.md).
 *
 * Which packages lie inside is read from the source map, which the bundler writes and our plugin does not see.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { rolldown } from "rolldown"
import config from "../rolldown.config.ts"
import { sharedFolder } from "../test/TestServer.ts"

const root = Path.join(import.meta.dirname, "..")
const folder = sharedFolder()
const main = folder.file("main.mjs")

/** Bundling takes seconds on a machine that is busy with other tests. */
const slow = 60_000

const readMap = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ sources: Schema.Array(Schema.String) })))
const readManifest = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ name: Schema.String, version: Schema.String }))
)

/** The folders of the packages that lie inside. */
const packagesInside = (): ReadonlyArray<string> => {
  const { sources } = readMap(Fs.readFileSync(`${main}.map`, "utf8"))
  const found = sources.flatMap((source) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0] ?? [])
  return [...new Set(found)].map((one) => Path.resolve(folder.path, one))
}

describe("the program in one file", () => {
  beforeAll(async () => {
    const { output, ...input } = Array.isArray(config) ? config[0] : config
    await using bundle = await rolldown({ ...input, cwd: root })
    await bundle.write({ ...output, file: main })
  }, slow)

  it("carries the licence of every package that lies inside (docs/dependencies.md)", () => {
    const text = Fs.readFileSync(main, "utf8")
    const packages = packagesInside()
    assert.isAtLeast(packages.length, 5)
    for (const inside of packages) {
      const { name, version } = readManifest(Fs.readFileSync(Path.join(inside, "package.json"), "utf8"))
      assert.include(text, `\n${name} ${version}\n`)
      const [licence] = Fs.globSync("LICENSE*", { cwd: inside })
      assert.isDefined(licence, name)
      assert.include(text, Fs.readFileSync(Path.join(inside, licence ?? ""), "utf8").trim(), name)
    }
  })

  it("says its version with the commit that it was built from (docs/operators/install.md)", { timeout: slow }, () => {
    const printed = ChildProcess.execFileSync(process.execPath, [main, "--version"], { encoding: "utf8" })
    const { status, stdout } = ChildProcess.spawnSync("git", ["-C", root, "rev-parse", "--short=12", "HEAD"], {
      encoding: "utf8"
    })
    assert.match(printed, /\d+\.\d+\.\d+/)
    if (status === 0) assert.include(printed, `+${stdout.trim()}`)
  })

  it("runs alone (docs/operators/install.md)", { timeout: slow }, () => {
    const alone = folder.file("alone/partner-api.mjs")
    Fs.mkdirSync(Path.dirname(alone))
    Fs.copyFileSync(main, alone)
    assert.match(
      ChildProcess.execFileSync(process.execPath, [alone, "--version"], { encoding: "utf8" }),
      /\d+\.\d+\.\d+/
    )
  })
})
