/**
 * Before the tests of a run that start programs of every kind: bundles each into one file, and the client library as its users install it. `buildMain.ts`
 * bundles `partner-api` alone. The files are removed after the run.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { bundleProgram } from "@partner-api/bundling/Program"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of what was made. */
    readonly built: string
  }
}

const root = Path.join(import.meta.dirname, "../../..")

const build = (input: string, file: string, external?: ReadonlyArray<RegExp>) =>
  bundleProgram(Path.join(root, input), file, external)

/** The entries of the client library, and the packages that each leaves outside. */
const entries = { index: [], testing: [], webhooks: [], effect: [/^effect(\/|$)/] }
const manifest = {
  name: "@partner-api/client",
  type: "module",
  exports: { ".": "./index.js", "./testing": "./testing.js", "./webhooks": "./webhooks.js", "./effect": "./effect.js" }
}

/** Makes files in a folder of the run, before its tests. */
export const builtInto =
  (make: (folder: string) => Promise<unknown>) =>
  async ({ provide }: TestProject) => {
    const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-programs-"))
    await make(folder)
    // Some tests run the program as another user, who keeps compiled code too.
    const compiled = Path.join(folder, "compiled")
    Fs.mkdirSync(compiled)
    Fs.chmodSync(compiled, 0o1777)
    Fs.chmodSync(folder, 0o755)
    provide("built", folder)
    return () => Fs.rmSync(folder, { recursive: true, force: true })
  }

/** The program `partner-api`. */
export const buildMain = (folder: string) => build("apps/server/src/main.ts", Path.join(folder, "partner-api.mjs"))

const buildAll = (folder: string) => {
  const modules = Path.join(folder, "node_modules")
  const client = Path.join(modules, "@partner-api/client")
  Fs.mkdirSync(client, { recursive: true })
  Fs.writeFileSync(Path.join(client, "package.json"), JSON.stringify(manifest))
  Fs.symlinkSync(Path.join(root, "apps/server/node_modules/effect"), Path.join(modules, "effect"))
  return Promise.all([
    buildMain(folder),
    build("packages/client/src/partner.ts", Path.join(folder, "partner.mjs")),
    build("packages/conformance/src/main.ts", Path.join(folder, "partner-api-conformance.mjs")),
    ...Object.entries(entries).map(([name, external]) =>
      build(`packages/client/src/${name}.ts`, Path.join(client, `${name}.js`), external)
    )
  ])
}

export default builtInto(buildAll)
