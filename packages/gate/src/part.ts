/**
 * Runs the command of its arguments as a part of a gate, and leaves its processor time and its failed tests for the summary: `node part.ts vitest run`.
 */
import * as ChildProcess from "node:child_process"
import * as Path from "node:path"
import { leaveTime, placeOf } from "./PartFile.ts"
import { childrenCpuMs } from "./ProcessorTime.ts"
import { temporaryFolderOf } from "./TemporaryFolder.ts"

const [command = "", ...args] = process.argv.slice(2)
const temporary = process.env["TMPDIR"] ?? temporaryFolderOf(process.env["npm_lifecycle_event"])
const reporters =
  command === "vitest" ? ["--reporter=default", `--reporter=${Path.join(import.meta.dirname, "FailedTests.ts")}`] : []
const child = ChildProcess.spawn(command, [...args, ...reporters], {
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
  const place = placeOf(process.env)
  if (place !== undefined) leaveTime(place, childrenCpuMs())
  process.exitCode = code ?? 1
})
