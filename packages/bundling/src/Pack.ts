/**
 * Packs a package as it would be published: built from the sources as they are now, by pnpm, which writes `publishConfig` into the
 * manifest. Publishes nothing.
 *
 * Builds into the package's `dist`, whatever was there: one at a time may pack a package.
 */
import { execFile } from "node:child_process"
import { mkdtemp, readdir, rename, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

const rolldown = join(dirname(createRequire(import.meta.url).resolve("rolldown/package.json")), "bin/cli.mjs")

/** pnpm as it runs this program; when something else does, the one that npx finds. */
const pnpm = (): readonly [command: string, args: ReadonlyArray<string>] => {
  const { npm_execpath: started } = process.env
  if (started === undefined || !/pnpm/.test(started)) return ["npx", ["-y", "pnpm@12"]]
  return /\.[cm]?js$/.test(started) ? [process.execPath, [started]] : [started, []]
}

/** Builds the package and packs it into the folder; gives the path of the tarball. */
export const packPackage = async (packageFolder: string, into: string): Promise<string> => {
  await run(process.execPath, [rolldown, "-c"], { cwd: packageFolder })
  const own = await mkdtemp(join(into, "packing-"))
  try {
    const [command, args] = pnpm()
    await run(command, [...args, "pack", "--pack-destination", own], { cwd: packageFolder })
    const [name] = await readdir(own)
    if (name === undefined) throw new Error(`pnpm packed nothing of ${packageFolder}`)
    await rename(join(own, name), join(into, name))
    return join(into, name)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
