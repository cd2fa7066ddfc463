/**
 * Webhook endpoints: what partners may write, and how they change (decisions, Webhooks).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import {
  createWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  patchWebhookEndpoint,
  webhookEndpointTurned
} from "../src/commands/WebhookEndpoint.ts"
import { AgencyId, ClientId, OrganizationId } from "../src/Ids.ts"
import { boundPermissions } from "../src/Permission.ts"
import type { TokenInfo } from "../src/Token.ts"
import {
  NewWebhookEndpoint,
  type OwnedWebhookEndpoint,
  WebhookEndpointId,
  type WebhookEndpointPatch,
  webhookMessage
} from "../src/WebhookEndpoint.ts"
import { faults } from "./support.ts"

const url = "https://example.com/webhooks"
const nowMs = Date.UTC(2026, 0, 31)
const owner = {
  organizationId: OrganizationId.make("org_acme"),
  clientId: ClientId.make("cli_1"),
  agencyId: AgencyId.make("agy_1"),
  permissions: boundPermissions
}
/** A token of the client that made the endpoint. */
const token: TokenInfo = {
  tokenId: "tok_1",
  ...owner,
  expiresAtMs: nowMs,
  primary: false,
  granted: owner.permissions,
  permissions: undefined,
  mayCreateOrganizations: false
}
const created = Result.getOrThrow(
  createWebhookEndpoint(owner, { url }, { id: WebhookEndpointId.make("whe_1"), nowMs, secretHint: "abcd" })
)
const enabled = enableWebhookEndpoint(created.next, nowMs).next

const patched = (owned: OwnedWebhookEndpoint, patch: WebhookEndpointPatch) =>
  Result.getOrThrow(patchWebhookEndpoint(owned, patch, { token, nowMs: nowMs + 1_000 }))

describe("a new webhook endpoint (decisions, Webhooks)", () => {
  for (const [given, expected] of [
    [{ url }, []],
    [{ url, types: ["*"], description: "Mine", concurrency: 8 }, []],
    [{ url, types: ["application.*", "job.closed"] }, []],
    [{ url: "http://127.0.0.1:3000/hook" }, []],
    [{ url: "https://[2001:db8::1]:8443/hook?x=1" }, []],
    [{}, ["/url required"]],
    [{ url: "ftp://example.com" }, ["/url format"]],
    [{ url: "https://user@example.com/" }, ["/url format"]],
    [{ url: "https://example.com/#part" }, ["/url format"]],
    [{ url: `https://example.com/${"x".repeat(2_040)}` }, ["/url length"]],
    [{ url, types: [] }, ["/types length"]],
    [{ url, types: ["job.*", "job.*"] }, ["/types duplicate"]],
    [{ url, types: ["job.opend"] }, ["/types/0 not_allowed"]],
    [{ url, concurrency: 0 }, ["/concurrency range"]],
    [{ url, concurrency: 9 }, ["/concurrency range"]],
    [{ url, secret: "mine" }, ["/secret unknown"]]
  ] as const) {
    it(`is ${expected.length === 0 ? "taken" : `refused (${expected.join()})`}: ${JSON.stringify(given).slice(0, 80)}`, () =>
      assert.deepStrictEqual(faults(NewWebhookEndpoint, given), expected))
  }

  it("is pending, gets every type, one at a time, and has an entry that names the given members and the permissions", () => {
    assert.deepInclude(created.next.endpoint, { status: "pending", types: ["*"], concurrency: 1, secret_hint: "abcd" })
    assert.deepStrictEqual(
      created.entries.map(({ action, after, agency_id, changed }) => ({ action, after, agency_id, changed })),
      [
        {
          action: "webhook_endpoint.created",
          after: { permissions: owner.permissions },
          agency_id: owner.agencyId,
          changed: ["url", "permissions"]
        }
      ]
    )
  })
})

