import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/buildPrograms.ts",
    // Loading effect takes longer than most tests, so files share a worker's modules.
    isolate: false,
    // Many tests wait for programs that they have started: one worker would leave a core idle.
    maxWorkers: 2,
    // Those programs take their time on a machine that is busy with the tests of other packages.
    testTimeout: 30_000
  }
})
