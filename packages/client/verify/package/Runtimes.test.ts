/** The tarball where others run it: exact versions of Node, and the oldest compiler that its types are for. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  effectTypes,
  promiseTypes,
  receivedWebhooks,
  receiveWebhooks,
  walkedThrough,
  walkThrough
} from "./Consumers.ts"
import { programsOf } from "../../test/docs/Markdown.ts"
import { makeProject, type Project } from "./Project.ts"
import { installed, makeTarball, type Tarball } from "./Tarball.ts"

/** The oldest that is supported; and one of each line: the last of Node 20, and what is current of the others. */
const versions = ["20.12.0", "20.20.2", "22.23.3", "24.21.0"] as const

/** The oldest compiler that the types are checked with: the last one before TypeScript was rewritten. */
const oldestTypeScript = "~5.9.0"

const nodePackage = `node-linux-${process.arch === "arm64" ? "arm64" : "x64"}`

let tarball: Tarball

beforeAll(async () => {
  tarball = await makeTarball()
})

afterAll(() => tarball.remove())

const withNode = async (version: string): Promise<readonly [project: Project, node: string]> => {
  const project = await makeProject(tarball, `node-${version}`, { [nodePackage]: version })
  return [project, join(project.folder, "node_modules", nodePackage, "bin/node")]
}

describe.each(versions)("Node %s (design, C14)", (version) => {
  it("walks through the API, with import and with require", async () => {
    const [project, node] = await withNode(version)
    assert.strictEqual((await project.node(["--version"], node)).stdout.trim(), `v${version}`)
    await project.write({
      "walk.js": walkThrough,
      "required.cjs": `const { createClient, isPartnerError } = require("@partner-api/client")
        const { createTestServer } = require("@partner-api/client/testing")
        createClient(createTestServer().client()).organization("org_1").jobs.get("job_none")
          .catch((error) => console.log(isPartnerError(error, "NotFound"), error.status))`
    })
    const walked = await project.node(["walk.js"], node)
    assert.strictEqual(walked.status, 0, walked.output)
    assert.deepStrictEqual(JSON.parse(walked.stdout), walkedThrough)
    const required = await project.node(["required.cjs"], node)
    assert.strictEqual(required.stdout.trim(), "true 404", required.output)
    const program = await project.node(["node_modules/@partner-api/client/dist/partner.cjs", "--version"], node)
    assert.strictEqual(program.status, 0, program.output)
  })

  it("receives webhooks (docs/webhooks.md)", async () => {
    const [project, node] = await withNode(version)
    await project.write({ "hooks.js": receiveWebhooks })
    const received = await project.node(["hooks.js"], node)
    assert.strictEqual(received.status, 0, received.output)
    assert.deepStrictEqual(JSON.parse(received.stdout), receivedWebhooks)
  })
})

/** Both ends of the range of compilers. */
const compilers: ReadonlyArray<readonly [name: string, versions: Readonly<Record<string, string>>]> = [
  [`TypeScript ${oldestTypeScript}`, { typescript: oldestTypeScript }],
  ["the TypeScript of this workspace", {}]
]

/** The programs of all pages for readers that are TypeScript and that a test can run, by the names of files. */
const programs = (): Readonly<Record<string, string>> => {
  const root = join(import.meta.dirname, "../../../..")
  const pages = globSync(["README.md", "docs/*.md", "packages/client/{README.md,docs/*.md}"], { cwd: root }).toSorted()
  const texts = pages.flatMap((page) => programsOf(readFileSync(join(root, page), "utf8")))
  return Object.fromEntries(
    texts
      .filter(({ isLeftOut, language }) => language === "ts" && !isLeftOut)
      .map(({ text }, index) => [`program-${index}.ts`, text])
  )
}

describe.each(compilers)("%s (design, C13)", (_, versions) => {
  it("compiles the programs of the pages as they are pasted, with a plain tsconfig", async () => {
    const name = `pages-${versions["typescript"] === undefined ? "current" : "old"}`
    const project = await makeProject(tarball, name, versions)
    const files = programs()
    assert.isAtLeast(Object.keys(files).length, 10)
    const all = Object.keys(files).map((file) => `import "./${file.replace(/ts$/, "js")}"`)
    await project.write({ ...files, "all.ts": all.join("\n") })
    for (const name of ["effect", "@types/node", "express", "@types/express", "fastify", "hono"])
      await project.link(name)
    const typescript =
      versions["typescript"] === undefined ? installed("typescript") : join(project.folder, "node_modules/typescript")
    const plain = { strict: true, target: "ES2022", module: "NodeNext", outDir: "out", skipLibCheck: true }
    const checked = await project.check("all.ts", { ...plain, types: ["node"] }, typescript)
    assert.strictEqual(checked.status, 0, checked.output)
  })

  it("finds the types sound, those of all libraries included", async () => {
    const project = await makeProject(
      tarball,
      `types-${versions["typescript"] === undefined ? "current" : "old"}`,
      versions
    )
    await project.write({ "promise.ts": promiseTypes, "effect.ts": effectTypes })
    await project.link("effect")
    const typescript =
      versions["typescript"] === undefined ? installed("typescript") : join(project.folder, "node_modules/typescript")
    const strict = {
      strict: true,
      noEmit: true,
      target: "ES2022",
      types: [],
      lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"]
    }
    for (const exactOptionalPropertyTypes of [false, true]) {
      for (const mode of [{ module: "NodeNext" }, { module: "ESNext", moduleResolution: "Bundler" }]) {
        const options = { ...strict, ...mode, exactOptionalPropertyTypes }
        const promise = await project.check("promise.ts", { ...options, skipLibCheck: false }, typescript)
        assert.strictEqual(promise.status, 0, promise.output)
        // Those of effect itself are its own business.
        const effect = await project.check("effect.ts", { ...options, skipLibCheck: true }, typescript)
        assert.strictEqual(effect.status, 0, effect.output)
        console.log(`promise.ts: ${Math.round(promise.tookMs)} ms; effect.ts: ${Math.round(effect.tookMs)} ms`)
      }
    }
  })
})
