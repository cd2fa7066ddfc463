/**
 * Runs a gate, `node main.ts test check:lint test`: its name, the tasks and flags for turbo. Prints where the time went, and fails where a task fails or a run
 * without the cache takes more of the processor than its bound.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { calibrate } from "./Calibration.ts"
import { readAll } from "./LeftParts.ts"
import { folderVariable } from "./PartFile.ts"
import { commitOf, keepGreen } from "./GreenRun.ts"
import { childrenCpuMs } from "./ProcessorTime.ts"
import { summaryOf } from "./Summary.ts"
import { partsOf, readTasks } from "./TurboRun.ts"
import { withoutOf } from "./Without.ts"

const root = Path.join(import.meta.dirname, "../../..")
const [gate = "", ...args] = process.argv.slice(2)
const { names, rest: tasks } = withoutOf(args)

const runTurbo = (folder: string): Promise<number> =>
  new Promise((resolve) => {
    const turbo = ChildProcess.spawn("turbo", ["run", ...tasks, "--summarize"], {
      cwd: root,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", [folderVariable]: folder, VERIFY_WITHOUT: names.join(",") },
      stdio: "inherit"
    })
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => turbo.kill(signal))
    turbo.on("close", (code) => resolve(code ?? 1))
  })

const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-gate-"))
process.on("exit", () => Fs.rmSync(folder, { recursive: true, force: true }))
Fs.rmSync(Path.join(root, ".turbo/runs"), { recursive: true, force: true })

const commit = commitOf(root)
const calibration = calibrate()
const beganAtMs = performance.now()
const code = await runTurbo(folder)
const wallMs = performance.now() - beganAtMs
const cpuMs = childrenCpuMs()
const calibrationMs = await calibration.end()

const parts = await Effect.runPromise(
  Effect.gen(function* () {
    return partsOf(yield* readTasks(root), yield* readAll(folder))
  })
)
const { isKept, lines } = summaryOf({ gate, parts, wallMs, cpuMs, calibrationMs, leftOut: names })
for (const line of ["", ...lines]) console.log(line)
process.exitCode = code === 0 && !isKept ? 1 : code
// Tests of programs that were left out are no green run.
if (process.exitCode === 0 && names.length === 0 && commit !== undefined && commitOf(root) === commit) {
  for (const { name } of parts) keepGreen(root, name, commit)
}
