import { globSync } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, extname, join } from "node:path"
import { publint } from "publint"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { dualEntries, typedEntries } from "../../rolldown.config.ts"
import {
  effectTypes,
  promiseTypes,
  receivedWebhooks,
  receiveWebhooks,
  shownTypes,
  walkedThrough,
  walkThrough
} from "./Consumers.ts"
import { copyProject, makeProject, type Project, runIn } from "./Project.ts"
import { packOutline } from "./Outline.ts"
import {
  bundleBytesMax,
  bundledBytes,
  gzipBytes,
  importsOf,
  testingBytesMax,
  webhooksBytesMax
} from "../../test/package/Weights.ts"
import { makeTarball, type Tarball, workspaceFolder } from "./Tarball.ts"

/** Compilers and npm are programs of their own, on a machine that is busy with other tests. */
const timeoutMs = 120_000

/** The part of attw's findings that is read. */
interface Attw {
  readonly analysis: {
    readonly entrypoints: Readonly<
      Record<
        string,
        { readonly resolutions: Readonly<Record<string, { readonly resolution: { readonly fileName: string } }>> }
      >
    >
  }
  readonly problems: Readonly<Record<string, ReadonlyArray<unknown>>>
}

let tarball: Tarball
let project: Project

beforeAll(async () => {
  tarball = await makeTarball()
  project = await makeProject(tarball, "user")
}, timeoutMs)

afterAll(() => tarball.remove())

const filesOf = (folder: string) =>
  globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

