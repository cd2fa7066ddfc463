/**
 * Failures of calls in the words of the command line: remedies name commands, and messages name settings as they were given. The library
 * names its own options and methods. This file changes no code, details or outcome, and prints nothing.
 */
import { addressRemedy, type ClientError, clientError, type ErrorTag } from "../core/ClientError.ts"
import type { Credentials, SettingNames } from "./credentials/Credentials.ts"

type Remedy = (settings: SettingNames, error: ClientError) => string

const credentialsRemedy: Remedy = () => "Check the credentials: partner whoami shows which ones are used."

const laterRemedy: Remedy = (_settings, { retryAfterMs }) =>
  retryAfterMs === undefined
    ? "Wait a little, then run the command again."
    : `Wait ${Math.ceil(retryAfterMs / 1_000)} s, then run the command again.`

/** The operation that exchanges the primary token for that of an organization. */
const organizationToken = "organizations.token"

/** The operations that exchange the credentials for a token. The API refuses none of them for want of a permission. */
const credentialsToken = /^(?:oauth|partnerAuth)\.token$/u

/** The option that a message of the library begins with. */
const optionName = /^(?:baseUrl|clientId|clientSecret)\b/

/** Replaces the names of the library's options. */
const renamed = (text: string, settings: SettingNames): string => {
  const names: Readonly<Record<string, string>> = { ...settings, dangerouslyAllowHttp: settings.allowHttp }
  return text.replaceAll(
    /`?\b(baseUrl|clientId|clientSecret|dangerouslyAllowHttp)\b`?/g,
    (all, name: string) => names[name] ?? all
  )
}

/** The remedy in a message: the text after its first sentence. */
const remedyIn = (message: string): string | undefined => /\. ([A-Z].*)$/su.exec(message)?.[1]

/** The operations on a webhook endpoint that is there. */
const ofEndpoint = /^webhookEndpoints\.(?!list$|create$)/u
const ofPlacement = /^placements\./

/** Remedies for the command line, in place of those for programmers and HTTP callers. */
const remedies: Partial<Record<ErrorTag, Remedy>> = {
  Network: ({ baseUrl }) => `Check that ${baseUrl} is right and that the server runs, or try again later.`,
  // The error has the remedy for its certificate.
  Tls: (settings, { remedy }) => renamed(remedy, settings),
  Timeout: () => "Try again later.",
  Aborted: () => "Run the command again.",
  QueueFull: () => "Nothing was sent. Run the command again, with fewer requests at once.",
  Redirected: ({ baseUrl }) => `Set ${baseUrl} to the address the service has now.`,
  UnexpectedResponse: (settings) => renamed(addressRemedy, settings),
  InvalidConfiguration: ({ correction }, { message, remedy }) => (optionName.test(message) ? correction : remedy),
  Unauthorized: credentialsRemedy,
  InvalidClient: credentialsRemedy,
  Forbidden: ({ baseUrl }, { operation = "" }) => {
    if (credentialsToken.test(operation))
      return `Check ${baseUrl}, with its port: something else than the API for partners answers there.`
    return operation === organizationToken
      ? "Check the id of the organization: partner organizations lists those of your grants."
      : "Ask the operator of the service for the permission: partner whoami shows which credentials are used."
  },
  InvalidCursor: () => "Start the list again without a cursor.",
  CursorExpired: () =>
    "Run the command with --start oldest: it begins at the oldest event that is kept. What changed before is in the lists, such as partner jobs --all.",
  MethodNotAllowed: () => "Use a method that the API documents for this path.",
  RequestTimeout: () => "Run the command again.",
  IdempotencyInProgress: () => "Wait a few seconds, then run the same command again.",
  IdempotencyKeyReused: () => "Give the values of the first run, or another --idempotency-key.",
  PreconditionFailed: () => "Look at the current state, and run the command again with values that fit it.",
  UnprocessableEntity: () => "Correct what the message names, and run the command again.",
  RateLimited: laterRemedy,
  Unavailable: laterRemedy,
  InternalError: () =>
    "Look whether a write was done before you run it again. If the error persists, report the request to the operator of the service.",
  Conflict: (_settings, { message }) =>
    remedyIn(message) ?? "Use what is there already, or look at its current state and send values that fit it.",
  InvalidTransition: (_settings, { operation = "" }) =>
    ofPlacement.test(operation)
      ? "Take one of the possible actions, which the message names."
      : "Take one of the possible actions: partner applications show ID names them.",
  NotFound: (settings, { message, operation = "", remedy }) => {
    // It is the address that is wrong, and no id.
    if (remedy === addressRemedy) return renamed(remedy, settings)
    if (operation === "invitations.accept") return remedyIn(message) ?? remedy
    if (operation === "webhookEndpoints.redeliver")
      return "Check both ids: partner webhooks lists the endpoints, partner webhooks deliveries ID the events of the last 30 days."
    return ofEndpoint.test(operation)
      ? "Check the id: partner webhooks lists the endpoints of your client."
      : "Check the id: the service has nothing under it, or does not have this command's endpoint (partner whoami shows its extensions)."
  }
}

/** The failure of a call that was made with these credentials, in the words of the command line. */
export const toCommandLine = (error: ClientError, { settings }: Pick<Credentials, "settings">): ClientError => {
  const { _tag: tag, cause } = error
  return clientError(
    {
      ...error,
      tag,
      message: renamed(error.message, settings),
      remedy: remedies[tag]?.(settings, error) ?? renamed(error.remedy, settings),
      cause
    },
    error
  )
}
