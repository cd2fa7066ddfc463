/**
 * What a webhook endpoint may read, and which tokens may open it: nothing that outlives a token reads more than the token (decisions, Webhooks).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"

import { createWebhookEndpoint, patchWebhookEndpoint } from "../src/commands/WebhookEndpoint.ts"
import { mayReadEvent } from "../src/EventAudience.ts"
import { eventSelectors, readableTypes } from "../src/EventQuery.ts"
import { commonReader, type EventReader, readerOfClient, readerOfGrant, readerOfToken } from "../src/EventReader.ts"
import { EventTypeName, permissionOf } from "../src/EventType.ts"
import { AgencyId, ClientId, OrganizationId } from "../src/Ids.ts"
import { type Permission, permissions } from "../src/Permission.ts"
import type { TokenInfo } from "../src/Token.ts"
import { type OwnedWebhookEndpoint, WebhookEndpointId, type WebhookEndpointPatch } from "../src/WebhookEndpoint.ts"
import { checkDelivered } from "../src/WebhookReader.ts"
import { oneOf } from "./support.ts"

const url = "https://example.com/webhooks"
const nowMs = Date.UTC(2026, 0, 31)
const at = { organizationId: OrganizationId.make("org_1"), clientId: ClientId.make("cli_1") }

const tokenOf = (
  granted: ReadonlyArray<Permission>,
  narrowed: ReadonlyArray<Permission> | undefined,
  agency: string
): TokenInfo => ({
  tokenId: "tok_1",
  ...at,
  expiresAtMs: nowMs,
  primary: false,
  granted,
  permissions: narrowed,
  agencyId: agency === "" ? undefined : AgencyId.make(agency),
  mayCreateOrganizations: false
})

const somePermissions = Arbitrary.map(Arbitrary.array(oneOf(permissions), { maxLength: 10 }), (held) => [
  "webhooks:manage" as const,
  ...held
])
const someNarrowed = Arbitrary.array(somePermissions, { maxLength: 1 })
const someAgency = oneOf(["", "agy_1", "agy_2"])
const someToken = Arbitrary.map(
  Arbitrary.all([somePermissions, someNarrowed, someAgency]),
  ([granted, [narrowed], agency]) => tokenOf(granted, narrowed, agency)
)
const someTypes = Arbitrary.map(Arbitrary.array(oneOf(eventSelectors), { minLength: 1, maxLength: 4 }), (types) => [
  ...new Set(types)
])
const someReader = Arbitrary.map(someToken, readerOfToken)
const someEvent = Arbitrary.map(
  Arbitrary.all([oneOf(EventTypeName.literals), oneOf(["", "agy_1", "agy_2"]), oneOf(["all", "some"])]),
  ([type, agency, audience]) => ({
    type,
    agencyId: agency === "" ? undefined : AgencyId.make(agency),
    isForAgencies: audience === "all"
  })
)

const ownedBy = (reader: EventReader, types: ReadonlyArray<string> = ["*"]): OwnedWebhookEndpoint =>
  Result.getOrThrow(
    createWebhookEndpoint(
      { ...at, ...reader },
      { url, types },
      { id: WebhookEndpointId.make("whe_1"), nowMs, secretHint: "abcd" }
    )
  ).next

/** What a worker sends of an endpoint while its client's grant is as a token knows it. */
const deliveredTo = (owned: OwnedWebhookEndpoint, token: TokenInfo): ReadonlyArray<string> =>
  readableTypes(owned.endpoint.types, commonReader(owned, readerOfClient(token)).permissions)

const patchedBy = (owned: OwnedWebhookEndpoint, patch: WebhookEndpointPatch, token: TokenInfo) =>
  patchWebhookEndpoint(owned, patch, { token, nowMs: nowMs + 1 })

/** A client with everything, and tokens of it. */
const wide = tokenOf(permissions, undefined, "")
const narrowTo = (...narrowed: ReadonlyArray<Permission>) => tokenOf(permissions, ["webhooks:manage", ...narrowed], "")
const manager = narrowTo()

const refusalOf = (result: Result.Result<unknown, { readonly _tag: string; readonly message: string }>) =>
  Result.isFailure(result) ? [result.failure._tag, result.failure.message] : ["allowed", ""]