describe("the tarball", () => {
  it("has what a user reads and runs, and no sources", () => {
    const files = filesOf(tarball.content)
    for (const name of ["README.md", "LICENSE", "package.json", "docs/api.md"]) assert.include(files, name)
    for (const entry of Object.keys(typedEntries))
      assert.includeMembers(files, [`dist/${entry}.js`, `dist/${entry}.d.ts`])
    for (const entry of Object.keys(dualEntries))
      assert.includeMembers(files, [`dist/${entry}.cjs`, `dist/${entry}.d.cts`])
    const allowed =
      /^(README\.md|LICENSE|CHANGELOG\.md|package\.json|docs\/.*\.md|dist\/.*\.(c?js|d\.c?ts)|dist\/THIRD_PARTY_LICENSES\.txt)$/
    assert.deepStrictEqual(
      files.filter((name) => !allowed.test(name)),
      []
    )
  })

  it("needs nothing else: no dependencies, and effect only for those who use it", async () => {
    const text = await readFile(join(tarball.content, "package.json"), "utf8")
    const manifest = JSON.parse(text)
    assert.notProperty(manifest, "dependencies")
    assert.notProperty(manifest, "optionalDependencies")
    assert.deepStrictEqual(Object.keys(manifest.peerDependencies), ["effect"])
    assert.deepStrictEqual(manifest.peerDependenciesMeta, { effect: { optional: true } })
    assert.notMatch(text, /workspace:|catalog:/)
    assert.deepStrictEqual(
      filesOf(join(project.folder, "node_modules")).filter((name) => !/^(@partner-api\/client\/|\.)/.test(name)),
      []
    )
  })

  it("has no trace of the machine that built it", async () => {
    const traces = [workspaceFolder, tmpdir() + "/", "node_modules/.pnpm", ".tsbuild", "sourceMappingURL"]
    const found = await Promise.all(
      filesOf(tarball.content).map(async (name) => {
        const text = await readFile(join(tarball.content, name), "utf8")
        return traces.filter((place) => text.includes(place)).map((place) => `${name}: ${place}`)
      })
    )
    assert.deepStrictEqual(found.flat(), [])
  })

  it("comes with the licence of what lies inside", async () => {
    assert.include(
      await readFile(join(tarball.content, "dist/THIRD_PARTY_LICENSES.txt"), "utf8"),
      "Effectful Technologies Inc"
    )
  })

  it("has a program that starts, and says which version it is", async () => {
    const { version } = JSON.parse(await readFile(join(tarball.content, "package.json"), "utf8"))
    assert.isAbove((await stat(join(tarball.content, "dist/partner.cjs"))).mode & 0o111, 0)
    const ran = await runIn(project.folder, join(project.folder, "node_modules/.bin/partner"), ["--version"])
    assert.strictEqual(ran.status, 0, ran.output)
    assert.include(ran.stdout, version)
  })

  it("imports nothing but Node, and effect only in the entry for Effect", async () => {
    const outside = async (file: string) => {
      const imports = await importsOf(join(tarball.content, "dist", file))
      return [...new Set(imports.filter((path) => !path.startsWith("node:")).map((path) => path.split("/")[0]))]
    }
    for (const file of [
      "index.js",
      "index.cjs",
      "testing.js",
      "testing.cjs",
      "webhooks.js",
      "webhooks.cjs",
      "partner.js"
    ]) {
      assert.deepStrictEqual(await outside(file), [], file)
    }
    assert.deepStrictEqual(await outside("effect.js"), ["effect"])
  })

  it("imports not even Node in the entry for webhooks, and has no HTTP client there", async () => {
    for (const file of ["webhooks.js", "webhooks.cjs"]) {
      const path = join(tarball.content, "dist", file)
      assert.deepStrictEqual(await importsOf(path), [])
      assert.notMatch(await readFile(path, "utf8"), /\bfetch\(|\bBuffer\b|\bprocess\b/, file)
    }
  })
})

describe("what others say of the tarball", () => {
  it("publint finds nothing, when strict", async () => {
    const bytes = await readFile(tarball.path)
    const { messages } = await publint({
      strict: true,
      pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) }
    })
    assert.deepStrictEqual(messages, [])
  })

  it("attw finds the right types at every entry, for each kind of module", { timeout: timeoutMs }, async () => {
    const attw = join(
      dirname(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")),
      "dist/index.js"
    )
    // Into a file: attw exits before a pipe has taken all of it.
    const command = '"$0" "$1" "$2" --format json > attw.json'
    await runIn(tarball.folder, "sh", ["-c", command, process.execPath, attw, await packOutline(tarball)])
    const { analysis, problems }: Attw = JSON.parse(await readFile(join(tarball.folder, "attw.json"), "utf8"))
    // effect is an ES module, and so is the entry for it. A CommonJS program takes it with `await import`.
    assert.deepStrictEqual(Object.values(problems).flat(), [
      { kind: "CJSResolvesToESM", entrypoint: "./effect", resolutionKind: "node16-cjs" }
    ])
    for (const entry of Object.keys(dualEntries)) {
      const { resolutions } = analysis.entrypoints[entry === "index" ? "." : `./${entry}`] ?? {}
      const found = Object.entries(resolutions ?? {}).map(([kind, { resolution }]) => [
        kind,
        extname(resolution.fileName)
      ])
      assert.deepStrictEqual(
        Object.fromEntries(found),
        { node10: ".cts", "node16-cjs": ".cts", "node16-esm": ".ts", bundler: ".ts" },
        entry
      )
    }
  })
})

