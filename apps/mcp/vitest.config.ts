import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // Real processes and sockets: on a machine that is busy with other suites a second takes many.
    testTimeout: 30_000,
    include: ["test/**/*.test.ts"],
    // Loading effect takes longer than most tests, so files share a worker's modules.
    isolate: false
  }
})
