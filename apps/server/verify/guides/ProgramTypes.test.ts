/**
 * The programs in the pages for readers hold under the compiler at its strictest, as those of a reader would (README). What they do is
 * looked at where they run.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "../../test/TestServer.ts"
import { type GuidePage, pagesOf, readPage } from "../../test/guides/GuidePage.ts"

const root = Path.join(import.meta.dirname, "../../../..")

/** What programs of every page can import, with its types. */
const installed = Path.join(root, "apps/server/node_modules")

/** What those of the client's pages can import too: the frameworks that its recipes are for. */
const clientFolder = "packages/client"

const settings = {
  extends: Path.join(root, "tsconfig.base.json"),
  compilerOptions: {
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    noEmit: true,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true
  },
  include: ["**/*.ts", "**/*.mts"]
}

/** What the compiler says of the programs of some pages, in terms of their places; nothing when they hold. */
const faultsOf = (pages: ReadonlyArray<GuidePage>): string => {
  using folder = temporaryFolder()
  Fs.symlinkSync(installed, folder.file("node_modules"))
  Fs.mkdirSync(folder.file(clientFolder), { recursive: true })
  Fs.symlinkSync(Path.join(root, clientFolder, "node_modules"), folder.file(`${clientFolder}/node_modules`))
  Fs.writeFileSync(folder.file("package.json"), '{ "type": "module" }')
  Fs.writeFileSync(folder.file("tsconfig.json"), JSON.stringify(settings))
  for (const { blocks, name } of pages) {
    const home = folder.file(name)
    Fs.mkdirSync(home, { recursive: true })
    for (const { extension, fileName, place, text } of blocks.filter((block) => block.extension === "mts")) {
      const [, line = ""] = place.split(":")
      Fs.writeFileSync(Path.join(home, fileName ?? `line-${line}.${extension}`), `${text}\n`)
    }
  }
  const compiler = Path.join(root, "node_modules/typescript/bin/tsc")
  return ChildProcess.spawnSync(process.execPath, [compiler, "-p", folder.path, "--pretty", "false"], {
    cwd: folder.path,
    encoding: "utf8"
  }).stdout
}

describe("programs in pages", { timeout: 120_000 }, () => {
  it("all have the types they should (README)", () => assert.strictEqual(faultsOf(pagesOf(root)), ""))

  it("do not pass with a wrong one, or a method that is not there (negative control)", () => {
    const wrong = [
      'import { createClient } from "@partner-api/client"',
      'const partner = createClient({ baseUrl: "", clientId: "", clientSecret: 7 })',
      "partner.jobs.burn()"
    ]
    const faults = faultsOf([readPage("page.md", ["```ts", ...wrong, "```"].join("\n"))])
    assert.match(faults, /page\.md\/line-1\.mts\(2,/)
    assert.match(faults, /'burn' does not exist/)
  })
})
