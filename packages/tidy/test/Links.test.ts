import { globSync, readFileSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { assert, describe, it } from "vitest"
import { brokenLinksOf, type Read } from "../src/Links.ts"

const root = resolve(import.meta.dirname, "../../..")
const read: Read = (path) => {
  const file = statSync(resolve(root, path), { throwIfNoEntry: false })
  return file?.isFile() === true ? readFileSync(resolve(root, path), "utf8") : file && ""
}
const pages = globSync(
  ["*.md", "docs/**/*.md", "{apps,packages}/*/*.md", "{apps,packages}/*/docs/*.md", "bench/*.md"],
  { cwd: root }
).toSorted()

describe("the links of a page lead to files and headings that exist (README)", () => {
  it.each(pages)("%s", (page) => assert.deepStrictEqual(brokenLinksOf(page, read), []))
})

describe("a broken link would be noticed", () => {
  const others: Readonly<Record<string, string>> = { "docs/other.md": "# Other\n", docs: "" }
  const brokenIn = (markdown: string) =>
    brokenLinksOf("docs/page.md", (path) => (path === "docs/page.md" ? markdown : others[path]))

  it.each([
    ["to a page that is gone", "[a](gone.md)", "](gone.md)"],
    ["to a heading that is gone", "# Here\n[a](#there)", "](#there)"],
    ["to a heading of another page that is gone", "[a](other.md#there)", "](other.md#there)"]
  ])("%s", (_, markdown, broken) => assert.deepStrictEqual(brokenIn(markdown), [broken]))

  it.each([
    "# Here, now\n[a](#here-now)",
    "[b](other.md#other)",
    "[c](../docs/other.md)",
    "[d](https://example.com/#x)"
  ])("and this one is none: %s", (markdown) => assert.deepStrictEqual(brokenIn(markdown), []))
})
