/**
 * ARCHITECTURE.md names every package and fits a window.
 */
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, resolve } from "node:path"
import { assert, describe, it } from "vitest"

const root = resolve(import.meta.dirname, "../../..")
const page = readFileSync(resolve(root, "ARCHITECTURE.md"), "utf8")

/** The widest line, in columns: two windows side by side hold it. */
const columnsMax = 170

describe("ARCHITECTURE.md", () => {
  it("names every package (AGENTS)", () => {
    const packages = globSync("{apps,packages}/*/package.json", { cwd: root }).map((path) => basename(dirname(path)))
    assert.isAbove(packages.length, 12)
    assert.deepStrictEqual(
      packages.filter((name) => !new RegExp(`(apps|packages)/${name}\\b`).test(page)),
      []
    )
  })

  it("has no line of more than 170 columns (AGENTS)", () =>
    assert.deepStrictEqual(
      page.split("\n").filter((line) => line.length > columnsMax),
      []
    ))
})