describe("a change to a webhook endpoint (decisions, Webhooks)", () => {
  it("that says the same again is none", () => {
    for (const patch of [{}, { url }, { types: ["*"] }, { status: "enabled" as const }])
      assert.deepStrictEqual(patched(enabled, patch), { next: enabled, entries: [] })
  })

  it("of the address has the new one asked first", () => {
    const { entries, next } = patched(enabled, { url: "https://example.com/other" })
    assert.strictEqual(next.endpoint.status, "pending")
    assert.deepStrictEqual(
      entries.map(({ action, changed }) => [action, changed]),
      [["webhook_endpoint.updated", ["url"]]]
    )
  })

  it("of an address that did not answer the ping has the new one asked, and of one that was disabled on request has not", () => {
    const url = "https://example.com/repaired"
    const unanswered = disableWebhookEndpoint(created.next, "ping_failed", nowMs).next
    assert.deepInclude(patched(unanswered, { url }).next.endpoint, { status: "pending", url })
    const requested = disableWebhookEndpoint(enabled, "requested", nowMs).next
    assert.deepInclude(patched(requested, { url }).next.endpoint, { status: "disabled", url })
  })

  it("of the types leaves it enabled", () =>
    assert.deepInclude(patched(enabled, { types: ["job.*"] }).next.endpoint, { status: "enabled", types: ["job.*"] }))

  it("disables it and is an event, and enables it by way of a ping", () => {
    const { entries, next } = patched(enabled, { status: "disabled" })
    assert.deepInclude(next.endpoint, { status: "disabled", disabled_reason: "requested" })
    assert.deepStrictEqual(
      entries.map(({ event }) => event),
      [
        {
          type: "webhook_endpoint.disabled",
          data: {
            webhook_endpoint: {
              id: next.endpoint.id,
              client_id: owner.clientId,
              agency_id: owner.agencyId,
              status: "disabled",
              disabled_reason: "requested"
            },
            changed: ["status", "disabled_reason"]
          }
        }
      ]
    )
    const again = patched(next, { status: "enabled" })
    assert.strictEqual(again.next.endpoint.status, "pending")
    assert.notProperty(again.next.endpoint, "disabled_reason")
  })

  it("of members and the status at once is one entry, that of the status (decisions, Journal)", () => {
    const entriesOf = (owned: OwnedWebhookEndpoint, patch: WebhookEndpointPatch) =>
      patched(owned, patch).entries.map(({ action, changed, event }) => [action, changed, event?.type])
    const other = "https://example.com/other"
    assert.deepStrictEqual(entriesOf(enabled, { url: other, types: ["job.*"], status: "disabled" }), [
      ["webhook_endpoint.disabled", ["url", "types", "status", "disabled_reason"], "webhook_endpoint.disabled"]
    ])
    const { next } = disableWebhookEndpoint(enabled, "requested", nowMs)
    assert.deepStrictEqual(entriesOf(next, { url: other, status: "enabled" }), [
      ["webhook_endpoint.updated", ["url", "status"], undefined]
    ])
  })

  it("does not enable what the operator has disabled", () => {
    const { next } = disableWebhookEndpoint(enabled, "operator", nowMs)
    const refused = patchWebhookEndpoint(next, { status: "enabled" }, { token, nowMs })
    assert.isTrue(Result.isFailure(refused))
    assert.strictEqual(patched(next, { types: ["job.*"] }).next.endpoint.disabled_reason, "operator")
  })

  it("takes the description away with null", () => {
    const described = patched(enabled, { description: "Mine" }).next
    assert.notProperty(patched(described, { description: null }).next.endpoint, "description")
  })

  it("moves updated_at on, also when the clock stands", () =>
    assert.isAbove(
      Date.parse(disableWebhookEndpoint(enabled, "gone", nowMs).next.endpoint.updated_at),
      Date.parse(enabled.endpoint.updated_at)
    ))
})

describe("the message of a webhook endpoint", () => {
  it("names what to do in every state but a good one", () => {
    assert.isUndefined(webhookMessage({ status: "enabled" }))
    for (const disabled_reason of ["ping_failed", "failing", "gone", "requested"] as const)
      assert.include(webhookMessage({ status: "disabled", disabled_reason }), "enabled")
    assert.include(webhookMessage({ status: "disabled", disabled_reason: "operator" }), "operator")
    assert.include(webhookMessage({ status: "pending" }), "2xx")
    assert.include(webhookMessage({ status: "enabled", failing_since: created.next.endpoint.created_at }), "retried")
    assert.include(webhookMessage({ status: "enabled" }, true), "status=parked")
  })

  it("has no address in an event", () =>
    assert.notInclude(JSON.stringify(webhookEndpointTurned(enabled, "failing")), "example.com"))
})
