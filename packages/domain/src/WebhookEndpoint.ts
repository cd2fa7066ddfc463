/**
 * An endpoint of a partner that events are delivered to, and its states (decisions, Webhooks).
 *
 * An endpoint belongs to the client that created it, in one organization. When a delivery is sent stands in `WebhookSchedule.ts`, which
 * addresses are refused in `WebhookAddress.ts`.
 */
import * as Schema from "effect/Schema"

import { Conflict } from "./Errors.ts"
import { eventSelectors } from "./EventQuery.ts"
import type { EventReader } from "./EventReader.ts"
import { AgencyId, ClientId, identifier, type OrganizationId } from "./Ids.ts"
import { boundedInteger } from "./Integer.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { Permission } from "./Permission.ts"
import { problem } from "./Problem.ts"
import { lineText } from "./Text.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"
import { WebhookUrl } from "./WebhookAddress.ts"

/** Identifies a webhook endpoint: `whe_…`. */
export const WebhookEndpointId = identifier("a webhook endpoint", "whe_01KGAS0F00D4N8P2R6T0V3X7Z9").pipe(
  Schema.brand("WebhookEndpointId")
)
export type WebhookEndpointId = typeof WebhookEndpointId.Type

/** The most endpoints of a client in one organization: each event is sent to each of them. */
export const webhookEndpointsMax = 10

/** The longest description of an endpoint, in characters. */
const descriptionMax = 200

/** The most requests that are under way to one endpoint at once. */
export const concurrencyMax = 8

/** `pending` until its address has answered a `ping`, then `enabled`; a `disabled` one gets no events. */
export const WebhookStatus = Schema.Literals(["pending", "enabled", "disabled"])
export type WebhookStatus = typeof WebhookStatus.Type

/** Why an endpoint is disabled. */
const disabledReasons = {
  ping_failed: "Its address did not answer the ping with a 2xx status. Correct it, then set status to enabled.",
  failing:
    "Its address has failed for 5 days. Repair it, then set status to enabled: deliveries resume where they stopped.",
  gone: "Its address answered 410 Gone. Correct the url, then set status to enabled: deliveries resume where they stopped.",
  requested: "It was disabled by a request. Set status to enabled: deliveries resume where they stopped.",
  credentials_replaced:
    "The secret of its client was replaced after a leak. Check that the url is yours and rotate its secret, then set status to enabled: deliveries resume where they stopped.",
  operator: "The operator of the service has disabled it. Ask the operator."
} as const

/** Why an endpoint is disabled. */
export const WebhookDisabledReason = Schema.Literals([
  "ping_failed",
  "failing",
  "gone",
  "requested",
  "credentials_replaced",
  "operator"
])
export type WebhookDisabledReason = typeof WebhookDisabledReason.Type

/** The types that an endpoint gets: at most as many as there are. */
const Types = Schema.Array(
  Schema.Literals(eventSelectors).annotate({
    description:
      "A type of events, `job.*` for all of a noun, or `*` for all, also those that come with later releases",
    examples: ["application.*"]
  })
).check(
  Schema.isMinLength(1, problem("length", "must name a type")),
  Schema.isMaxLength(eventSelectors.length, problem("length", `must name at most ${eventSelectors.length} types`)),
  Schema.isUnique(problem("duplicate", "must name a type once"))
)

/** The members that partners write of an endpoint. */
const written = {
  url: WebhookUrl,
  types: Types,
  concurrency: boundedInteger(1, concurrencyMax).annotate({
    description: "The number of requests that may be under way at once. With more than 1, events come in no order",
    examples: [1]
  })
}

const description = lineText(1, descriptionMax).annotate({
  description: "The purpose of the endpoint, in the partner's words",
  examples: ["Copy of the applicant tracking system"]
})

/** The number of characters that are shown of a secret that is there. */
export const secretHintLength = 4

