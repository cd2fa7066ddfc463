/**
 * promtool, the tool of Prometheus that judges metrics, rules and expressions.
 */
import { findProgram, runToEnd } from "./DebianProgram.ts"

/** Whether there is one, and where. */
export const promtool = findProgram({
  name: "promtool",
  versionFlag: "--version",
  packageName: "prometheus",
  path: "usr/bin/promtool"
})

/** What it says of files or of standard input: its status, and all its words. */
export const judge = (
  args: ReadonlyArray<string>,
  options: { readonly input?: string; readonly cwd?: string } = {}
) => {
  const { status, stderr, stdout } = runToEnd(promtool.path, args, options)
  return { isGood: status === 0, words: `${String(stdout)}${String(stderr)}`.trim() }
}
