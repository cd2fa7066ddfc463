/**
 * Before the tests of a run: bundles the programs that the tests start, each into one file. The files are removed after the
 * run.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { bundleProgram } from "@partner-api/bundling/Program"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the bundles. */
    readonly built: string
  }
}

const root = Path.join(import.meta.dirname, "..")

const build = (input: string, file: string) => bundleProgram(Path.join(root, input), file)

export default async ({ provide }: TestProject) => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-mcp-programs-"))
  await Promise.all([
    build("src/main.ts", Path.join(folder, "partner-mcp.mjs")),
    build("test/fixture/DemoProgram.ts", Path.join(folder, "demo.mjs")),
    build("../server/src/main.ts", Path.join(folder, "partner-api.mjs"))
  ])
  provide("built", folder)
  return () => Fs.rmSync(folder, { recursive: true, force: true })
}
