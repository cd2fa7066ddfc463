/**
 * How a wrong command line is told: one line for each mistake and the way to the help, on standard error. Standard output stays
 * empty, so that a script never takes help for a result.
 */
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/** What Effect puts before the sentence of a schema, and before its own. */
const prefix = "Schema validation failed: "
const ownPrefix = /^Expected /

const sentence = (error: CliError.NonShowHelpErrors): string => {
  if (error._tag !== "InvalidValue") return error.message.replaceAll(/\s+/g, " ")
  const name = error.kind === "flag" ? `--${error.option}` : `<${error.option}>`
  return error.expected.startsWith(prefix)
    ? `${name} ${error.expected.slice(prefix.length)}; ${JSON.stringify(error.value)} does not.`
    : `${name} is ${JSON.stringify(error.value)}; expected ${error.expected.replace(ownPrefix, "")}.`
}

/** Presents wrong command lines in this way, and everything else as Effect does. */
export const layer: Layer.Layer<never> = CliOutput.layerPresenter({
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Effect.forEach(
          [...event.errors.map(sentence), `See: ${event.commandPath.join(" ")} --help`],
          (line) => Console.error(`partner-api: ${line}`),
          { discard: true }
        )
      : CliOutput.defaultPresenter.present(event)
})
