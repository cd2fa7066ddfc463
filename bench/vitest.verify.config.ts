/** The comparison on PostgreSQL for a moment. Run by `pnpm verify`. */
import { defineConfig } from "vitest/config"

export default defineConfig({ test: { include: ["verify/**/*.test.ts"], fileParallelism: false } })
