/**
 * Formats a text as `pnpm format` would, without a file.
 */
import { execFileSync } from "node:child_process"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const root = new URL("../", import.meta.url)
const formatter = createRequire(import.meta.url)
  .resolve("oxfmt/package.json")
  .replace(/package\.json$/, "bin/oxfmt")

/** The text of `file`, a path seen from the package, as it is committed. */
export const formatted = (file: string, text: string): string =>
  execFileSync(process.execPath, [formatter, `--stdin-filepath=${fileURLToPath(new URL(file, root))}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
    // What is wrong with a text is reported in the error.
    stdio: "pipe"
  })
