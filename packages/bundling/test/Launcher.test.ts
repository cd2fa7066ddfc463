/**
 * What somebody with an old Node reads: one line. Older versions are pretended here; `pnpm verify` starts real ones.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { launcherBeside } from "../src/Launcher.ts"

const folder = mkdtempSync(join(tmpdir(), "bundling-launcher-"))
afterAll(() => rmSync(folder, { recursive: true }))

const place = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const manifest = { engines: { node: ">=24.3" }, publishConfig: { bin: { greet: "dist/greet.cjs" } } }
// The first line cannot be linked by a Node without that module, as it is with node:sqlite.
const source = `import { DatabaseSync } from "node:sqlite"
console.log("hello", process.argv.slice(2).join(" "), typeof DatabaseSync)
process.exitCode = 7
`

const build = async (manifestText: string) => {
  place("package.json", manifestText)
  const input = place("main.js", source)
  await using bundle = await rolldown({ input, platform: "node", plugins: [launcherBeside(folder)] })
  await bundle.write({ file: join(folder, "dist/main.mjs"), format: "esm" })
}

const launcher = join(folder, "dist/greet.cjs")

/** Runs a file on this Node, which pretends to be another one, maybe on another system. */
const runAs = (
  version: string,
  file: string,
  args: ReadonlyArray<string> = [],
  platform: string = process.platform
) => {
  const pretence = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })
    Object.defineProperty(process, "platform", { value: "${platform}" })`
  const preload = place("pretence.cjs", pretence)
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--require", preload, file, ...args], {
    encoding: "utf8",
    env: {}
  })
  return { status, stdout, stderr }
}

describe("the launcher of a program", () => {
  beforeAll(async () => {
    mkdirSync(join(folder, "dist"), { recursive: true })
    await build(JSON.stringify(manifest))
  })

  it.for(["4.9.1", "12.22.12", "20.20.2", "23.11.1", "24.2.9"])("says in one line that Node %s is too old", (version) =>
    assert.deepStrictEqual(runAs(version, launcher), {
      status: 1,
      stdout: "",
      stderr: `greet needs Node 24.3 or later; this is ${version}.\n`
    })
  )

  it.for(["24.3.0", "24.21.0", "26.0.0", "100.1.0"])(
    "starts the program on Node %s, with its arguments and its exit code",
    (version) => assert.deepInclude(runAs(version, launcher, ["a", "b"]), { status: 7, stdout: "hello a b function\n" })
  )

  it("has Node keep the compiled program beside it, where it may write", () => {
    const kept = join(folder, "dist/.compiled")
    rmSync(kept, { recursive: true, force: true })
    runAs(process.versions.node, launcher)
    assert.isNotEmpty(readdirSync(kept, { recursive: true }))
    rmSync(kept, { recursive: true })
    // A file stands in the way.
    writeFileSync(kept, "")
    assert.deepInclude(runAs(process.versions.node, launcher), { status: 7, stderr: "" })
    rmSync(kept)
  })

  it("is written in words that old versions know", () => {
    const text = readFileSync(launcher, "utf8")
    assert.match(text, /^#!\/usr\/bin\/env node\n/)
    assert.notMatch(text, /=>|`|\b(const|let|class|async|await)\b|\?\.|\?\?|^import /m)
  })

  it("is not made for a range that it could not check", async () => {
    const failure = await build(JSON.stringify({ ...manifest, engines: { node: "^22.12 || >=24" } })).then(
      () => "none",
      (error: unknown) => String(error)
    )
    assert.include(failure, "engines.node is ^22.12 || >=24")
  })
})

describe("the scripts of the repository", () => {
  const check = join(import.meta.dirname, "../src/RequireNode.cjs")

  it.for([
    ["linux", "Start them with pnpm, which finds the Node that the install brings."],
    ["darwin", `The install brings one on Linux only; on this machine (darwin, ${process.arch}) install it yourself.`],
    ["win32", `The install brings one on Linux only; on this machine (win32, ${process.arch}) install it yourself.`]
  ] as const)("say in one line that a Node is too old, and what to do (README): %s", ([platform, remedy]) =>
    assert.deepStrictEqual(runAs("20.20.2", check, [], platform), {
      status: 1,
      stdout: "",
      stderr: `The scripts of this repository need Node 24 or later; this is 20.20.2. ${remedy}\n`
    })
  )

  it("start on Node 24 (README)", () =>
    assert.deepInclude(runAs("24.0.0", check), { status: 0, stdout: "", stderr: "" }))
})
