import { defineConfig } from "vitest/config"
import { execArgv, shared } from "../../vitest.shared.config.ts"

/** A test that hangs ends after this long. Many start programs, and on a busy machine a second of them takes ten. */
const patienceMs = 120_000

export default defineConfig({
  test: {
    ...shared,
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    // Whether memory grows can only be seen after it was collected.
    execArgv: [...execArgv, "--expose-gc"]
  }
})
