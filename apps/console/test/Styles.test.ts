/**
 * The type checker does not know the classes of a style sheet: a misspelt one would draw nothing, without an error.
 */
import { globSync, readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { assert, describe, it } from "vitest"

const source = resolve(import.meta.dirname, "../src")
const sheets = globSync("**/*.module.css", { cwd: source })

/** The classes that a sheet declares. */
const declaredIn = (sheet: string): ReadonlyArray<string> => [
  ...new Set(
    Array.from(
      readFileSync(resolve(source, sheet), "utf8").matchAll(/\.([a-zA-Z]\w*)(?=[^{};]*\{)/g),
      ([, name = ""]) => name
    )
  )
]

const usedIn = new Map<string, Set<string>>()
for (const file of globSync("**/*.tsx", { cwd: source })) {
  const text = readFileSync(resolve(source, file), "utf8")
  const [, sheet] = /import styles from "([^"]+)"/.exec(text) ?? []
  if (sheet === undefined) continue
  const path = resolve(source, dirname(file), sheet)
  const used = usedIn.get(path) ?? new Set()
  for (const [, name = ""] of text.matchAll(/\bstyles\.(\w+)/g)) used.add(name)
  usedIn.set(path, used)
}

describe("style sheets", () => {
  it.for(sheets)("%s declares what is used, and nothing else", (sheet) => {
    assert.sameMembers([...declaredIn(sheet)], [...(usedIn.get(resolve(source, sheet)) ?? [])])
  })
})
