/**
 * Prints the lines that every dry run has: the request that would be sent, and that nothing was changed.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"

/** The last line of a dry run. */
export const nothingChanged = Output.printNotice("Nothing was changed.")

/** A request in a line. */
export const requestLine = (request: object): string => `Would be sent: ${JSON.stringify(request)}`

/** Shows the request of something new. */
export const showRequest = (request: object, isJson: boolean) =>
  Effect.andThen(isJson ? Output.printJson([{ request }]) : Output.print([requestLine(request)]), nothingChanged)
