/** What all runs of tests have in common. A package's configuration adds its own. */

/** A test that hangs ends after this long. A second of work takes ten on a machine that is busy with other work. */
const patienceMs = 60_000

/** Node loads sources and tests itself, without their types: transforming each file for a runner of modules took a tenth of the processor. */
export const experimental = { viteModuleRunner: false, nodeLoader: false }

/**
 * The memory for new objects, in MiB, of a process that runs tests. Each test makes a service and drops it: with Node's 16 a tenth of the processor collected
 * what most of this leaves to one collection.
 */
const newObjectsMib = 64

/** The arguments of Node for processes that run tests. */
export const execArgv = [`--max-semi-space-size=${newObjectsMib}`]

/** The tests of `pnpm test`. */
export const shared = {
  include: ["test/**/*.test.ts"],
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
  // Loading effect takes longer than most tests, so files share a worker's modules.
  isolate: false,
  execArgv,
  experimental
}
