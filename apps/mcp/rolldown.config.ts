/** One file that runs on a bare Node, with every import resolved at build time. */
import { defineConfig } from "rolldown"

export default defineConfig({
  input: "src/main.ts",
  platform: "node",
  output: { file: "dist/main.mjs", format: "esm", sourcemap: true, codeSplitting: false }
})
