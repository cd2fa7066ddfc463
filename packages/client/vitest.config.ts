import { defineConfig } from "vitest/config"

/** A test that hangs ends after this long. Many start programs, and on a busy machine a second of them takes ten. */
const patienceMs = 120_000

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Loading effect takes longer than most tests, so files share a worker's modules.
    isolate: false,
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    // Whether memory grows can only be seen after it was collected.
    execArgv: ["--expose-gc"]
  }
})
