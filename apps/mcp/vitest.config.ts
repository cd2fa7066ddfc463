import { defineConfig } from "vitest/config"
import { shared } from "../../vitest.shared.config.ts"

export default defineConfig({
  test: {
    ...shared,
    globalSetup: "test/buildPrograms.ts",
    // Each worker loads effect once more, and pnpm test keeps each core busy.
    maxWorkers: 1
  }
})
