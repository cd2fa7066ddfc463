/** Populations and loops that take minutes each. Run by `pnpm verify:long`; their small twins are in `verify`. */
import { defineConfig } from "vitest/config"
import verify from "./vitest.verify.config.ts"

const minuteMs = 60_000

export default defineConfig({
  test: { ...verify.test, include: ["long/**/*.test.ts"], testTimeout: 60 * minuteMs, hookTimeout: 10 * minuteMs }
})
