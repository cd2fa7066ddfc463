/**
 * One file that runs on a bare Node, and its launcher. Every import is resolved at build time; the console, the documentation page and the
 * licences are inside.
 */
import { join } from "node:path"
import { filesInside } from "@partner-api/bundling/FilesInside"
import { launcherBeside } from "@partner-api/bundling/Launcher"
import { licencesInside } from "@partner-api/bundling/Licences"
import { quickStart } from "@partner-api/bundling/QuickStart"
import * as Effect from "effect/Effect"
import { defineConfig } from "rolldown"
import { builtFiles } from "./src/console/BuiltFiles.ts"

export default defineConfig({
  input: "src/main.ts",
  platform: "node",
  plugins: [
    filesInside(join(import.meta.dirname, "src/console/BuiltFiles.ts"), () => Effect.runPromise(builtFiles)),
    licencesInside(),
    ...quickStart(),
    launcherBeside(import.meta.dirname)
  ],
  output: { file: "dist/main.mjs", format: "esm", sourcemap: true, codeSplitting: false, comments: false }
})
