/**
 * Failures of the platform as a model reads them: the cause, the remedy and the outcome, in terms of the tool's arguments.
 */
import type { ClientError } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import { cutText, sentence } from "../protocol/answer/PlatformText.ts"
import { type FieldProblem, ToolFailure } from "../protocol/tool/ToolFailure.ts"

/** The call that failed, for the words of its failure. */
export interface FailedCall {
  readonly tool: string
  /** The operation that the tool stands on. A write whose token or list failed was not sent. */
  readonly operation?: string
  /** The place to look when the outcome of a write is unknown, as a sentence. Absent for a call that only reads. */
  readonly afterUnknown?: string
  /** Tools that show which ids there are, or what is there now. */
  readonly next?: ReadonlyArray<string>
  /** The argument that names what the platform may not have. */
  readonly about?: string
  /** The remedy of a conflict, where it does not mean that the thing is there already. */
  readonly conflict?: string
  /** The remedy of a 403, where it does not mean a missing permission. */
  readonly forbidden?: string
  /** The tool's name for a member of the request, where it is another one. */
  readonly renamed?: (path: string) => string
}

/** The parameters of the paths, as the tools call them (spec 4). */
const parameters: Readonly<Record<string, string>> = {
  organizationId: "organization_id",
  agencyId: "agency_id",
  applicationId: "application_id",
  jobId: "job_id",
  userId: "user_id"
}

/** The shown length of the platform's own sentence. Its details are listed. */
const sentenceLengthMax = 300

/** The number of problems that are listed: more are not corrected at once. */
const fieldsMax = 20

const fieldsOf = (error: ClientError, call: FailedCall): ReadonlyArray<FieldProblem> | undefined => {
  const fields = error.details.slice(0, fieldsMax).map((problem) => {
    const name = problem.path.slice(1)
    const path = problem.in === "path" ? `/${parameters[name] ?? name}` : problem.path
    return {
      path: cutText(call.renamed?.(path) ?? path, sentenceLengthMax),
      problem: cutText(problem.message, sentenceLengthMax)
    }
  })
  if (fields.length > 0) return fields
  return error._tag === "NotFound" && call.about !== undefined
    ? [{ path: call.about, problem: "is not known in this organization" }]
    : undefined
}

/** The sentence that there are more problems than are listed. */
const unlisted = ({ details }: ClientError): string =>
  details.length > fieldsMax ? ` The first ${fieldsMax} of ${details.length} problems are listed.` : ""

const wrongAddress =
  "Tell the user to check PARTNER_BASE_URL of this server (check_connection shows where it leads), and what stands before the platform, such as a proxy; do not retry."

/** The remedy of a failed call. */
const remedyOf = (error: ClientError, call: FailedCall): string => {
  switch (error._tag) {
    case "Unauthorized":
    case "InvalidClient":
      return "The platform refuses the credentials of this server. Tell the user to check them; do not retry."
    case "Forbidden":
      return call.forbidden ?? "The credentials of this server lack a permission. Tell the user which; do not retry."
    case "NotFound":
      // The remedy of the client names `baseUrl` where no id is in question.
      if (error.remedy.includes("`baseUrl`")) return wrongAddress
      return "Take ids from the tools that list them."
    case "InvalidCursor":
      return "Call again without a cursor to start from the beginning."
    case "Conflict":
      return call.conflict ?? "It is there already; look at it before you change anything."
    case "DuplicateApplication":
      return "Only one application of a person can be worked on for a job. Tell the user; do not retry."
    case "InvalidTransition":
      return "Nothing was done. Look at the application again, and ask the user."
    case "PreconditionFailed":
      return `It was changed meanwhile and nothing was done. Call ${call.tool} again to see it as it is now.`
    case "UnprocessableEntity":
      return "Mend the arguments and call again."
    case "RateLimited":
      return error.retryAfterMs === undefined
        ? "Wait a little and call again."
        : `Wait ${Math.ceil(error.retryAfterMs / 1_000)} seconds and call again.`
    case "Network":
    case "Timeout":
    case "Unavailable":
    case "InternalError":
    case "RequestTimeout":
    case "IdempotencyInProgress":
      return "The platform could not be reached or failed; try again later."
    case "Tls":
      return `There is no secure connection from this server to the platform. Tell the user, who can mend it: ${error.remedy} Do not retry.`
    case "QueueFull":
      return "Too many calls of this server wait already, and this one was not sent. Wait a little and call again, with fewer calls at once."
    case "InvalidConfiguration":
    case "Redirected":
    case "UnexpectedResponse":
    case "UntrustedNext":
      return wrongAddress
    default:
      return "Tell the user what the platform platformSentence; do not repeat the same call."
  }
}

const laterTags: ReadonlySet<string> = new Set([
  "RateLimited",
  "QueueFull",
  "Network",
  "Timeout",
  "Unavailable",
  "InternalError",
  "RequestTimeout",
  "IdempotencyInProgress"
])

const credentialTags: ReadonlySet<string> = new Set(["Unauthorized", "InvalidClient", "InvalidConfiguration"])

/** The platform's own sentence. */
const platformSentence = (error: ClientError): string => sentence(cutText(error.message, sentenceLengthMax))

/** The failure that a model reads. */
export const toolFailureOf = (error: ClientError, call: FailedCall): ToolFailure => {
  const wasSent = call.operation === undefined || error.operation === call.operation
  const outcome = wasSent ? error.outcome : "not_sent"
  const isUnknown = outcome === "unknown" && call.afterUnknown !== undefined
  return new ToolFailure({
    error: error.code,
    message: isUnknown
      ? `${platformSentence(error)} Nobody knows whether it was done. Do not retry blindly. ${call.afterUnknown}`
      : `${platformSentence(error)}${unlisted(error)} ${remedyOf(error, call)}`,
    outcome,
    retryable: !isUnknown && laterTags.has(error._tag),
    status: error.status,
    fields: fieldsOf(error, call),
    next: credentialTags.has(error._tag) ? ["check_connection"] : (call.next ?? [])
  })
}

/** The same effect, whose failures a model can read. */
export const explain = <A, R>(
  effect: Effect.Effect<A, ClientError, R>,
  call: FailedCall
): Effect.Effect<A, ToolFailure, R> => Effect.mapError(effect, (error) => toolFailureOf(error, call))
