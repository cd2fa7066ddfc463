/**
 * Decisions broken about webhook endpoints.
 */
import {
  accepts,
  asking,
  body,
  header,
  json,
  members,
  membersOf,
  query,
  rejects,
  status,
  type Variant,
  withBody,
  without
} from "./Edits.ts"

const list = /^GET \/v1\/webhook_endpoints(?:\?|$)/
const add = /^POST \/v1\/webhook_endpoints$/
const one = /^GET \/v1\/webhook_endpoints\/[^/]+$/
const change = /^PATCH \/v1\/webhook_endpoints\//
const remove = /^DELETE \/v1\/webhook_endpoints\//
const rotate = /\/rotate_secret$/
const test = /\/test$/
const deliveries = /\/deliveries\?/
const redeliver = /\/redeliver$/
const recover = /\/recover$/

const secret = `whsec_${"A".repeat(43)}=`

const endpoints: ReadonlyArray<Variant["change"]> = [
  header(add, "location", undefined),
  members(add, { types: [] }),
  members(one, { url: "https://example.com/" }),
  members(list, { content: [] }),
  members(change, { types: ["*"] }),
  body(change, (found) => ({ ...found, description: undefined })),
  accepts(change, 422),
  asking(remove, (request) => ({ ...request, method: "GET" })),
  status(one, 404, 403),
  status(remove, 204, 200)
]
const secrets: ReadonlyArray<Variant["change"]> = [
  members(add, { secret: undefined }),
  members(add, { secret: "short" }),
  members(one, { secret }),
  members(one, { secret_hint: "none" }),
  asking(add, (request) => without(request, "idempotency-key")),
  json(add, (found) => ({ secret, ...membersOf(found) }), 201)
]
const rotations: ReadonlyArray<Variant["change"]> = [
  members(rotate, { secret: undefined }),
  members(rotate, { secret_hint: "none" }),
  asking(rotate, (request) => without(request, "idempotency-key")),
  accepts(rotate, 422),
  rejects(rotate, ({ body: sent }) => sent.includes("604800"))
]
const pings: ReadonlyArray<Variant["change"]> = [
  members(add, { status: "enabled" }),
  members(one, { status: "enabled" }),
  members(one, { message: undefined }),
  members(one, { status: "disabled", disabled_reason: "failing" }),
  members(change, { status: "pending" }),
  members(change, { status: "enabled" })
]
const delivered: ReadonlyArray<Variant["change"]> = [
  status(test, 202, 200),
  members(test, { type: "job.created" }),
  query(deliveries, (parameters) => parameters.delete("limit")),
  members(deliveries, { next: null }),
  query(deliveries, (parameters) =>
    parameters.get("status") === "succeeded" ? parameters.delete("status") : undefined
  ),
  accepts(deliveries, 422),
  status(redeliver, 202, 200),
  status(redeliver, 404, 202),
  members(recover, { deliveries: "all" }),
  status(recover, 202, 200),
  accepts(recover, 422)
]
const permission: ReadonlyArray<Variant["change"]> = [accepts(list, 403), accepts(add, 403), status(one, 403, 404)]
const urls: ReadonlyArray<Variant["change"]> = [
  members(add, { details: [] }, 422),
  asking(add, (request) => withBody(request, request.body.toString().replace("10.0.0.1", "webhooks.invalid"))),
  status(add, 422, 400)
]
const maximum: ReadonlyArray<Variant["change"]> = [status(add, 409, 429), accepts(add, 409)]

const broken = (rule: string, changes: ReadonlyArray<Variant["change"]>): ReadonlyArray<Variant> =>
  changes.map((edit) => ({ rule, change: edit }))

export const fromWebhooks: ReadonlyArray<Variant> = [
  ...broken("dec-tokens.webhooks-permission", permission),
  ...broken("dec-journal.webhook-endpoints", endpoints),
  ...broken("dec-journal.webhook-urls", urls),
  ...broken("dec-journal.webhook-secrets", secrets),
  ...broken("dec-journal.webhook-rotation", rotations),
  ...broken("dec-journal.webhook-pings", pings),
  ...broken("dec-journal.webhook-deliveries", delivered),
  ...broken("dec-journal.webhook-maximum", maximum)
]
