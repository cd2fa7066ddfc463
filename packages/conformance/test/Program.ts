/**
 * The program with arguments and an environment of its own. `runProgram` runs it in this process, which takes a tenth of the processor time.
 * `startProgram` starts a process, once for each exit code (`CommandLine.test.ts`).
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { afterAll } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import { exitCodeOf, program } from "../src/Program.ts"

/** How a run ended, and what it wrote. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Environment = Readonly<Record<string, string>>

/** A run in this process, from which it inherits nothing. */
export const runProgram = async (args: ReadonlyArray<string>, environment: Environment = {}): Promise<Run> => {
  const written = { stdout: "", stderr: "" }
  const console: Console.Console = {
    ...globalThis.console,
    log: (line) => (written.stdout += `${line}\n`),
    error: (line) => (written.stderr += `${line}\n`)
  }
  const exit = await program.pipe(
    Effect.provide(Layer.merge(NodeServices.layer, Stdio.layerTest({ args: Effect.succeed(args) }))),
    Effect.provideService(Console.Console, console),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.runPromiseExit
  )
  return { code: exitCodeOf(exit), ...written }
}

/** Every start after the first takes half as long. */
const compileCache = Fs.mkdtempSync(Path.join(Os.tmpdir(), "conformance-test-"))
afterAll(() => Fs.rmSync(compileCache, { recursive: true, force: true }))

const main = Path.join(import.meta.dirname, "../src/main.ts")

/** A run in a process. */
export const startProgram = (args: ReadonlyArray<string>, environment: Environment = {}): Promise<Run> =>
  new Promise((resolve) => {
    const child = ChildProcess.spawn(process.execPath, [main, ...args], {
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const written = { stdout: "", stderr: "" }
    child.stdout.setEncoding("utf8").on("data", (text: string) => (written.stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (written.stderr += text))
    child.on("close", (code) => resolve({ code, ...written }))
  })
