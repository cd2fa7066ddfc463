/**
 * The page as files that a strict policy lets run: no inline script, no inline style, nothing as a data address. All lie below the address
 * of the console.
 */
import { licencesAmong } from "@partner-api/bundling/Licences"
import { consolePath } from "@partner-api/contract/operator/ConsolePath"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  base: `${consolePath}/`,
  plugins: [react(), licencesAmong("licences.txt")],
  build: {
    // The oldest that know `light-dark()` and nested rules.
    target: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false
  }
})
