import { defineConfig } from "vitest/config"
import { shared } from "../../vitest.shared.config.ts"

// Node does not load JSX.
export default defineConfig({ test: { ...shared, experimental: {} } })
