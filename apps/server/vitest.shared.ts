/** What all runs of the server's tests have in common. */
import { defineConfig } from "vitest/config"
import { shared } from "../../vitest.shared.config.ts"

/**
 * A test that hangs ends after this long. Tests start programs and count seconds of them; on a machine that is busy with other work, a
 * second takes ten. What a test says about time it asserts.
 */
const patienceMs = 120_000

export default defineConfig({
  test: {
    ...shared,
    // Each configuration of the server has tests of its own, which merging adds to these.
    include: [],
    // Many tests wait for programs that they have started: one worker would leave a core idle.
    maxWorkers: 2,
    testTimeout: patienceMs,
    hookTimeout: patienceMs
  }
})
