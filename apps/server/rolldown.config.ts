/**
 * One file that runs on a bare Node, and its launcher. Every import is resolved at build time; the console, the documentation page, the
 * commit and the licences are inside.
 */
import { join } from "node:path"
import { commitInside } from "@partner-api/bundling/CommitInside"
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
    commitInside(join(import.meta.dirname, "src/platform/Commit.ts")),
    filesInside(join(import.meta.dirname, "src/console/BuiltFiles.ts"), () => Effect.runPromise(builtFiles)),
    licencesInside(),
    ...quickStart(),
    launcherBeside(import.meta.dirname)
  ],
  output: { file: "dist/main.mjs", format: "esm", sourcemap: true, codeSplitting: false, comments: false }
})
