import { globSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { assert, describe, it } from "vitest"
import { repeatedSentences } from "../src/Sentences.ts"

const root = resolve(import.meta.dirname, "../../..")

describe("a sentence of an error", () => {
  it("stands in one package (ARCHITECTURE.md, Declared once)", () => {
    const files = globSync("{apps,packages}/*/src/**/*.ts", { cwd: root }).map((path) => ({
      path,
      text: readFileSync(resolve(root, path), "utf8")
    }))
    assert.isAbove(files.length, 300)
    assert.deepStrictEqual(repeatedSentences(files), [])
  })

  it.each([
    ['new NotFound({ message: "There is no such job." })', "There is no such job. (apps/a, packages/b)"],
    ["new NotFound({\n  message: `There is no job ${id}.` })", "There is no job ${id}. (apps/a, packages/b)"]
  ])("that stands in two would be noticed: %s", (text, found) =>
    assert.deepStrictEqual(
      repeatedSentences([
        { path: "apps/a/src/One.ts", text },
        { path: "packages/b/src/Two.ts", text }
      ]),
      [found]
    )
  )
})
