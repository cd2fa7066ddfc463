/**
 * The text of a failure: what happened, what to choose from if anything, and what to do. `Write.ts` has the text of a write with an
 * unknown outcome, `CallFailure.ts` the remedies of failed calls, and `FailureRecord.ts` what programs read.
 */
import { OutputFailed } from "@partner-api/cli-kit/Output"
import * as Schema from "effect/Schema"
import { type ClientError, isPartnerError } from "../core/ClientError.ts"
import { CommandFailure } from "./CommandFailure.ts"

const isCommandFailure = Schema.is(CommandFailure)
const isOutputFailed = Schema.is(OutputFailed)

/** The details that the message does not contain. */
const detailsOf = (error: ClientError): string =>
  error.details
    .filter(({ message }) => !error.message.includes(message))
    .map(({ message, path }) => ` ${path} ${message}.`)
    .join("")

/** The message of a failed call. */
export const messageOf = (error: ClientError): string => {
  const request = error.requestId === undefined ? "" : ` (request ${error.requestId})`
  return `${error.message}${detailsOf(error)}${request}`
}

/** The lines of a failure; none for one that is printed elsewhere. */
export const failureLines = (error: unknown): ReadonlyArray<string> => {
  if (isPartnerError(error)) {
    // Some messages of the service name the remedy; it is printed once.
    return [`partner: ${messageOf(error)}`, ...(error.message.includes(error.remedy) ? [] : [error.remedy])]
  }
  if (isCommandFailure(error)) return [`partner: ${error.message}`, ...(error.choices ?? []), error.remedy]
  return isOutputFailed(error) ? [`partner: ${error.message}`, error.remedy] : []
}
