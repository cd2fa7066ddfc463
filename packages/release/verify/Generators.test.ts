/**
 * The generators of docs/other-languages.md that npm has, each in the version of its row and by the command of its row: none has a warning about the document,
 * and what it makes compiles under `strict`. The table is the list: a row is added there.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { root } from "../src/Packages.ts"
import { run } from "./Release.ts"

/** The compiler that the page names. */
const compiler = "typescript@5.9"

/** A row of the table: the package, its command, and the packages that its client needs. */
interface Generator {
  readonly name: string
  readonly spec: string
  readonly command: ReadonlyArray<string>
  readonly needed: ReadonlyArray<string>
}

/** What the first cell of a row has: a package of npm, and its version. */
const packageCell = /^(\S+) (\d+\.\d+\.\d+)$/u

const quoted = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = ""]) => text)

const generators = readFileSync(join(root, "docs/other-languages.md"), "utf8")
  .split("\n")
  .flatMap((line): ReadonlyArray<Generator> => {
    const [, first = "", second = "", third = ""] = line.split("|").map((cell) => cell.trim())
    const [, name, version] = packageCell.exec(first) ?? []
    const [program, ...command] = quoted(second)[0]?.split(" ") ?? []
    if (name === undefined || program !== "npx") return []
    return [{ name, spec: `${name}@${version}`, command, needed: quoted(third).filter((text) => text !== "strict") }]
  })

const folder = mkdtempSync(join(tmpdir(), "partner-generators-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const configuration = {
  compilerOptions: {
    strict: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    skipLibCheck: false,
    noEmit: true
  },
  include: ["**/*.ts"],
  exclude: ["node_modules"]
}

describe("generators of the document (docs/other-languages.md)", () => {
  it("are four of TypeScript at least", () => assert.isAtLeast(generators.length, 4))

  it.for(generators)("$name has no warning, and its client compiles", async ({ command, name, needed, spec }) => {
    const place = join(folder, name.replace(/\W+/gu, "-"))
    mkdirSync(place)
    cpSync(join(root, "packages/contract/openapi.json"), join(place, "openapi.json"))
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify(configuration))
    const machine = { folder: place, env: process.env }
    const succeed = async (program: string, args: ReadonlyArray<string>): Promise<string> => {
      const { status, stderr, stdout } = await run(machine, program, args)
      assert.strictEqual(status, 0, `${program} ${args.join(" ")}: ${stdout}${stderr}`)
      return `${stdout}${stderr}`
    }
    const packages = [spec, compiler, ...needed]
    await succeed("npm", ["install", "--prefix", place, "--no-audit", "--no-fund", "--no-save", ...packages])
    assert.notMatch(await succeed("npx", command), /warn/iu)
    await succeed("npx", ["tsc", "--project", "tsconfig.json"])
  })
})
