/** What takes longer than a test may: crashes in numbers, soaks, mutations by the ten thousand. Run by `pnpm verify`. */
import { defineConfig } from "vitest/config"
import { experimental } from "../../vitest.shared.config.ts"

export default defineConfig({
  test: {
    experimental,
    include: ["verify/**/*.test.ts"],
    testTimeout: 900_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // Whether memory grows can only be seen after it was collected.
    execArgv: ["--expose-gc"]
  }
})
