/**
 * Before the tests of a run: bundles the programs that the tests start, each into one file. The files are removed after the
 * run. `pnpm verify` starts the real server too (`verify/buildPrograms.ts`).
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

/** Builds programs, each of a name and its source, and provides their folder. */
export const buildInto =
  (programs: Readonly<Record<string, string>>) =>
  async ({ provide }: TestProject) => {
    const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-mcp-programs-"))
    await Promise.all(Object.entries(programs).map(([name, input]) => build(input, Path.join(folder, `${name}.mjs`))))
    provide("built", folder)
    return () => Fs.rmSync(folder, { recursive: true, force: true })
  }

/** The programs of this package. */
export const ownPrograms = { "partner-mcp": "src/main.ts", demo: "test/fixture/DemoProgram.ts" }

export default buildInto(ownPrograms)
