import { defineConfig } from "vitest/config"
import { shared } from "../../vitest.shared.config.ts"

export default defineConfig({ test: shared })
