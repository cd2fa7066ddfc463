/**
 * Webhook endpoints for people: one line about an endpoint, or all that is known of it.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import type { WebhookEndpoint } from "../../core/Model.ts"
import { notice } from "../OutputForm.ts"
import { titledLines } from "../TitledLines.ts"

/** Where an endpoint stands. */
export const standingOf = ({ disabled_reason, failing_since, status }: WebhookEndpoint): string => {
  if (disabled_reason !== undefined) return `${status} (${disabled_reason})`
  return failing_since === undefined ? status : `${status}, failing`
}

/** An endpoint in a line. */
export const endpointLine = (endpoint: WebhookEndpoint): string =>
  [endpoint.id, endpoint.url, standingOf(endpoint)].join("  ")

/** The lines about an endpoint. */
export const endpointLines = (endpoint: WebhookEndpoint): ReadonlyArray<string> =>
  titledLines([
    ["Endpoint", endpoint.id],
    ["URL", endpoint.url],
    ["Types", endpoint.types.join(", ")],
    ["Description", endpoint.description],
    ["Status", standingOf(endpoint)],
    ["Failing since", endpoint.failing_since],
    ["Concurrency", String(endpoint.concurrency)],
    ["Secret", `ends with ${endpoint.secret_hint}`],
    ["Created", endpoint.created_at],
    ["Updated", endpoint.updated_at]
  ])

/** Says what people should know of an endpoint, such as that a ping is on its way. */
export const tellMessage = ({ message }: WebhookEndpoint) => (message === undefined ? Effect.void : notice(message))

/** Shows an endpoint after a change. */
export const showChanged = (endpoint: WebhookEndpoint, isJson: boolean) =>
  Effect.andThen(isJson ? Output.printJson([endpoint]) : Output.print([endpointLine(endpoint)]), tellMessage(endpoint))