/** An endpoint as the API shows it. */
export const WebhookEndpoint = Schema.Struct({
  id: WebhookEndpointId,
  ...written,
  url: Schema.String.annotate({
    description: "The address that events are sent to",
    examples: ["https://example.com/webhooks"]
  }),
  description: Schema.optionalKey(description),
  status: WebhookStatus.annotate({
    description: "`enabled` once its address has answered a `ping`",
    examples: ["enabled"]
  }),
  disabled_reason: Schema.optionalKey(WebhookDisabledReason).annotateKey({ description: "Why it is disabled" }),
  message: Schema.optionalKey(Schema.String).annotateKey({
    description: "A sentence for people: what is wrong with it and what to do"
  }),
  failing_since: Schema.optionalKey(Timestamp).annotateKey({
    description: "Since when its address has failed; absent while deliveries succeed"
  }),
  secret_hint: Schema.String.annotate({
    description: "The last characters of the secret that signs its deliveries",
    examples: ["Zm8="]
  }),
  secret: Schema.optionalKey(Schema.String).annotateKey({
    description: "The secret that signs its deliveries: shown when it is made, and never again"
  }),
  permissions: Schema.optionalKey(
    Schema.Array(Permission).annotate({ examples: [["jobs:read", "applications:read", "webhooks:manage"]] })
  ).annotateKey({
    description:
      "The permissions of the token that made the endpoint or chose its types last; it delivers no event that needs another permission"
  }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({
  identifier: "WebhookEndpoint",
  description: "An address of a partner that events are sent to",
  examples: [
    {
      id: WebhookEndpointId.make("whe_01KGAS0F00D4N8P2R6T0V3X7Z9"),
      url: "https://example.com/webhooks",
      types: ["application.*", "job.closed"],
      concurrency: 1,
      status: "enabled",
      secret_hint: "Zm8=",
      permissions: ["jobs:read", "applications:read", "webhooks:manage"],
      created_at: exampleMoment,
      updated_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type WebhookEndpoint = typeof WebhookEndpoint.Type

/**
 * An endpoint as it is stored: its secret and its permissions are stored apart, and its latest results with its deliveries.
 */
export type StoredWebhookEndpoint = Omit<WebhookEndpoint, "secret" | "message" | "failing_since" | "permissions">

/** An endpoint, whose it is, and what it may read: what the token could that made it or chose its types last (`WebhookReader.ts`). */
export interface OwnedWebhookEndpoint extends EventReader {
  readonly organizationId: OrganizationId
  readonly clientId: ClientId
  readonly endpoint: StoredWebhookEndpoint
}

/** The status of a webhook endpoint. Its address is left out: others of the organization read the event too. */
export const WebhookEndpointSnapshot = Schema.Struct({
  id: WebhookEndpointId,
  client_id: ClientId,
  agency_id: Schema.optionalKey(AgencyId),
  status: WebhookStatus,
  disabled_reason: Schema.optionalKey(WebhookDisabledReason)
}).annotate({
  identifier: "WebhookEndpointSnapshot",
  description: "The owner of a webhook endpoint and its status; get the endpoint for the rest",
  "x-extension": true
})
export type WebhookEndpointSnapshot = typeof WebhookEndpointSnapshot.Type

/** The state of the endpoint in examples; a function, which a bundle without examples leaves out. */
export const exampleSnapshot = () => ({
  id: WebhookEndpointId.make("whe_01KGAS0F00D4N8P2R6T0V3X7Z9"),
  client_id: ClientId.make("cli_01KGAS0F00W2P4J8H6V3B9D5QE"),
  status: "enabled" as const
})

/** The request that adds an endpoint. */
export const NewWebhookEndpoint = Schema.Struct({
  url: written.url,
  types: Schema.optionalKey(Types),
  description: Schema.optionalKey(description),
  concurrency: Schema.optionalKey(written.concurrency)
}).annotate({
  identifier: "NewWebhookEndpoint",
  description: "Adds an endpoint: without `types` it gets every event that the token may read",
  examples: [{ url: "https://example.com/webhooks", types: ["application.*", "job.closed"] }],
  "x-extension": true
})
export type NewWebhookEndpoint = typeof NewWebhookEndpoint.Type

/** The request that changes an endpoint. */
export const WebhookEndpointPatch = mergePatchOf({
  kept: {
    ...written,
    status: Schema.Literals(["enabled", "disabled"]).annotate({
      description: "`enabled` sends a `ping` first; deliveries resume where they stopped"
    })
  },
  removable: { description },
  readOnly: [
    "id",
    "disabled_reason",
    "message",
    "failing_since",
    "secret_hint",
    "permissions",
    "created_at",
    "updated_at"
  ]
}).annotate({
  identifier: "WebhookEndpointPatch",
  description: "The change of an endpoint, as a JSON Merge Patch (RFC 7396): an absent member stays",
  examples: [{ types: ["*"] }],
  "x-extension": true
})
export type WebhookEndpointPatch = typeof WebhookEndpointPatch.Type

/** The longest time for which a secret that was replaced signs too, in days. */
export const overlapDaysMax = 7

/** The default: a day to bring the new secret to every receiver. */
export const overlapSecondsDefault = 86_400

/** The request that replaces the secret of an endpoint. */
export const SecretRotation = Schema.Struct({
  expires_previous_in: Schema.optionalKey(
    boundedInteger(0, overlapDaysMax * 86_400).annotate({
      description: "For how many seconds the old secret signs too; a day by default",
      examples: [3_600]
    })
  )
}).annotate({
  identifier: "SecretRotation",
  description: "Replaces the secret of an endpoint",
  examples: [{ expires_previous_in: 3_600 }],
  "x-extension": true
})
export type SecretRotation = typeof SecretRotation.Type

/** The refusal of one endpoint more than a client may have. */
export const tooManyWebhookEndpoints = /* @__PURE__ */ new Conflict({
  message: `A client can have at most ${webhookEndpointsMax} webhook endpoints in an organization. Delete one that is not used any more.`
})

/**
 * The message about an endpoint for people; none about one that works. One that accepts events may have refused others, which its status does not
 * show. The sentence has no number: each delivery would change the ETag of the endpoint.
 */
export const webhookMessage = (
  { disabled_reason, failing_since, status }: Pick<WebhookEndpoint, "status" | "disabled_reason" | "failing_since">,
  hasRefused = false
): string | undefined => {
  if (status === "disabled") return disabledReasons[disabled_reason ?? "requested"]
  if (status === "pending") return "A ping is being sent to its address. Answer it with a 2xx status."
  if (failing_since !== undefined) {
    return "Deliveries fail and are retried; its deliveries show the reason. Once the address is repaired, set status to enabled: deliveries resume at once."
  }
  return hasRefused
    ? "Some events were refused: list its deliveries with status=parked, which are retried, and status=failed, which a recovery sends again."
    : undefined
}
