/**
 * The pages of this package, against the library: its options, the tags of its errors, and where links lead. Their programs
 * run beside the guides of the service, where a server is.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { endpoints } from "@partner-api/contract/Endpoints"
import { pathTemplate } from "@partner-api/contract/Path"
import { assert, describe, it } from "vitest"
import { anyCallOptionNames, clientOptionNames } from "../../src/core/OptionNames.ts"
import { createClient } from "../../src/index.ts"
import { deadlineMsDefault, retriesDefault, timeoutMsDefault } from "../../src/core/ClientConfig.ts"
import { anchorsOf, linksOf, programsOf, rowsOf } from "./Markdown.ts"

const home = Path.join(import.meta.dirname, "../..")
const read = (name: string): string => Fs.readFileSync(Path.join(home, name), "utf8")
const readme = read("README.md")

describe("README.md", () => {
  it("is read in a few minutes", () => assert.isAtMost(readme.trimEnd().split("\n").length, 120))

  it("has every option of a client, with its default", () => {
    const rows = rowsOf(readme, "Option")
    const names = rows.flatMap((cells) => Array.from(cells.join(" ").matchAll(/`(\w+)`/g), ([, name = ""]) => name))
    assert.includeMembers(names, [...clientOptionNames])
    const defaults = new Map(rows.map(([name = "", value]) => [name, value]))
    assert.strictEqual(defaults.get("`retries`"), String(retriesDefault))
    assert.strictEqual(defaults.get("`timeoutMs`, `deadlineMs`"), `${timeoutMsDefault}, ${deadlineMsDefault}`)
  })

  it("has every option of a call", () => {
    const text = readme.slice(readme.indexOf("## Writing"))
    assert.deepStrictEqual(
      anyCallOptionNames.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`${name}:`)),
      []
    )
  })

  it("names the entries that there are", () => {
    const manifest: { readonly exports: Readonly<Record<string, string>> } = JSON.parse(read("package.json"))
    const entries = Object.keys(manifest.exports).filter((name) => name !== "./package.json")
    assert.deepStrictEqual(
      entries.filter((name) => !readme.includes(`@partner-api/client${name.slice(1)}`)),
      []
    )
  })
})

describe.for(Fs.globSync(["*.md", "docs/*.md"], { cwd: home }))("%s", (name) => {
  const page = read(name)

  it("leads to pages and headings that exist", () => {
    const folder = Path.dirname(Path.join(home, name))
    const fileOf = (path: string) => (path === "" ? Path.join(home, name) : Path.join(folder, path))
    assert.deepStrictEqual(
      linksOf(page).filter(({ anchor, path }) => {
        const file = fileOf(path)
        if (!Fs.existsSync(file)) return true
        return anchor !== undefined && !anchorsOf(Fs.readFileSync(file, "utf8")).includes(anchor)
      }),
      []
    )
  })

  it("leaves the package by no link, because it is published without the rest", () =>
    assert.deepStrictEqual(
      linksOf(page).filter(({ path }) =>
        Path.relative(home, Path.join(home, Path.dirname(name), path)).startsWith("..")
      ),
      []
    ))

  it("has programs that run wherever they are pasted: they import packages alone", () =>
    assert.deepStrictEqual(
      programsOf(page).flatMap(({ text }) => Array.from(text.matchAll(/ from "(\.[^"]*)"/g), ([, path]) => path)),
      []
    ))

  it("names no endpoint that does not exist", () => {
    const known = new Set(endpoints.map(({ method, path }) => `${method} ${pathTemplate(path)}`))
    const named = Array.from(page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^\s`]*)`/g), ([, text = ""]) => text)
    assert.deepStrictEqual(
      named.filter((text) => !known.has(text)),
      []
    )
  })

  it("names no method that does not exist", () => {
    const client = createClient({ baseUrl: "https://api.example.com", clientId: "id", clientSecret: "secret" })
    const called = Array.from(
      page.matchAll(/\b(jobs|users|agencies|organizations|auditLog|system|oauth)\.(\w+)\(/g),
      ([, group = "", method = ""]) => ({ group, method })
    )
    assert.deepStrictEqual(
      called.filter(({ group, method }) => {
        const methods: unknown = Reflect.get(client, group)
        return typeof methods !== "object" || methods === null || !(method in methods)
      }),
      []
    )
  })
})

describe("the filters of a list (docs/lists.md)", () => {
  const tableOf = (page: string, firstColumn: string) =>
    new Map(
      rowsOf(read(page), firstColumn).map(([name = "", filters = ""]) => [
        name.replaceAll("`", ""),
        Array.from(filters.matchAll(/`(?:--)?([\w-]+)/g), ([, filter = ""]) => filter).toSorted()
      ])
    )

  it("are those of the contract", () => {
    // The reference is generated from the contract.
    const methods = Array.from(
      read("docs/api.md").matchAll(/^- `(\w+)\.list\(query\?: \{ (.*?) \}, options/gm),
      ([, group = "", query = ""]): readonly [string, ReadonlyArray<string>] => [
        `${group}.list`,
        Array.from(query.matchAll(/(\w+)\?:/g), ([, name = ""]) => name)
          .filter((name) => name !== "limit" && name !== "cursor")
          .toSorted()
      ]
    )
    const filtered = methods.filter(([, filters]) => filters.length > 0)
    assert.isAbove(filtered.length, 3)
    assert.deepStrictEqual(
      tableOf("docs/lists.md", "List"),
      new Map(filtered.map(([name, filters]) => [name, [...filters]]))
    )
  })

  it("are those of the command line, under the names of its flags (docs/cli.md)", () => {
    const flags: Readonly<Record<string, string>> = {
      q: "search",
      job_id: "job",
      agency_id: "agency",
      application_id: "application",
      settlement_status: "settlement"
    }
    const expected = Array.from(tableOf("docs/lists.md", "List"), ([name, filters]): [string, Array<string>] => [
      name.replace(".list", ""),
      filters.map((filter) => flags[filter] ?? filter.replaceAll("_", "-")).toSorted()
    ])
    assert.deepStrictEqual(tableOf("docs/cli.md", "List"), new Map(expected))
  })
})
