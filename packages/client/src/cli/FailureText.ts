/**
 * The text of a failure: what happened, what to choose from if anything, and what to do. `Write.ts` has the text of a write with an
 * unknown outcome, and `FailureRecord.ts` what programs read.
 */
import { OutputFailed } from "@partner-api/cli-kit/Output"
import * as Schema from "effect/Schema"
import { type ClientError, isPartnerError } from "../core/ClientError.ts"
import { CommandFailure } from "./CommandFailure.ts"

const isCommandFailure = Schema.is(CommandFailure)
const isOutputFailed = Schema.is(OutputFailed)

/** Remedies for the command line, in place of those for programmers. */
const remedies: Readonly<Record<string, string>> = {
  Network: "Check PARTNER_BASE_URL and the network, or try again later.",
  Timeout: "Try again later.",
  Redirected: "Set PARTNER_BASE_URL to the address the service has now.",
  UnexpectedResponse: "Check PARTNER_BASE_URL, and what stands between you and the service, such as a proxy.",
  InvalidConfiguration: "Check the PARTNER_ variables, or run partner login again.",
  Unauthorized: "Check the credentials: partner whoami shows which ones are used.",
  InvalidClient: "Check the credentials: partner whoami shows which ones are used.",
  InvalidTransition: "Take one of the possible actions: partner applications show ID names them.",
  NotFound:
    "Check the id: the service has nothing under it, or does not have this command's endpoint (partner whoami shows its extensions)."
}

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

/** What to do about a failed call. */
export const remedyOf = (error: ClientError): string => remedies[error._tag] ?? error.remedy

/** The lines of a failure; none for one that is printed elsewhere. */
export const failureLines = (error: unknown): ReadonlyArray<string> => {
  if (isPartnerError(error)) {
    return [`partner: ${messageOf(error)}`, remedyOf(error)]
  }
  if (isCommandFailure(error)) return [`partner: ${error.message}`, ...(error.choices ?? []), error.remedy]
  return isOutputFailed(error) ? [`partner: ${error.message}`, error.remedy] : []
}
