import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Starting a worker takes longer than the tests, so files share a worker's modules.
    isolate: false
  }
})
