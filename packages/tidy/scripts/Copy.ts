/**
 * A copy of the checkout, as it is now, in a folder of its own: tracked and new files, committed or not. Nothing here ever writes
 * into the checkout.
 *
 * Installed packages are linked, not copied. The workspace's own links are relative, so that inside the copy the packages of the
 * house are those of the copy.
 */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"

const filesOf = (root: string): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "" && Fs.existsSync(Path.join(root, path)))

/** Makes a copy of `root`; whoever makes it disposes of it. */
export const copyCheckout = (root: string) => {
  const path = Fs.mkdtempSync(Path.join(Fs.realpathSync(Os.tmpdir()), "partner-api-ledger-"))
  const files = filesOf(root)
  for (const file of files) {
    Fs.cpSync(Path.join(root, file), Path.join(path, file), { verbatimSymlinks: true })
  }
  Fs.symlinkSync(Path.join(root, "node_modules"), Path.join(path, "node_modules"))
  for (const file of files.filter((name) => /^[^/]+\/.*\bpackage\.json$/.test(name))) {
    const installed = Path.join(Path.dirname(file), "node_modules")
    if (!Fs.existsSync(Path.join(root, installed))) continue
    Fs.cpSync(Path.join(root, installed), Path.join(path, installed), {
      recursive: true,
      verbatimSymlinks: true,
      // Caches of tools that run in the checkout meanwhile.
      filter: (source) => !/\/\.(?:vite|vite-temp|cache)(?:\/|$)/.test(source)
    })
  }
  return { path, [Symbol.dispose]: () => Fs.rmSync(path, { recursive: true, force: true }) }
}
