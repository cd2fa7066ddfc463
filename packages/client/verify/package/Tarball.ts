/**
 * What would be published: built from the sources as they are now and packed by pnpm, in a folder that is removed afterwards.
 *
 * Builds into `dist`, whatever was there. One test file at a time may do that.
 */
import { packPackage } from "@partner-api/bundling/Pack"
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

const packageFolder = resolve(import.meta.dirname, "../..")
export const workspaceFolder = resolve(packageFolder, "../..")

/** The folder of a package that the workspace has for this one. */
export const installed = (name: string) => join(packageFolder, "node_modules", name)

export interface Tarball {
  /** Removed with everything in it when the tests have run. */
  readonly folder: string
  readonly path: string
  /** Its content, unpacked. */
  readonly content: string
  readonly remove: () => Promise<void>
}

export const makeTarball = async (): Promise<Tarball> => {
  const folder = await mkdtemp(join(tmpdir(), "partner-client-package-"))
  const path = await packPackage(packageFolder, folder)
  const unpacked = join(folder, "unpacked")
  await mkdir(unpacked)
  await run("tar", ["-xzf", path, "-C", unpacked])
  return {
    folder,
    path,
    content: join(unpacked, "package"),
    remove: () => rm(folder, { recursive: true, force: true })
  }
}