describe("somebody's project", () => {
  it("walks through the API with nothing but the tarball", async () => {
    await project.write({ "walk.js": walkThrough })
    const ran = await project.node(["walk.js"])
    assert.strictEqual(ran.status, 0, ran.output)
    assert.deepStrictEqual(JSON.parse(ran.stdout), walkedThrough)
  })

  it("gets the same with require", async () => {
    await project.write({
      "required.cjs": `const { createClient, isPartnerError } = require("@partner-api/client")
        const { createTestServer } = require("@partner-api/client/testing")
        createClient(createTestServer().client()).organization("org_1").jobs.get("job_none")
          .catch((error) => console.log(isPartnerError(error, "NotFound"), error.status))`
    })
    // As on a Node, or in a test runner, that cannot load ES modules with require.
    const ran = await project.node(["--no-experimental-require-module", "required.cjs"])
    assert.strictEqual(ran.stdout.trim(), "true 404", ran.output)
  })

  it("names the environment of a test that has not what Node has, such as Jest's jsdom", async () => {
    await project.write({
      "jsdom.cjs": `delete globalThis.TextEncoder; require("@partner-api/client/testing")`,
      "jsdom.mjs": `delete globalThis.Response; await import("@partner-api/client/testing")`
    })
    for (const file of ["jsdom.cjs", "jsdom.mjs"]) {
      const ran = await project.node([file])
      assert.match(ran.output, /TypeError: (?:TextEncoder|Response) is not there.*@jest-environment node/)
    }
  })

  it("receives webhooks, with import and with require", async () => {
    const required = receiveWebhooks.replace(/^import (.*) from (.*)$/m, "const $1 = require($2)")
    await project.write({ "hooks.mjs": receiveWebhooks, "hooks.cjs": `(async () => {${required}})()` })
    for (const file of ["hooks.mjs", "hooks.cjs"]) {
      const ran = await project.node(["--no-experimental-require-module", file])
      assert.strictEqual(ran.status, 0, ran.output)
      assert.deepStrictEqual(JSON.parse(ran.stdout), receivedWebhooks)
    }
  })

  it("gets in by the entries only", async () => {
    await project.write({
      "entries.js": `for (const path of ["", "/testing", "/webhooks", "/package.json", "/effect", "/dist/index.js", "/src/index.ts", "/docs/api.md"]) {
        const type = path.endsWith(".json") ? { with: { type: "json" } } : {}
        await import("@partner-api/client" + path, type).then(() => console.log("." + path, "ok"), (error) => console.log("." + path, error.code))
      }`
    })
    const { stdout } = await project.node(["entries.js"])
    assert.deepStrictEqual(stdout.trim().split("\n"), [
      ". ok",
      "./testing ok",
      "./webhooks ok",
      "./package.json ok",
      // Its user has effect; this project does not.
      "./effect ERR_MODULE_NOT_FOUND",
      "./dist/index.js ERR_PACKAGE_PATH_NOT_EXPORTED",
      "./src/index.ts ERR_PACKAGE_PATH_NOT_EXPORTED",
      "./docs/api.md ERR_PACKAGE_PATH_NOT_EXPORTED"
    ])
  })

  it(
    "distinguishes errors across two copies of the package, and across import and require",
    { timeout: timeoutMs },
    async () => {
      const twice = await copyProject(tarball, "twice", ["first-copy", "second-copy"])
      await twice.write({
        "failure.cjs": `const { createClient } = require("second-copy")
        const { createTestServer } = require("second-copy/testing")
        module.exports = createClient(createTestServer().client()).organization("org_1").jobs.get("job_none").catch((error) => error)`,
        "copies.js": `import * as first from "first-copy"
        import * as second from "second-copy"
        import failure from "./failure.cjs"
        const error = await failure
        console.log(first.isPartnerError === second.isPartnerError, first.isPartnerError(error, "NotFound"), first.isPartnerError(new Error("NotFound")))`
      })
      const ran = await twice.node(["copies.js"])
      assert.strictEqual(ran.stdout.trim(), "false true false", ran.output)
    }
  )

  it(`costs a bundle with createClient at most ${bundleBytesMax} bytes (design, C1)`, async () => {
    await project.write({
      "one.js": `import { createClient } from "@partner-api/client"\nglobalThis.made = createClient\n`
    })
    const bytes = await bundledBytes("one.js", project.folder)
    const packed = (await stat(tarball.path)).size
    console.log(`bundled createClient: ${bytes} bytes gzip -9 of ${bundleBytesMax}; tarball: ${packed} bytes`)
    assert.isAbove(bytes, 0)
    assert.isAtMost(bytes, bundleBytesMax)
  })

  it(`costs a bundle with webhooks at most ${webhooksBytesMax} bytes`, async () => {
    await project.write({
      "hooks.js": `import { webhooks } from "@partner-api/client/webhooks"\nglobalThis.made = webhooks\n`
    })
    const bytes = await bundledBytes("hooks.js", project.folder)
    console.log(`bundled webhooks: ${bytes} bytes gzip -9 of ${webhooksBytesMax}`)
    assert.isAbove(bytes, 0)
    assert.isAtMost(bytes, webhooksBytesMax)
  })

  it(`has a testing entry of at most ${testingBytesMax} bytes`, async () => {
    const bytes = gzipBytes(await readFile(join(tarball.content, "dist/testing.js")))
    console.log(`testing entry: ${bytes} bytes gzip -9 of ${testingBytesMax}`)
    assert.isAtMost(bytes, testingBytesMax)
  })
})

