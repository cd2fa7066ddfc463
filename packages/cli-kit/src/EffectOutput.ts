/**
 * The output of Effect itself goes through the writer too: help, version and completions, and the log, whose events may hold anything.
 *
 * Help has no colours then: a colour is a control character as any other, and the writer knows no exception.
 */
import { Console as NodeConsole } from "node:console"
import { Writable } from "node:stream"
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { wrapHelp } from "./HelpText.ts"
import { columns, writers } from "./Output.ts"

const streamTo = (write: (lines: ReadonlyArray<string>) => void) =>
  new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      write(String(text).replace(/\n$/, "").split("\n"))
      done()
    }
  })

/** Splits the text of the program itself, such as help, into its lines. */
const console = Layer.effect(
  Console.Console,
  Effect.map(
    writers,
    ({ printNow, printNoticeNow }) =>
      new NodeConsole({
        stdout: streamTo(printNow),
        stderr: streamTo((lines) => printNoticeNow(...lines)),
        colorMode: false
      })
  )
)

const withoutColors = Layer.effect(
  TerminalCapabilities.TerminalCapabilities,
  Effect.map(TerminalCapabilities.TerminalCapabilities, (found) => ({ ...found, canColor: false }))
)

const inColumns = Layer.effect(
  CliOutput.Formatter,
  Effect.map(columns, (available) => {
    const formatter = CliOutput.defaultFormatter({ colors: false })
    return { ...formatter, formatHelpDoc: (doc) => wrapHelp(formatter.formatHelpDoc(doc), available) }
  })
)

/** Help, version and completions. */
export const layer: Layer.Layer<never> = Layer.mergeAll(console, withoutColors, inColumns)

/** The log: each event in one line on standard error, whatever it holds. */
export const logLayer: Layer.Layer<never> = Logger.layer([
  Effect.map(writers, ({ printNoticeNow }) => Logger.map(Logger.formatLogFmt, (line) => printNoticeNow(line)))
])
