/**
 * A tarball without the bodies of its functions. A judge of exports reads what stands at the top level of a module, and spends half of
 * its time parsing the rest.
 */
import { execFile } from "node:child_process"
import { globSync } from "node:fs"
import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Tarball } from "./Tarball.ts"

const run = promisify(execFile)

/** A line of a body: the bundler begins it with a tab, and a line of the top level with none. */
const bodyLine = /^\t.*\n/gm

/** Packs the outline, and gives its path. */
export const packOutline = async (tarball: Tarball): Promise<string> => {
  const folder = join(tarball.folder, "outline")
  const content = join(folder, "package")
  await cp(tarball.content, content, { recursive: true })
  for (const name of globSync("dist/*.{js,cjs}", { cwd: content })) {
    const path = join(content, name)
    await writeFile(path, (await readFile(path, "utf8")).replaceAll(bodyLine, ""))
  }
  const path = join(folder, "outline.tgz")
  await run("tar", ["-czf", path, "-C", folder, "package"])
  return path
}
