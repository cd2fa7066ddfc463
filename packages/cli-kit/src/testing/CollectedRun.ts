/**
 * Runs a program in this process, for tests: with the arguments and the environment that it is given and nothing inherited, without a
 * terminal, and with standard input at its end. What it writes is collected.
 *
 * A process starts in a third of a second of processor time; this run needs a hundredth. What a process has of its own is not seen here:
 * its signals, its arguments for Node, and the end of its streams.
 */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import { type ExitCodeOptions, exitCodeOf } from "../ExitCode.ts"
import { type OutputStream, Streams } from "../Streams.ts"

/** What a run is given. */
export interface RunOptions {
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly ends: ExitCodeOptions
}

/** How a run ended, and what it wrote. */
export interface CollectedRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A stream that keeps what is written. */
const makeCollector = () => {
  let text = ""
  const stream: OutputStream = {
    write: (piece, done) => {
      text += piece
      done?.()
      return true
    }
  }
  return { stream, text: () => text }
}

/** Runs a program to its end. `program` takes the place of standard input and of the arguments. */
export const runCollected = async (
  { args, ends, environment }: RunOptions,
  program: (stdio: Layer.Layer<Stdio.Stdio>) => Effect.Effect<unknown, unknown>
): Promise<CollectedRun> => {
  const results = makeCollector()
  const notices = makeCollector()
  const stdio = Stdio.layerTest({ args: Effect.succeed(args) })
  const exit = await program(stdio).pipe(
    Effect.provide(Layer.provide(TerminalCapabilities.layer, stdio)),
    Effect.provideService(Streams, { results: results.stream, notices: notices.stream }),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.runPromiseExit
  )
  return { code: exitCodeOf(exit, undefined, ends), stdout: results.text(), stderr: notices.text() }
}