describe("the common reader of two (decisions, Webhooks)", () => {
  it.prop(
    "reads what both read, and nothing else but where they are of two agencies",
    [someReader, someReader, someEvent],
    ([one, other, event]) => {
      const isOfTwo = one.agencyId !== undefined && other.agencyId !== undefined && one.agencyId !== other.agencyId
      const expected = !isOfTwo && mayReadEvent(one, event) && mayReadEvent(other, event)
      assert.strictEqual(mayReadEvent(commonReader(one, other), event), expected)
      assert.strictEqual(mayReadEvent(commonReader(other, one), event), expected)
    }
  )

  it.prop("is a reader itself where it is both", [someReader], ([one]) =>
    assert.deepStrictEqual(commonReader(one, one), one)
  )
})

describe("a webhook endpoint reads no more than the token that made it (decisions, Webhooks)", () => {
  it.prop(
    "is made where the token may read every type that it names, and delivers what the token may read, whatever the grant becomes",
    { token: someToken, types: someTypes, later: someToken, event: someEvent },
    ({ event, later, token, types }) => {
      const caller = readerOfToken(token)
      const made = createWebhookEndpoint(
        { ...at, ...caller },
        { url, types },
        { id: WebhookEndpointId.make("whe_1"), nowMs, secretHint: "abcd" }
      )
      const named = readableTypes(types, permissions).filter(
        (type) => !types.includes("*") && !caller.permissions.includes(permissionOf(type))
      )
      if (named.length > 0) {
        const [tag, message] = refusalOf(made)
        assert.strictEqual(tag, "Forbidden")
        return assert.include(named.map(permissionOf).join(), /permission ([a-z:]+)/.exec(message ?? "")?.[1] ?? "none")
      }
      const { next } = Result.getOrThrow(made)
      const reader = commonReader(next, readerOfGrant({ permissions: later.granted, agencyId: later.agencyId }))
      if (mayReadEvent(reader, event)) assert.isTrue(mayReadEvent(caller, event))
      // A token keeps to the agency of its grant as that is now; so does the endpoint.
      if (mayReadEvent(reader, event)) assert.isTrue(mayReadEvent(readerOfClient(later), event))
    }
  )

  it.prop(
    "delivers after any change of address, types or status no more than the token of the change may read",
    {
      maker: someToken,
      narrowed: someNarrowed,
      types: someTypes,
      patch: oneOf(["url", "types", "status", "url and types"])
    },
    ({ maker, narrowed: [narrowed], patch, types }) => {
      const owned = ownedBy(readerOfToken(maker))
      const token: TokenInfo = { ...maker, permissions: narrowed }
      const change: WebhookEndpointPatch = {
        ...(patch.includes("url") ? { url: "https://example.com/other" } : {}),
        ...(patch.includes("types") ? { types } : {}),
        ...(patch === "status" ? { status: "enabled" } : {})
      }
      const result = patchedBy(owned, change, token)
      if (Result.isFailure(result)) return assert.strictEqual(result.failure._tag, "Forbidden")
      const { next } = result.success
      const caller = readerOfToken(token)
      for (const type of readableTypes(next.endpoint.types, next.permissions)) {
        // An address that stays where it was has been chosen before.
        if (patch !== "status") assert.include(caller.permissions, permissionOf(type))
      }
      for (const type of readableTypes(next.endpoint.types, commonReader(next, readerOfClient(token)).permissions))
        assert.include(caller.permissions, permissionOf(type))
      assert.isTrue(Result.isSuccess(checkDelivered(next, token)))
    }
  )

  it.prop(
    "is narrowed to what a token may read, disabled and described by any token",
    { maker: someToken, narrowed: someNarrowed },
    ({ maker, narrowed: [narrowed] }) => {
      const owned = ownedBy(readerOfToken(maker))
      const token: TokenInfo = { ...maker, permissions: narrowed }
      const types = readableTypes(["*"], readerOfToken(token).permissions)
      const results = [
        patchedBy(owned, { types: ["webhook_endpoint.disabled"] }, token),
        patchedBy(owned, { types }, token),
        patchedBy(owned, { status: "disabled" }, token),
        patchedBy(owned, { description: "Mine", concurrency: 2, url }, token)
      ]
      assert.deepStrictEqual(results.map(Result.isSuccess), [true, true, true, true])
    }
  )

  it.prop(
    "is opened by a token that may read as much as the client",
    { maker: someToken, types: someTypes },
    ({ maker, types }) => {
      const whole: TokenInfo = { ...maker, permissions: undefined }
      const owned = ownedBy(readerOfToken(maker))
      assert.isTrue(Result.isSuccess(checkDelivered(owned, whole)))
      const result = patchedBy(owned, { types }, whole)
      if (Result.isSuccess(result))
        assert.deepStrictEqual(result.success.next.permissions, readerOfToken(whole).permissions)
    }
  )
})

