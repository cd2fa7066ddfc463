/**
 * The program of an earlier commit, as its sources with their packages.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"

/** The folder of this program's sources. */
export const root = Path.resolve(import.meta.dirname, "../../../..")

const run = (command: string, args: ReadonlyArray<string>, cwd: string): string =>
  ChildProcess.execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim()

/** Checks a commit out, with its packages, and gives the folder. It stays for the next run; Node reads no types below `node_modules`. */
export const checkedOut = (commit: string): string => {
  const name = run("git", ["rev-parse", "--short=12", `${commit}^{commit}`], root)
  const folder = Path.join(Os.tmpdir(), "partner-api-before", name)
  if (!Fs.existsSync(folder)) {
    run("git", ["clone", "--quiet", "--no-checkout", root, folder], root)
    run("git", ["checkout", "--quiet", "--detach", name], folder)
    run("npx", ["-y", "pnpm@12", "install", "--frozen-lockfile", "--prefer-offline"], folder)
  }
  return folder
}
