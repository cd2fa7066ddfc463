import { defineConfig } from "vitest/config"
import { shared } from "../../vitest.shared.config.ts"

// Some tests start the program, and on a busy machine a second of it takes ten.
export default defineConfig({ test: { ...shared, testTimeout: 120_000 } })
