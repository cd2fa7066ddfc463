/**
 * Runs a program in this process, for tests: with the arguments, the environment and the input that it is given and nothing inherited, and
 * without a terminal unless one is requested. What it writes is collected.
 *
 * A process starts in a third of a second of processor time; this run needs a hundredth. What a process has of its own is not seen here:
 * its signals, its arguments for Node, and the end of its streams.
 */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import { type ExitCodeOptions, exitCodeOf } from "../ExitCode.ts"
import { type OutputStream, Streams } from "../Streams.ts"

/** The input of a run. */
export interface RunOptions {
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  /** The text of standard input; empty by default. */
  readonly input?: string
  /** Whether a person sees standard error; by default none does. */
  readonly isSeen?: boolean
  readonly ends: ExitCodeOptions
}

/** The end of a run, and its output. */
export interface CollectedRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A stream that keeps what is written. */
const makeCollector = (onWrite: () => void, isTTY = false) => {
  let text = ""
  const stream: OutputStream = {
    isTTY,
    write: (piece, done) => {
      text += piece
      done?.()
      onWrite()
      return true
    }
  }
  return { stream, text: () => text }
}

/** Takes the place of standard input and of the arguments. */
type Program = (stdio: Layer.Layer<Stdio.Stdio>) => Effect.Effect<unknown, unknown>

/** Starts a program that serves until it is ended. */
export const startCollected = (
  { args, ends, environment, input = "", isSeen = false }: RunOptions,
  program: Program
) => {
  const waiting = new Set<() => void>()
  const wake = () => waiting.forEach((look) => look())
  const results = makeCollector(wake)
  const notices = makeCollector(wake, isSeen)
  const stdin = input === "" ? Stream.empty : Stream.succeed(new TextEncoder().encode(input))
  const stdio = Stdio.layerTest({ args: Effect.succeed(args), stdin })
  const fiber = program(stdio).pipe(
    Effect.provide(Layer.provide(TerminalCapabilities.layer, stdio)),
    Effect.provideService(Streams, { results: results.stream, notices: notices.stream }),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.runFork
  )
  let signal: "SIGTERM" | undefined
  let run: CollectedRun | undefined
  const ended = Effect.runPromise(Fiber.await(fiber)).then((exit): CollectedRun => {
    run = { code: exitCodeOf(exit, signal, ends), stdout: results.text(), stderr: notices.text() }
    wake()
    return run
  })
  return {
    stdout: results.text,
    stderr: notices.text,
    ended,
    /** The first match in the results; an error when the program ends without one. */
    outputMatch: (pattern: RegExp): Promise<RegExpExecArray> =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(results.text())
          if (found === null && run === undefined) return
          waiting.delete(look)
          if (found === null) reject(new Error(`ended without ${String(pattern)}: ${JSON.stringify(run)}`))
          else resolve(found)
        }
        waiting.add(look)
        look()
      }),
    /** Ends the program as SIGTERM does, and waits for its end. */
    end: (): Promise<CollectedRun> => {
      signal = "SIGTERM"
      Effect.runFork(Fiber.interrupt(fiber))
      return ended
    }
  }
}

/** Runs a program to its end. */
export const runCollected = (options: RunOptions, program: Program): Promise<CollectedRun> =>
  startCollected(options, program).ended
