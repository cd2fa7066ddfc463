/**
 * Webhook endpoints for people: one line about an endpoint, or all that is known of it.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import type { WebhookEndpoint, WebhookEndpointPatch } from "../../core/Model.ts"
import { notice } from "../OutputForm.ts"
import { type Row, titledLines } from "../TitledLines.ts"

/** The status of an endpoint. */
export const standingOf = ({ disabled_reason, failing_since, status }: WebhookEndpoint): string => {
  if (disabled_reason !== undefined) return `${status} (${disabled_reason})`
  return failing_since === undefined ? status : `${status}, failing`
}

/** An endpoint in a line. */
export const endpointLine = (endpoint: WebhookEndpoint): string =>
  [endpoint.id, endpoint.url, standingOf(endpoint)].join("  ")

/** Whether an endpoint gets its events. */
export const isWorking = ({ failing_since, status }: WebhookEndpoint): boolean =>
  status === "enabled" && failing_since === undefined

/** The lines about an endpoint, with more behind them. */
export const endpointLines = (endpoint: WebhookEndpoint, more: ReadonlyArray<Row>): ReadonlyArray<string> =>
  titledLines([
    ["Endpoint", endpoint.id],
    ["URL", endpoint.url],
    ["Types", endpoint.types.join(", ")],
    ["Permissions", endpoint.permissions?.join(", ")],
    ["Description", endpoint.description],
    ["Status", standingOf(endpoint)],
    ["Failing since", endpoint.failing_since],
    ["Concurrency", String(endpoint.concurrency)],
    ["Secret", `ends with ${endpoint.secret_hint}`],
    ["Created", endpoint.created_at],
    ["Updated", endpoint.updated_at],
    ...more
  ])

/** Prints the state of an endpoint that a person has to know, such as that a ping is under way. */
export const printMessage = ({ message }: WebhookEndpoint) => (message === undefined ? Effect.void : notice(message))

/** Prints the command that resumes deliveries, if there is one. */
export const printResume = (endpoint: WebhookEndpoint) =>
  isWorking(endpoint) || endpoint.status === "pending" || endpoint.disabled_reason === "operator"
    ? Effect.void
    : notice(`partner webhooks enable ${endpoint.id} sends a ping at once; when it is answered, deliveries resume.`)

/** The wait of a delivery that was requested; none where it is sent at once. */
const waitOf = ({ failing_since, status }: WebhookEndpoint, nextAttemptAt: string | undefined): string | undefined => {
  if (status === "disabled") return "The endpoint is disabled: the event waits until it is enabled again."
  if (status === "pending") return "The event waits until the address has answered a ping."
  if (failing_since === undefined) return undefined
  const next = nextAttemptAt === undefined ? "" : `, at ${nextAttemptAt}`
  return `The address fails: the event waits for the next attempt${next}.`
}

/** Prints why a requested delivery waits, and what ends the wait. */
export const printWait = (endpoint: WebhookEndpoint, nextAttemptAt: string | undefined) => {
  const wait = waitOf(endpoint, nextAttemptAt)
  return wait === undefined ? Effect.void : Effect.andThen(notice(wait), printResume(endpoint))
}

/** Whether a change enables an endpoint whose address fails. It gets a ping, and looks as before until the ping is answered. */
const resumesDeliveries = ({ failing_since }: WebhookEndpoint, patch: WebhookEndpointPatch): boolean =>
  patch.status === "enabled" && failing_since !== undefined

/** Shows an endpoint after a change. */
export const showChanged = (endpoint: WebhookEndpoint, patch: WebhookEndpointPatch, isJson: boolean) =>
  Effect.andThen(
    isJson ? Output.printJson([endpoint]) : Output.print([endpointLine(endpoint)]),
    resumesDeliveries(endpoint, patch)
      ? notice(
          `A ping is being sent to its address; when it is answered, deliveries resume. partner webhooks show ${endpoint.id} shows the attempts.`
        )
      : printMessage(endpoint)
  )
