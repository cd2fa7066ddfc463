/**
 * The report of a wrong command line: one line for each mistake and the way to the help, on standard error. Standard output stays
 * empty, so that a script never takes help for a result.
 */
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { printNotice } from "./Output.ts"

/** The options in which programs differ. */
export interface UsageErrorsOptions {
  readonly program: string
  /** A wrong value is repeated, unless a secret could stand there. */
  readonly repeatsValues: boolean
  /** The commands that list what an argument names, by the name of the argument: a missing one is reported with it. */
  readonly listedBy?: Readonly<Record<string, string>>
  /** Prints the mistakes in a form of the program's own: a sentence for each, the usage, and the command that shows the help. */
  readonly report?: (mistakes: ReadonlyArray<string>, usage: string, help: string) => Effect.Effect<void>
}

/** The text that Effect puts before the sentence of a schema, and before its own. */
const prefix = "Schema validation failed: "
const ownPrefix = /^Expected /

/** The text by which Effect names a number in an argument. */
const numberText = "a string representing a finite number"

/** The name of a type, or the choices there are: what is expected of a flag that has no value at all. */
const typeName = /^[^ ]+(?: \| [^ ]+)*$/

const sentence = (
  error: CliError.NonShowHelpErrors,
  { listedBy, repeatsValues }: Pick<UsageErrorsOptions, "listedBy" | "repeatsValues">
): string => {
  const list = error._tag === "MissingArgument" ? listedBy?.[error.argument] : undefined
  if (list !== undefined) return `${error.message}. ${list} lists the ids.`
  // Not repeated: somebody may have put a secret there.
  if (error._tag === "UnexpectedArgument") return "there are more arguments than this command takes."
  if (error._tag !== "InvalidValue") return error.message.replaceAll(/\s+/g, " ")
  const name = error.kind === "flag" ? `--${error.option}` : `<${error.option}>`
  if (error.value === "" && typeName.test(error.expected)) return `${name} must have a value: ${error.expected}.`
  const remedy = error.expected.startsWith(prefix)
    ? error.expected.slice(prefix.length)
    : `must be ${error.expected.replace(ownPrefix, "").replace(numberText, "a number")}`
  return repeatsValues ? `${name} ${remedy}; it is ${JSON.stringify(error.value)}.` : `${name} ${remedy}.`
}

/**
 * The mistakes that are reported. The parser reads the word after an unknown flag as a subcommand; it is the value of that flag more often
 * than a second mistake. A mistake that it hides is reported once the flag is corrected.
 */
const reportable = (errors: ReadonlyArray<CliError.NonShowHelpErrors>): ReadonlyArray<CliError.NonShowHelpErrors> => {
  const flag = errors.findIndex(({ _tag }) => _tag === "UnrecognizedOption")
  return errors.filter(({ _tag }, place) => _tag !== "UnknownSubcommand" || flag === -1 || place < flag)
}

/** The report of a program that has no other: a line for each mistake. */
const lines =
  (program: string): NonNullable<UsageErrorsOptions["report"]> =>
  (mistakes, usage, help) =>
    Effect.forEach([...mistakes, `Usage: ${usage}`, `See: ${help}`], (line) => printNotice(`${program}: ${line}`), {
      discard: true
    })

/** Presents wrong command lines in this way, and everything else as Effect does. */
export const layer = ({ program, report = lines(program), ...words }: UsageErrorsOptions): Layer.Layer<never> =>
  CliOutput.layerPresenter({
    present: (event) =>
      event._tag === "InvalidInvocation"
        ? report(
            reportable(event.errors).map((error) => sentence(error, words)),
            event.helpDoc.usage,
            `${event.commandPath.join(" ")} --help`
          )
        : CliOutput.defaultPresenter.present(event)
  })
