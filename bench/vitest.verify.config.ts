/** The comparison for a moment, on both engines. Run by `pnpm verify`. */
import { defineConfig } from "vitest/config"

export default defineConfig({ test: { include: ["verify/**/*.test.ts"], fileParallelism: false } })
