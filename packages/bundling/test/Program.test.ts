/**
 * What bundles of programs are made of: ASCII, built-in modules that are requested, texts that are packed.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { afterAll, assert, describe, it } from "vitest"
import { ascii } from "../src/Ascii.ts"
import { lazyBuiltins } from "../src/Builtins.ts"
import { textInside } from "../src/TextInside.ts"

const folder = mkdtempSync(join(tmpdir(), "bundling-program-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Bundles a program and gives its text, and what it prints. */
const bundled = async (source: string, plugin: Plugin) => {
  const input = join(folder, "main.js")
  const file = join(folder, "main.mjs")
  writeFileSync(input, source)
  await using bundle = await rolldown({ input, platform: "node", plugins: [plugin] })
  await bundle.write({ file, format: "esm", codeSplitting: false })
  return { text: readFileSync(file, "utf8"), printed: spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout }
}

describe("a program in ASCII", () => {
  const source =
    'console.log("→ Zürich 😀", `„${1 + 1}“`, /^[←-↓]+$/.test("↑"), /^\\p{Emoji}😀$/u.test("😀😀"), "\\u2192" === "→")'

  it("has no other character, and says the same", async () => {
    const { printed, text } = await bundled(source, ascii())
    assert.strictEqual(printed, "→ Zürich 😀 „2“ true true true\n")
    assert.isTrue([...text].every((character) => character.charCodeAt(0) < 128))
  })
})

describe("a program with a backslash before a character that is not ASCII", () => {
  it("is not built", async () => {
    const message = await bundled("console.log(/\\ü/.test('ü'))", ascii()).then(() => "", String)
    assert.include(message, "Write ü without the backslash")
  })
})

describe("a program that uses built-in modules", () => {
  const source = `import * as Http from "node:http"
import { createHash } from "node:crypto"
import path from "node:path"
class Answer extends Http.ServerResponse {}
const loaded = process.moduleLoadList.some((name) => name.includes("undici/undici"))
console.log(typeof Answer, createHash("sha256").update("a").digest("hex").slice(0, 6), path.join("a", "b"), loaded)`

  it("loads none of their parts that it does not use", async () => {
    const { printed } = await bundled(source, lazyBuiltins())
    assert.strictEqual(printed, "function ca9781 a/b false\n")
  })

  it("would load an HTTP client with an import (negative control)", async () => {
    const { printed } = await bundled(source, { name: "nothing" })
    assert.strictEqual(printed, "function ca9781 a/b true\n")
  })
})

describe("a program with a long text inside", () => {
  it("has the text packed, and the text is the same", async () => {
    const text = "„long“ ".repeat(10_000)
    writeFileSync(join(folder, "long.js"), `export const script = ${JSON.stringify(text)}\n`)
    const { printed, text: program } = await bundled(
      `const { script } = await import("./long.js")\nconsole.log(script.length, script.slice(0, 7))`,
      textInside(/\/long\.js$/, "script")
    )
    assert.strictEqual(printed, `${text.length} „long“ \n`)
    assert.isBelow(program.length, 5_000)
  })
})
