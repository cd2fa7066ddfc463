/** The comparison for a moment, on both engines. Run by `pnpm verify`. */
import { defineConfig } from "vitest/config"
import { experimental } from "../vitest.shared.config.ts"

export default defineConfig({ test: { experimental, include: ["verify/**/*.test.ts"], fileParallelism: false } })
