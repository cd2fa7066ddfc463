/** Properties of `test` on a million values. Run by `pnpm verify`. */
import { defineConfig } from "vitest/config"
import { experimental } from "../../vitest.shared.config.ts"

export default defineConfig({ test: { experimental, include: ["verify/**/*.test.ts"], testTimeout: 600_000 } })
