import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Loading effect takes longer than most tests, so files share a worker's modules.
    isolate: false,
    // Many tests start programs, which takes its time on a busy machine.
    testTimeout: 30_000,
    // Whether memory grows can only be seen after it was collected.
    execArgv: ["--expose-gc"]
  }
})
