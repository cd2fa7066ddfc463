import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // A test that hangs ends after this long. A second of work takes ten on a machine that is busy with other work.
    testTimeout: 60_000
  }
})
