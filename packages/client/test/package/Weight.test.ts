/**
 * What the entries weigh and name, built from the sources as they are now (design, C1). `verify/package/Package.test.ts` has the tarball, its types and its programs.
 */
import { rolldown } from "rolldown"
import * as Fs from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { entryAlone, reachableDeclarations } from "../../rolldown.config.ts"
import { bundleBytesMax, bundledBytes, importsOf, webhooksBytesMax } from "./Weights.ts"

let folder = ""
beforeAll(async () => {
  folder = await Fs.mkdtemp(Path.join(Os.tmpdir(), "partner-client-weight-"))
})
afterAll(() => Fs.rm(folder, { recursive: true, force: true }))

describe("an entry that is built from the sources", () => {
  it.for([
    ["index", "createClient", bundleBytesMax, /^node:/],
    ["webhooks", "webhooks", webhooksBytesMax, /^$/]
  ] as const)(
    "%s adds to a program with %s as many bytes as it may, and imports what it may (design, C1)",
    async ([entry, name, bytesMax, allowed]) => {
      const { output, ...input } = entryAlone(entry)
      await using built = await rolldown(input)
      await built.write({ ...(Array.isArray(output) ? output[0] : output), file: Path.join(folder, `${entry}.js`) })
      await Fs.writeFile(
        Path.join(folder, `one-${entry}.js`),
        `import { ${name} } from "./${entry}.js"\nglobalThis.made = ${name}\n`
      )
      const bytes = await bundledBytes(`one-${entry}.js`, folder)
      assert.isAbove(bytes, 0)
      assert.isAtMost(bytes, bytesMax)
      const imports = await importsOf(Path.join(folder, `${entry}.js`))
      assert.deepStrictEqual(
        imports.filter((path) => !allowed.test(path)),
        []
      )
    }
  )
})

describe("the types of an entry", () => {
  it("are refused, with the way there, when they name what a user need not have", async () => {
    const types = await Fs.mkdtemp(Path.join(folder, "types-"))
    const write = (name: string, text: string) => Fs.writeFile(Path.join(types, name), text)
    await write("index.d.ts", `/** from "nowhere" */\nexport type { A } from "./A.ts"\n`)
    await write("A.d.ts", `export declare const a: import("@partner-api/domain/Errors").A\nexport type A = 1\n`)
    assert.throws(
      () => reachableDeclarations(types, { index: [] }),
      "index.d.ts -> A.d.ts -> @partner-api/domain/Errors"
    )
    await write("A.d.ts", `import type { A } from "effect/A"\nexport type { A }\n`)
    assert.throws(() => reachableDeclarations(types, { index: [] }), "index.d.ts -> A.d.ts -> effect/A")
    const allowed = reachableDeclarations(types, { index: ["effect"] })
    assert.deepStrictEqual([...allowed.keys()], ["index.d.ts", "A.d.ts"])
    assert.include(allowed.get("index.d.ts"), `from "./A.js"`)
    const required = reachableDeclarations(types, { index: ["effect"] }, "cjs")
    assert.deepStrictEqual([...required.keys()], ["index.d.cts", "A.d.cts"])
    assert.include(required.get("index.d.cts"), `from "./A.cjs"`)
  })
})
