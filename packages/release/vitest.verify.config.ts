/** What takes longer than a test may: packing, installing and running what is published. Run by `pnpm verify`. */
import { defineConfig } from "vitest/config"
import { experimental } from "../../vitest.shared.config.ts"

/** Builds, npm and downloads are programs of their own, on a machine that may be busy. */
const patienceMs = 600_000

export default defineConfig({
  test: {
    experimental,
    include: ["verify/**/*.test.ts"],
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    fileParallelism: false
  }
})
