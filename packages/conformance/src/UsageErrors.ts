/**
 * The report of a wrong command line: a line for each mistake and the way to the help, on standard error. What was typed is not
 * repeated: it may be a secret beside a misspelt flag.
 */
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { plainText } from "./PlainText.ts"

const sentence = (error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `There is no flag ${error.option.replace(/=.*/, "")}.`
    case "InvalidValue":
      return `The value of --${error.option} is wrong: expected ${error.expected.replace(/^Expected /, "")}.`
    case "MissingOption":
      return `--${error.option} is missing.`
    case "DuplicateOption":
      return `--${error.option} is given twice.`
    default:
      return "Only flags are taken, each with its value."
  }
}

export const layer: Layer.Layer<never> = CliOutput.layerPresenter({
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Effect.forEach(
          [...new Set(event.errors.map(sentence)), "See: --help"],
          (line) => Console.error(plainText(`partner-api-conformance: ${line}`)),
          { discard: true }
        )
      : CliOutput.defaultPresenter.present(event)
})
