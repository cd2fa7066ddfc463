import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Loading effect takes longer than most tests, so files share a worker's modules.
    isolate: false
  }
})
