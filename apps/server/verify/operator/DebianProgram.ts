/**
 * Programs that a test needs and this machine may not have: the one of this machine, or that of Debian's package, which is unpacked into a
 * folder of its own. Where neither can be had there is a reason, and what needs it says that it was not run.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import { afterAll } from "@effect/vitest"
import type { Means } from "../../test/faults/Machine.ts"
import { temporaryFolder } from "../../test/TestServer.ts"

/** Longer than the download of 20 MB takes where it works at all. */
const downloadMs = 120_000

/** Runs a program to its end. */
export const runToEnd = (file: string, args: ReadonlyArray<string>, options: ChildProcess.SpawnSyncOptions = {}) =>
  ChildProcess.spawnSync(file, args, { encoding: "utf8", timeout: downloadMs, ...options })

interface Wanted {
  /** What it is called, and what makes it say its version. */
  readonly name: string
  readonly versionFlag: string
  /** Debian's package that has it, and where it lies in it. */
  readonly packageName: string
  readonly path: string
}

/** Whether there is such a program, and where. */
export const findProgram = ({ name, packageName, path, versionFlag }: Wanted): Means & { readonly path: string } => {
  if (runToEnd(name, [versionFlag]).status === 0) return { missing: undefined, path: name }
  const without = (missing: string) => ({ missing, path: "" })
  if (runToEnd("apt-get", ["--version"]).status !== 0) return without(`no ${name} here, and no Debian packages`)
  const folder = temporaryFolder()
  afterAll(folder.remove)
  const downloaded = runToEnd("apt-get", ["download", packageName], { cwd: folder.path })
  const [file] = Fs.globSync(`${packageName}_*.deb`, { cwd: folder.path })
  if (downloaded.status !== 0 || file === undefined) return without(`Debian's ${packageName} cannot be downloaded`)
  if (runToEnd("dpkg", ["-x", folder.file(file), folder.path]).status !== 0)
    return without(`${file} cannot be unpacked`)
  return { missing: undefined, path: folder.file(path) }
}