/** What is declared anywhere: `fetch`, `URL` and the like come from the browser's types or from Node's. Those of the browser are not judged here. */
const strict = { strict: true, skipLibCheck: false, skipDefaultLibCheck: true, noEmit: true, target: "ES2022" }
const ofBrowser = { types: [], lib: ["ES2022", "DOM", "DOM.AsyncIterable", "DOM.Iterable"] }
const ofNode = { types: ["node"], lib: ["ES2022"] }
const nodeNext = { module: "NodeNext" }
const bundler = { module: "ESNext", moduleResolution: "Bundler" }

/** The constants that the declaration file of a program has, with their types but without the paths of imports. */
const declaredIn = async ({ check, folder }: Project, file: string, options: Readonly<Record<string, unknown>>) => {
  const emitted = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: ".", outDir: "declared" }
  const ran = await check(file, { ...options, ...emitted })
  assert.strictEqual(ran.status, 0, ran.output)
  const text = await readFile(join(folder, "declared", file.replace(/\.ts$/, ".d.ts")), "utf8")
  return [...text.matchAll(/^export declare const (.*)$/gm)].map(([, line = ""]) =>
    line.replaceAll(/import\("[^"]*"\)\./g, "")
  )
}

describe("the types", () => {
  beforeAll(async () => {
    await project.write({ "promise.ts": promiseTypes, "effect.ts": effectTypes })
  })

  // `pnpm verify` has these without exact optional members too.
  it.for([
    ["NodeNext", { ...nodeNext, ...ofBrowser, exactOptionalPropertyTypes: true }],
    ["Bundler", { ...bundler, ...ofBrowser, exactOptionalPropertyTypes: true }]
  ] as const)("of the entries for promises are sound: %s", { timeout: timeoutMs }, async ([, options]) => {
    const ran = await project.check("promise.ts", { ...strict, ...options })
    assert.strictEqual(ran.status, 0, ran.output)
    console.log(`promise.ts: ${Math.round(ran.tookMs)} ms`)
  })

  it("of the entries for promises are sound from CommonJS: NodeNext", { timeout: timeoutMs }, async () => {
    await project.write({ "promise.cts": promiseTypes })
    const ran = await project.check("promise.cts", { ...strict, ...nodeNext, ...ofBrowser })
    assert.strictEqual(ran.status, 0, ran.output)
  })

  it("of the entries for promises are sound with Node's types alone", { timeout: timeoutMs }, async () => {
    await project.link("@types/node")
    const ran = await project.check("promise.ts", { ...strict, ...nodeNext, ...ofNode })
    assert.strictEqual(ran.status, 0, ran.output)
  })

  it("of the entry for Effect are sound with the project's own effect", { timeout: timeoutMs }, async () => {
    const own = await copyProject(tarball, "own-effect", ["@partner-api/client"])
    await own.write({ "effect.ts": effectTypes, "shown.ts": shownTypes.effect.program })
    await own.link("effect")
    // Those of effect itself are its own business.
    const options = { ...strict, ...nodeNext, ...ofBrowser, skipLibCheck: true, exactOptionalPropertyTypes: true }
    const ran = await own.check("effect.ts", options)
    assert.strictEqual(ran.status, 0, ran.output)
    console.log(`effect.ts: ${Math.round(ran.tookMs)} ms`)
    assert.deepStrictEqual(await declaredIn(own, "shown.ts", options), shownTypes.effect.declared)
  })

  it("are plain where an editor shows what a method returns", { timeout: timeoutMs }, async () => {
    await project.write({ "shown.ts": shownTypes.promise.program })
    const declared = await declaredIn(project, "shown.ts", { ...strict, ...nodeNext, ...ofBrowser })
    assert.deepStrictEqual(declared, shownTypes.promise.declared)
  })
})
