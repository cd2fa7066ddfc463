import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Some tests start the program, and on a busy machine a second of it takes ten.
    testTimeout: 120_000,
    // Loading effect takes longer than most tests, so files share a worker's modules.
    isolate: false
  }
})
