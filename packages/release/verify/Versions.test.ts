/**
 * The next version, made by changesets in a clone: three packages have it, and so has every other place that states one. The repository
 * itself stays as it is.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { publishedPackages, root } from "../src/Packages.ts"
import { statedVersions, versionOf } from "../src/Versions.ts"

const clone = join(mkdtempSync(join(tmpdir(), "partner-release-versions-")), "clone")
afterAll(() => rmSync(join(clone, ".."), { recursive: true, force: true }))

const inClone = (command: string, ...args: ReadonlyArray<string>) =>
  execFileSync(command, [...args], { cwd: clone, encoding: "utf8", stdio: "pipe" })

describe("pnpm release:version", () => {
  it("gives all packages one next version, for a change of one of them (decision 50)", () => {
    execFileSync("git", ["clone", "--quiet", root, clone])
    // As it is now, with what is not committed yet.
    execFileSync("bash", ["-c", `git diff HEAD --binary | git -C "$0" apply --allow-empty`, clone], { cwd: root })
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"))
    const before = versionOf(clone)
    writeFileSync(
      join(clone, ".changeset/for-this-test.md"),
      `---\n"@partner-api/client": minor\n---\n\nA change of the client alone.\nIt has two lines.\n`
    )
    inClone(process.execPath, join(root, "node_modules/@changesets/cli/bin.js"), "version")
    inClone(process.execPath, "packages/release/scripts/version.ts")

    const after = versionOf(clone)
    const [major = "", minor = ""] = before.split(".")
    assert.strictEqual(after, `${major}.${Number(minor) + 1}.0`)
    for (const [file, versions] of statedVersions(clone)) {
      assert.deepStrictEqual([...new Set(versions)], [after], file)
    }
    assert.lengthOf(publishedPackages(clone), 3)
    const changelog = readFileSync(join(clone, "packages/client/CHANGELOG.md"), "utf8")
    assert.match(changelog, new RegExp(`^# .+\n\n## ${after}\n\n### Minor Changes\n\n`))
    assert.include(changelog, "- A change of the client alone.\n  It has two lines.\n")
    assert.strictEqual(versionOf(root), before)
  })
})
