/** One file that runs on a bare Node, with every import resolved at build time, and the licences of what lies inside. */
import { licencesInside } from "@partner-api/bundling/Licences"
import { defineConfig } from "rolldown"

export default defineConfig({
  input: "src/main.ts",
  platform: "node",
  plugins: [licencesInside()],
  output: { file: "dist/main.mjs", format: "esm", sourcemap: true, codeSplitting: false }
})
