import { defineConfig } from "vitest/config"

/**
 * For tests and for what prepares them. Many of them start programs, which takes a second each, and a minute on a machine that is busy
 * with other suites.
 */
const spawnTimeoutMs = 60_000

export default defineConfig({
  test: {
    globalSetup: "test/buildPrograms.ts",
    testTimeout: spawnTimeoutMs,
    hookTimeout: spawnTimeoutMs,
    include: ["test/**/*.test.ts"],
    // Loading effect takes longer than most tests, so files share a worker's modules, and there is one: pnpm test keeps each core busy.
    isolate: false,
    maxWorkers: 1
  }
})
