/**
 * The program with an environment of its own. `runProgram` runs a command in this process, and `startHere` starts one that serves. `startProgram` starts a process that inherits
 * nothing but the path to other programs, and reads line by line what it prints: for what serves, for signals, and once for each exit code
 * (`operator/ExitCodes.test.ts`).
 */
import * as ChildProcess from "node:child_process"
import * as Readline from "node:readline"
import type { Readable } from "node:stream"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { startCollected } from "@partner-api/cli-kit/testing/CollectedRun"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partnerApiEnds, partnerApiProgram } from "../src/cli/PartnerApiProgram.ts"
import { GivenEnvironment } from "../src/platform/SettingsFile.ts"
import { compileCache, mainFile } from "./Built.ts"

/** How a process ended. */
interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

const collect = (stream: Readable) => {
  const lines: Array<string> = []
  const waiting = new Set<() => void>()
  const wake = () => waiting.forEach((look) => look())
  Readline.createInterface({ input: stream }).on("line", (line) => {
    lines.push(line)
    wake()
  })
  return { lines, waiting, wake }
}

/** Starts the program with arguments and settings. Start it with `await using`, which ends it. */
export const startProgram = (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>,
  cwd = process.cwd()
) => {
  const child = ChildProcess.spawn(process.execPath, [mainFile, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, ...settings },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [out, err] = [collect(child.stdout), collect(child.stderr)]
  const ended = new Promise<End>((resolve) => child.on("close", (code, signal) => resolve({ code, signal })))
  let isOver = false
  void ended.then(() => {
    isOver = true
    out.wake()
    err.wake()
  })

  /** The first line of a stream that matches; an error when the program ends without one. */
  const find = ({ lines, waiting }: ReturnType<typeof collect>, pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.find((line) => pattern.test(line))
        if (found === undefined && !isOver) return
        waiting.delete(look)
        if (found === undefined) reject(new Error(`ended without ${String(pattern)}: ${JSON.stringify(text())}`))
        else resolve(found)
      }
      waiting.add(look)
      look()
    })

  const text = () => ({ stdout: out.lines.join("\n"), stderr: err.lines.join("\n") })
  return {
    text,
    ended,
    /** The first line of standard output that matches; an error when the program ends without one. */
    line: (pattern: RegExp): Promise<string> => find(out, pattern),
    /** The same of standard error. */
    errorLine: (pattern: RegExp): Promise<string> => find(err, pattern),
    /** Asks the program to stop, as an operator does, and waits for its end. */
    stop: (signal: NodeJS.Signals = "SIGTERM"): Promise<End> => {
      child.kill(signal)
      return ended
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}

/** The lines of a text, without the end of the last one. */
const linesOf = (text: string): string => text.replace(/\n$/, "")

/** Runs the program to its end, as a process: beside a server that works meanwhile. */
export const runProcess = async (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) => {
  await using program = startProgram(args, settings)
  const { code } = await program.ended
  return { code, ...program.text() }
}

/** Starts the program in this process. */
export const startHere = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  options: { readonly input?: string } = {}
) =>
  startCollected({ args, environment, ends: partnerApiEnds, ...options }, (stdio) =>
    partnerApiProgram.pipe(
      Effect.provide(Layer.merge(NodeServices.layer, stdio)),
      Effect.provideService(GivenEnvironment, environment)
    )
  )

/** Runs the program to its end, in this process. */
export const runProgram = async (...given: Parameters<typeof startHere>) => {
  const { code, stderr, stdout } = await startHere(...given).ended
  return { code, stdout: linesOf(stdout), stderr: linesOf(stderr) }
}
