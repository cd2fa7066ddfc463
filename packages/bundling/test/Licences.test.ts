/**
 * Licences of what lies in a bundle, on packages made for it.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { afterAll, assert, describe, it } from "vitest"
import { licencesBeside, licencesInside } from "../src/Licences.ts"

const root = mkdtempSync(join(tmpdir(), "bundling-"))
afterAll(() => rmSync(root, { recursive: true }))

const place = (path: string, text: string) => {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A package that exports its name. */
const addPackage = (name: string, texts: Readonly<Record<string, string>>) => {
  place(
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, version: "1.2.3", type: "module", main: "index.js" })
  )
  place(`node_modules/${name}/index.js`, `export const name = ${JSON.stringify(name)}\n`)
  for (const [file, text] of Object.entries(texts)) place(`node_modules/${name}/${file}`, text)
}

addPackage("plain", { LICENSE: "Plain may be copied. */ throw 1" })
addPackage("@scope/noticed", { "licence.md": "Noticed may be copied.", NOTICE: "Made by Somebody." })
addPackage("unused", { LICENSE: "Unused may be copied." })
addPackage("silent", {})

const outFile = join(root, "out/main.mjs")
const beside = join(root, "out/LICENCES.txt")

const build = async (entry: string, ...plugins: ReadonlyArray<Plugin>) => {
  place("entry.js", entry)
  await using bundle = await rolldown({ input: join(root, "entry.js"), plugins: [...plugins], platform: "node" })
  await bundle.write({ file: outFile, format: "esm", sourcemap: true })
  return readFileSync(outFile, "utf8")
}

const two = `import { name as one } from "plain"
import { name as other } from "@scope/noticed"
import { name as unused } from "unused"
console.log(one, other)
`

const expected = (end: string) =>
  `@scope/noticed 1.2.3

Made by Somebody.

Noticed may be copied.

${"-".repeat(72)}

plain 1.2.3

Plain may be copied. ${end} throw 1
`

describe("a bundle", () => {
  it("ends with the licences of what is inside, and of nothing else, and runs", async () => {
    const text = await build(two, licencesInside())
    assert.include(text, `\n/*!\n${expected("* /")}*/\n`)
    assert.notInclude(text, "Unused may be copied")
    assert.strictEqual(execFileSync(process.execPath, [outFile], { encoding: "utf8" }), "plain @scope/noticed\n")
  })

  it("has them in a file beside it, together with those of the bundles before", async () => {
    const plugin = licencesBeside(beside)
    await build(`import { name } from "plain"; console.log(name)`, plugin)
    await build(`import { name } from "@scope/noticed"; console.log(name)`, plugin)
    assert.strictEqual(readFileSync(beside, "utf8"), expected("*/"))
  })

  it.for([licencesInside, () => licencesBeside(join(root, "none.txt"))])(
    "is not made of a package without the text of its licence",
    async (make) => {
      const failure = await build(`import { name } from "silent"; console.log(name)`, make()).then(
        () => "none",
        (error: unknown) => String(error)
      )
      assert.include(failure, "silent 1.2.3 comes without the text of its licence")
      assert.isFalse(existsSync(join(root, "none.txt")))
    }
  )
})
