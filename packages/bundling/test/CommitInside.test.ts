/**
 * The commit of a build: that of the repository, the one that is given, or none (docs/operators/install.md).
 */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { afterAll, assert, describe, it } from "vitest"
import { commitInside, commitOf } from "../src/CommitInside.ts"

const folder = mkdtempSync(join(tmpdir(), "bundling-commit-"))
afterAll(() => rmSync(folder, { recursive: true }))

const makeRepository = (name: string) => {
  const path = join(folder, name)
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", ["-C", path, "-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      encoding: "utf8"
    })
  execFileSync("git", ["init", "--quiet", path])
  writeFileSync(join(path, "Commit.js"), "export const commit = undefined\n")
  writeFileSync(join(path, "main.js"), 'import { commit } from "./Commit.js"\nconsole.log(commit)\n')
  git("add", ".")
  git("commit", "--quiet", "--message", "first")
  return { path, head: git("rev-parse", "HEAD").trim() }
}

const printedBy = async (path: string): Promise<string> => {
  const file = join(path, "program.mjs")
  await using bundle = await rolldown({
    input: join(path, "main.js"),
    platform: "node",
    plugins: [commitInside(join(path, "Commit.js"))]
  })
  await bundle.write({ file, format: "esm" })
  return spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout.trim()
}

describe("the commit inside a program", () => {
  it("is that of its sources, and says when they differ from it", async () => {
    const { head, path } = makeRepository("sources")
    const short = head.slice(0, 12)
    assert.strictEqual(await printedBy(path), short)
    writeFileSync(join(path, "Commit.js"), "export const commit = undefined // changed\n")
    assert.strictEqual(await printedBy(path), `${short}.changed`)
  })

  it("is the given one where the sources have no repository, and must fit a version", () => {
    assert.strictEqual(commitOf("/", "abc123"), "abc123")
    assert.throws(() => commitOf("/", "not a commit"), /BUILD_COMMIT is not a commit/)
  })

  it("is unknown where neither is there", () => assert.isUndefined(commitOf("/", "")))
})
