/*
 * Refuses a Node that is too old for the scripts of this repository, in one line. Loaded before a script, or run before it.
 *
 * On Linux the install brings the right Node, and scripts find it first. Elsewhere they run on the Node that is there. Any Node since
 * version 4 can read this file.
 */
"use strict"
var needed = 24
var running = process.versions.node
var hasInstalled = process.platform === "linux" && (process.arch === "x64" || process.arch === "arm64")
if (parseInt(running, 10) < needed) {
  console.error(
    "The scripts of this repository need Node " +
      needed +
      " or later; this is " +
      running +
      (hasInstalled
        ? ". Start them with pnpm, which finds the Node that the install brings."
        : ". The install brings one on Linux only; on this machine (" +
          process.platform +
          ", " +
          process.arch +
          ") install it yourself.")
  )
  process.exit(1)
}
