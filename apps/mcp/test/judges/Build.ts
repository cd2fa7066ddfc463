/**
 * The program as users get it: one file, built by the configuration of this package into a folder of its own.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { rolldown } from "rolldown"
import config from "../../rolldown.config.ts"

const root = Path.join(import.meta.dirname, "../..")

/** Builds it. */
export const build = async () => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "mcp-build-"))
  const main = Path.join(folder, "main.mjs")
  const { output, ...input } = Array.isArray(config) ? config[0] : config
  await using bundle = await rolldown({ ...input, cwd: root })
  await bundle.write({ ...output, file: main, sourcemap: false })
  return {
    main,
    bytes: Fs.statSync(main).size,
    [Symbol.dispose]: () => Fs.rmSync(folder, { recursive: true, force: true })
  }
}
