/**
 * The commit that a program is built from: a module that exports it as `commit` is replaced by one that has it.
 *
 * `BUILD_COMMIT` names it where the sources come without their repository, as in the image of a container. Where neither is known, the module stays
 * as it is.
 */
import { spawnSync } from "node:child_process"
import { dirname } from "node:path"
import type { Plugin } from "rolldown"

/** The number of digits that distinguishes the commits of a large repository. */
const digits = 12

/** The characters that may follow the `+` of a version (Semantic Versioning 2, item 10). */
const metadata = /^[0-9A-Za-z.-]{1,40}$/

const git = (folder: string, ...args: ReadonlyArray<string>): string | undefined => {
  const { status, stdout } = spawnSync("git", ["-C", folder, ...args], { encoding: "utf8" })
  return status === 0 ? stdout.trim() : undefined
}

/** The commit of the sources in a folder; with `.changed` where they differ from it. */
export const commitOf = (folder: string, given = process.env["BUILD_COMMIT"]): string | undefined => {
  if (given !== undefined && given !== "") {
    if (!metadata.test(given)) throw new Error(`BUILD_COMMIT is ${given}; it must match ${metadata.source}`)
    return given
  }
  const head = git(folder, "rev-parse", `--short=${digits}`, "HEAD")
  if (head === undefined) return undefined
  return git(folder, "status", "--porcelain", "--untracked-files=no") === "" ? head : `${head}.changed`
}

/** Replaces the module at this path by one that has the commit. */
export const commitInside = (module: string): Plugin => ({
  name: "commit-inside",
  load: {
    filter: { id: module },
    handler: () => {
      const commit = commitOf(dirname(module))
      return commit === undefined ? null : { code: `export const commit = ${JSON.stringify(commit)}`, moduleType: "js" }
    }
  }
})
