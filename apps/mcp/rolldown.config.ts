/** One file that runs on a bare Node, with every import resolved at build time, and the licences of what lies inside; and its launcher. */
import { launcherBeside } from "@partner-api/bundling/Launcher"
import { licencesInside } from "@partner-api/bundling/Licences"
import { defineConfig } from "rolldown"

export default defineConfig({
  input: "src/main.ts",
  platform: "node",
  plugins: [licencesInside(), launcherBeside(import.meta.dirname)],
  output: { file: "dist/main.mjs", format: "esm", sourcemap: true, codeSplitting: false }
})
