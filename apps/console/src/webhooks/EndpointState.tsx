/**
 * The state of a webhook endpoint, in a word.
 */
import type { Item } from "../api/Operations.ts"
import { Badge } from "../parts/Badge.tsx"

type Endpoint = Item<"webhookEndpoints.list">

const reasons: Readonly<Record<NonNullable<Endpoint["disabled_reason"]>, string>> = {
  ping_failed: "its address did not answer the ping",
  failing: "it failed for 5 days",
  gone: "its address answered 410 Gone",
  requested: "its client disabled it",
  credentials_replaced: "its client's secret was replaced after a leak",
  operator: "an operator disabled it"
}

/** Why an endpoint is disabled; nothing where it is not. */
export const reasonOf = ({ disabled_reason }: Endpoint): string | undefined =>
  disabled_reason === undefined ? undefined : reasons[disabled_reason]

/** The badge of the state of a webhook endpoint. */
export const EndpointState = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  if (endpoint.status === "disabled") return <Badge tone="bad">disabled</Badge>
  if (endpoint.failing_since !== undefined) return <Badge tone="look">failing</Badge>
  return endpoint.status === "pending" ? <Badge>waits for its ping</Badge> : <Badge tone="good">enabled</Badge>
}
