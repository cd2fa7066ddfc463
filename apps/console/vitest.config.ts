import { defineConfig } from "vitest/config"

/** A build takes two seconds, and a minute on a machine that is busy with other suites. */
const buildTimeoutMs = 60_000

export default defineConfig({
  test: { include: ["test/**/*.test.ts"], testTimeout: buildTimeoutMs, hookTimeout: buildTimeoutMs, isolate: false }
})
