/**
 * Runs the command of its arguments as a part of a gate, and leaves its processor time for the summary: `node part.ts vitest run`.
 */
import * as ChildProcess from "node:child_process"
import { folderVariable, leave } from "./PartFile.ts"
import { childrenCpuMs } from "./ProcessorTime.ts"
import { temporaryFolderOf } from "./TemporaryFolder.ts"

const [command = "", ...args] = process.argv.slice(2)
const temporary = process.env["TMPDIR"] ?? temporaryFolderOf(process.env["npm_lifecycle_event"])
const child = ChildProcess.spawn(command, args, {
  env: { ...process.env, ...(temporary === undefined ? {} : { TMPDIR: temporary }) },
  stdio: "inherit"
})
// The terminal sends its signals to the command too, whose end is waited for.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))

child.on("error", ({ message }) => {
  console.error(`${command} cannot be started: ${message}`)
  process.exitCode = 1
})
child.on("close", (code) => {
  const folder = process.env[folderVariable]
  // Packages' scripts run under these names; those of the root have turbo's name for it.
  const owner = process.env["npm_package_name"] === "partner-api" ? "//" : process.env["npm_package_name"]
  if (folder !== undefined) leave(folder, `${owner}#${process.env["npm_lifecycle_event"]}`, childrenCpuMs())
  process.exitCode = code ?? 1
})
