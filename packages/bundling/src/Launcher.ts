/**
 * The launcher of a published program: a few lines that start it, or print in one line which Node it needs.
 *
 * The program is an ES module that imports what an old Node lacks. Such a Node refuses it before its first line runs, with a stack trace,
 * so the check needs a file of its own. The name of the program, the place of the launcher and the Node come from the manifest.
 *
 * The launcher also has Node keep the compiled program beside it, so that the second start need not compile it again. Only those who may write
 * the program itself may write there. Where nobody may, each start compiles, as it does without a launcher.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { Plugin } from "rolldown"

/** The members of a manifest that a launcher reads. */
interface Manifest {
  readonly engines: { readonly node: string }
  readonly publishConfig: { readonly bin: Readonly<Record<string, string>> }
}

/** The folder beside a launcher that Node keeps the compiled program in. */
const cacheFolder = ".compiled"

/** The text of a launcher, in JavaScript that Node reads since version 10. `needed` is a version, or the first numbers of one. */
const launcherText = (program: string, needed: string, main: string): string => `#!/usr/bin/env node
/* Starts ${program} when this Node is new enough. Made by the build; any old Node can read it. */
"use strict"
var needed = "${needed}"
var running = process.versions.node
function isOlder(one, other) {
  for (var i = 0; i < other.length; i++) if (+one[i] !== +other[i]) return +one[i] < +other[i]
  return false
}
if (isOlder(running.split("."), needed.split("."))) {
  console.error("${program} needs Node " + needed + " or later; this is " + running + ".")
  process.exitCode = 1
} else {
  var modules = require("module")
  if (modules.enableCompileCache) modules.enableCompileCache(require("path").join(__dirname, "${cacheFolder}"))
  import("${main}")
}
`

/** Writes the launcher of the package's program beside the bundle, under the name of its published file. */
export const launcherBeside = (packageFolder: string): Plugin => ({
  name: "launcher-beside",
  writeBundle({ file }) {
    if (file === undefined) throw new Error("a program is bundled into one file")
    const { engines, publishConfig }: Manifest = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"))
    const [, needed] = /^>=(\d+(?:\.\d+){0,2})$/.exec(engines.node) ?? []
    if (needed === undefined) throw new Error(`engines.node is ${engines.node}; a launcher knows >= and a version`)
    for (const [program, published] of Object.entries(publishConfig.bin)) {
      // pnpm makes it executable when it packs.
      writeFileSync(join(dirname(file), basename(published)), launcherText(program, needed, `./${basename(file)}`))
    }
  }
})
