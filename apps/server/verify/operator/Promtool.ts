/**
 * promtool, the tool of Prometheus that judges metrics, rules and expressions: the one of this machine, or that of Debian's package, which
 * is unpacked into a folder of its own. Where neither can be had there is a reason, and what needs it says that it was not run.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import { afterAll } from "@effect/vitest"
import type { Means } from "../../test/faults/Machine.ts"
import { temporaryFolder } from "../../test/TestServer.ts"

/** Debian's package that has it. */
const packageName = "prometheus"

/** Longer than the download of 20 MB takes where it works at all. */
const downloadMs = 120_000

const run = (file: string, args: ReadonlyArray<string>, options: ChildProcess.SpawnSyncOptions = {}) =>
  ChildProcess.spawnSync(file, args, { encoding: "utf8", timeout: downloadMs, ...options })

const folder = temporaryFolder()
afterAll(folder.remove)

const find = (): Means & { readonly path: string } => {
  if (run("promtool", ["--version"]).status === 0) return { missing: undefined, path: "promtool" }
  const without = (missing: string) => ({ missing, path: "" })
  if (run("apt-get", ["--version"]).status !== 0) return without("no promtool here, and no Debian packages")
  const downloaded = run("apt-get", ["download", packageName], { cwd: folder.path })
  const [file] = Fs.globSync(`${packageName}_*.deb`, { cwd: folder.path })
  if (downloaded.status !== 0 || file === undefined) return without(`Debian's ${packageName} cannot be downloaded`)
  if (run("dpkg", ["-x", folder.file(file), folder.path]).status !== 0) return without(`${file} cannot be unpacked`)
  return { missing: undefined, path: folder.file("usr/bin/promtool") }
}

/** Whether there is one, and where. */
export const promtool = find()

/** What it says of files or of standard input: its status, and all its words. */
export const judge = (
  args: ReadonlyArray<string>,
  options: { readonly input?: string; readonly cwd?: string } = {}
) => {
  const { status, stderr, stdout } = run(promtool.path, args, options)
  return { isGood: status === 0, words: `${String(stdout)}${String(stderr)}`.trim() }
}
