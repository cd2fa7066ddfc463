/**
 * How a wrong command line is told: one line for each mistake, how the command is used, and the way to its help, on standard error.
 * Standard output stays empty, so that a script never takes help for a result.
 */
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { tell } from "./Output.ts"
import { plainText } from "./PlainText.ts"

/** What Effect puts before the sentence of a schema, and before its own. */
const prefix = "Schema validation failed: "
const ownPrefix = /^Expected /

const sentence = (error: CliError.NonShowHelpErrors): string => {
  // Not repeated: somebody may have put a secret there.
  if (error._tag === "UnexpectedArgument") return "there are more arguments than this command takes."
  if (error._tag !== "InvalidValue") return error.message.replaceAll(/\s+/g, " ")
  const name = error.kind === "flag" ? `--${error.option}` : `<${error.option}>`
  return error.expected.startsWith(prefix)
    ? `${name} ${error.expected.slice(prefix.length)}; it is ${JSON.stringify(error.value)}.`
    : `${name} is ${JSON.stringify(error.value)}; expected ${error.expected.replace(ownPrefix, "")}.`
}

/** Presents wrong command lines in this way, and everything else as Effect does. */
export const layer: Layer.Layer<never> = CliOutput.layerPresenter({
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Effect.forEach(
          [
            ...event.errors.map((error) => `partner: ${plainText(sentence(error))}`),
            `Usage: ${event.helpDoc.usage}`,
            `See: ${event.commandPath.join(" ")} --help`
          ],
          tell,
          { discard: true }
        )
      : CliOutput.defaultPresenter.present(event)
})
