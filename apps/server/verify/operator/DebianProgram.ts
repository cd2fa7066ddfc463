/**
 * Programs that a test needs and this machine may not have: the one of this machine, or that of Debian's package, which is unpacked into a
 * folder of its own. Where neither can be had, what needs it fails with the reason, unless `pnpm verify --without NAME` leaves it out.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import { afterAll, assert, describe, it } from "@effect/vitest"
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
  /** Packages with the libraries that it needs beside those of every Debian, and their folders. */
  readonly libraries?: ReadonlyArray<string>
}

/** A program: where it is, and where its libraries are. */
export interface FoundProgram extends Means {
  readonly name: string
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** Where Debian has libraries. */
const libraryFolders = ["usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "usr/lib/varnish"]

/** Whether there is such a program, and where. */
export const findProgram = ({ libraries = [], name, packageName, path, versionFlag }: Wanted): FoundProgram => {
  const here = { missing: undefined, name, path: name, env: {} }
  if (runToEnd(name, [versionFlag]).status === 0) return here
  const without = (missing: string): FoundProgram => ({ ...here, missing, path: "" })
  if (runToEnd("apt-get", ["--version"]).status !== 0) return without(`no ${name} here, and no Debian packages`)
  const folder = temporaryFolder()
  afterAll(folder.remove)
  for (const one of [packageName, ...libraries]) {
    const downloaded = runToEnd("apt-get", ["download", one], { cwd: folder.path })
    const [file] = Fs.globSync(`${one}_*.deb`, { cwd: folder.path })
    if (downloaded.status !== 0 || file === undefined) return without(`Debian's ${one} cannot be downloaded`)
    if (runToEnd("dpkg", ["-x", folder.file(file), folder.path]).status !== 0)
      return without(`${file} cannot be unpacked`)
  }
  const env = { LD_LIBRARY_PATH: libraryFolders.map((library) => folder.file(library)).join(":") }
  const found = { missing: undefined, name, path: folder.file(path), env }
  return runToEnd(found.path, [versionFlag], { env: { ...process.env, ...env } }).status === 0
    ? found
    : without(`Debian's ${name} does not run here`)
}

/** The programs that `pnpm verify --without NAME` leaves out. */
const leftOut = (process.env["VERIFY_WITHOUT"] ?? "").split(",")

/** Tests with a program. Where it is missing they fail with the reason, so that nobody takes them for passed. */
export const describeWith = ({ missing, name }: FoundProgram, title: string, tests: () => void): void => {
  if (leftOut.includes(name)) {
    describe.skip(`${title} [left out: --without ${name}]`, tests)
  } else if (missing === undefined) {
    describe(title, tests)
  } else {
    describe(title, () => {
      it(`has ${name}`, () => assert.fail(`${missing}. Install it, or run pnpm verify --without ${name}.`))
    })
  }
}