describe("a token that may read less than a webhook endpoint delivers (decisions, Webhooks)", () => {
  const owned = ownedBy(readerOfToken(wide), ["*"])
  const message =
    "The webhook endpoint delivers events that the token may not read: it lacks the permission jobs:read, applications:read, placements:read, users:read, agencies:read, organization:manage. Use a token that has it, or choose types that the token may read."

  it.for([
    [{ url: "https://example.com/other" }, manager, ["Forbidden", message]],
    [{ status: "enabled" }, manager, ["Forbidden", message]],
    [{ status: "disabled", url: "https://example.com/other" }, manager, ["Forbidden", message]],
    [{ types: ["*"] }, manager, ["Forbidden", message]],
    [
      { types: ["user.*"] },
      manager,
      ["Forbidden", "The token lacks the permission users:read, which events of the type user.created need."]
    ],
    [{ types: ["user.*"] }, narrowTo("users:read"), ["allowed", ""]],
    [{ types: ["user.*"], url: "https://example.com/other" }, narrowTo("users:read"), ["allowed", ""]],
    [{ url }, manager, ["allowed", ""]],
    [{ status: "disabled" }, manager, ["allowed", ""]]
  ] satisfies ReadonlyArray<readonly [WebhookEndpointPatch, TokenInfo, ReadonlyArray<string>]>)(
    "changes %j, or is refused with what it lacks",
    ([patch, token, expected]) => assert.deepStrictEqual(refusalOf(patchedBy(owned, patch, token)), expected)
  )

  it("gets neither its secret nor its deliveries", () =>
    assert.deepStrictEqual(refusalOf(checkDelivered(owned, manager)), ["Forbidden", message]))

  it("leaves it the permissions of the token that chooses its types, in an entry with their values", () => {
    const token = narrowTo("users:read")
    const narrowed = Result.getOrThrow(patchedBy(owned, { types: ["user.*"] }, token))
    assert.deepStrictEqual(narrowed.next.permissions, ["users:read", "webhooks:manage"])
    assert.deepStrictEqual(
      narrowed.entries.map(({ after, changed }) => [changed, after]),
      [[["types", "permissions"], { permissions: ["users:read", "webhooks:manage"] }]]
    )
    const widened = Result.getOrThrow(patchedBy(narrowed.next, { types: ["*"] }, wide))
    assert.deepStrictEqual(widened.next.permissions, permissions)
    assert.deepStrictEqual(deliveredTo(widened.next, wide), EventTypeName.literals)
  })

  it("widens what another token may read only by choosing the types, also where they are the same again", () => {
    const narrow = ownedBy(readerOfToken(manager), ["*"])
    const moved = Result.getOrThrow(patchedBy(narrow, { url: "https://example.com/other" }, wide))
    assert.deepStrictEqual(moved.next.permissions, ["webhooks:manage"])
    const widened = Result.getOrThrow(patchedBy(narrow, { types: ["*"] }, wide))
    assert.deepStrictEqual(
      [widened.next.permissions, widened.entries.map(({ changed }) => changed)],
      [permissions, [["permissions"]]]
    )
  })

  it("takes with another address what the grant holds no more, for good", () => {
    const cut = tokenOf(["webhooks:manage", "jobs:read"], undefined, "")
    const { next } = Result.getOrThrow(patchedBy(owned, { url: "https://example.com/other" }, cut))
    assert.deepStrictEqual(
      deliveredTo(next, wide),
      readableTypes(["job.*", "jobs.imported", "webhook_endpoint.*"], permissions)
    )
  })
})
