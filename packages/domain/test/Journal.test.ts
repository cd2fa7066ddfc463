/**
 * What the journal keeps of a change (docs/decisions, 16): which members changed, and values of money and power alone.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import type { AgencyFees } from "../src/AgencyFees.ts"
import type { Client, Grant } from "../src/Client.ts"
import { ClientSecretId, type LiveSecret, secretsPerDayMax } from "../src/ClientSecret.ts"
import { journaledFees, setFees } from "../src/commands/AgencyFees.ts"
import * as ClientCommands from "../src/commands/Client.ts"
import { removeGrant, setGrant } from "../src/commands/Grant.ts"
import { recordsImported } from "../src/commands/Import.ts"
import { createOrganization, patchOrganization, renameOrganization } from "../src/commands/Organization.ts"
import { createUser, userErased } from "../src/commands/User.ts"
import { AgencyId, ClientId, OrganizationId, UserId } from "../src/Ids.ts"
import { formerSettings } from "../src/OrganizationSettings.ts"
import { type Actor, auditEntryOf, type Decision, operator } from "../src/Journal.ts"
import { OperatorId } from "../src/operator/OperatorId.ts"
import type { Permission } from "../src/Permission.ts"
import { NormalTimestamp } from "../src/Timestamp.ts"
import { auditParts } from "./AuditParts.ts"

const organizationId = OrganizationId.make("org_a")
const clientId = ClientId.make("cli_a")
const agency = { organizationId, agencyId: AgencyId.make("agc_a") }

/** The entries of a decision that was taken. */
const entriesOf = <Next, E>(decided: Result.Result<Decision<Next>, E>) => Result.getOrThrow(decided).entries

const flat = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 100, note: "Ada's" } as const
const percentage = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000, note: "Ada's" } as const
const fees = (changes: Partial<AgencyFees> = {}): AgencyFees => ({
  optimizedFee: true,
  customFees: [flat, percentage],
  ...changes
})

const client: Client = {
  id: clientId,
  name: "A",
  mayCreateOrganizations: false,
  defaultOrganizationId: undefined,
  isSandbox: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  revokedAt: undefined
}
const first = { createdAt: client.createdAt, secret: ClientSecretId.make("sec_made") }
const nowMs = Date.UTC(2026, 0, 3)
const older: LiveSecret = {
  id: ClientSecretId.make("sec_older"),
  createdAt: NormalTimestamp.make(client.createdAt),
  lastUsedAt: "2026-01-02T09:00:00.000Z",
  madeBy: "operator"
}
const newer: LiveSecret = {
  id: ClientSecretId.make("sec_newer"),
  createdAt: NormalTimestamp.make("2026-01-02T00:00:00.000Z"),
  lastUsedAt: undefined,
  madeBy: "client"
}
const newClient = { ...client, grants: [], defaultOrganization: undefined }

describe("the entry of what is created, replaced or ended", () => {
  const about = { organizationId: undefined, resource_id: clientId }
  const user = { first_name: "Ada", last_name: "King", email: "ada@example.com" }
  const made = { id: UserId.make("usr_a"), nowMs: Date.UTC(2026, 0, 1) }

  it.for([
    [
      "an organization",
      createOrganization(organizationId, { name: "A" }).entries,
      { organizationId, action: "organization.created", resource_id: "org_a", changed: ["name"] }
    ],
    [
      "the name of an organization",
      renameOrganization({ id: organizationId, name: "A" }, "B").entries,
      { organizationId, action: "organization.renamed", resource_id: "org_a", changed: ["name"] }
    ],
    [
      "the settings of an organization",
      entriesOf(
        patchOrganization(
          { id: organizationId, name: "A", settings: formerSettings },
          { settings: { agency_access: "ASSIGNED" } }
        )
      ),
      {
        organizationId,
        action: "organization.updated",
        resource_id: "org_a",
        changed: ["settings"],
        before: { settings: { agency_access: "ALL" } },
        after: { settings: { agency_access: "ASSIGNED" } }
      }
    ],
    [
      "a client",
      entriesOf(ClientCommands.createClient(undefined, newClient, first)),
      {
        ...about,
        action: "client.created",
        changed: ["name", "secret", "may_create_organizations", "default_organization"],
        after: { secrets: ["sec_made"] }
      }
    ],
    [
      "secrets",
      [ClientCommands.secretReplaced(clientId, { ended: [older.id], made: first.secret })],
      {
        ...about,
        action: "secret.replaced",
        changed: ["secret"],
        before: { secrets: ["sec_older"] },
        after: { secrets: ["sec_made"] }
      }
    ],
    [
      "a second secret",
      Result.getOrThrow(ClientCommands.addSecret(client, [older], { made: first.secret, nowMs, remedy: "" })),
      { ...about, action: "secret.added", changed: ["secret"], after: { secrets: ["sec_made"] } }
    ],
    [
      "the older secret",
      Result.getOrThrow(ClientCommands.endOlderSecret(client, [older, newer], { evenUnused: true, nowMs, remedy: "" }))
        .entries,
      { ...about, action: "secret.ended", changed: ["secret"], before: { secrets: ["sec_older"] } }
    ],
    [
      "a secret by its id",
      Result.getOrThrow(ClientCommands.endSecret(client, [older.id, newer.id], newer.id)),
      { ...about, action: "secret.ended", changed: ["secret"], before: { secrets: ["sec_newer"] } }
    ],
    [
      "a revoked client",
      ClientCommands.revokeClient(client, { ended: [older.id], revokedAt: client.createdAt }).entries,
      { ...about, action: "client.revoked", changed: ["secret"], before: { secrets: ["sec_older"] } }
    ],
    [
      "a default organization",
      ClientCommands.setDefaultOrganization(client, organizationId).entries,
      { ...about, action: "client.updated", changed: ["default_organization"] }
    ],
    [
      "a user",
      entriesOf(createUser(organizationId, user, made)),
      { organizationId, action: "user.created", resource_id: "usr_a", changed: ["first_name", "last_name", "email"] }
    ],
    [
      "a user with an id of the partner's",
      entriesOf(createUser(organizationId, { ...user, id: UserId.make("usr_b") }, made)),
      {
        organizationId,
        action: "user.created",
        resource_id: "usr_b",
        changed: ["first_name", "last_name", "email"],
        supplied: ["id"]
      }
    ],
    [
      "an erased user",
      [userErased(organizationId, UserId.make("usr_a"))],
      { organizationId, action: "user.erased", resource_id: "usr_a", changed: ["first_name", "last_name", "email"] }
    ],
    [
      "imported jobs",
      recordsImported(organizationId, "jobs", { created: 1, updated: 2 }),
      {
        organizationId,
        action: "jobs.imported",
        resource_id: "org_a",
        changed: [],
        after: { created: 1, updated: 2 }
      }
    ],
    [
      "imported applications",
      recordsImported(organizationId, "applications", { created: 0, updated: 4 }),
      {
        organizationId,
        action: "applications.imported",
        resource_id: "org_a",
        changed: [],
        after: { created: 0, updated: 4 }
      }
    ],
    [
      "imported users",
      recordsImported(organizationId, "users", { created: 3, updated: 0 }),
      {
        organizationId,
        action: "users.imported",
        resource_id: "org_a",
        changed: [],
        after: { created: 3, updated: 0 }
      }
    ]
  ] as const)("names its members and no value: %s (docs/decisions, 16)", ([, entries, entry]) =>
    assert.deepStrictEqual<ReadonlyArray<object>>(auditParts(entries), [entry])
  )

  it("is none where nothing changes (docs/decisions, 16)", () => {
    const named = (name: string) => ({ id: organizationId, name })
    assert.deepStrictEqual(renameOrganization(named("A"), "A"), { next: named("A"), entries: [] })
    assert.deepStrictEqual(renameOrganization(named("A"), "B").next, named("B"))
    const granted = { ...client, defaultOrganizationId: organizationId }
    assert.deepStrictEqual(ClientCommands.setDefaultOrganization(granted, organizationId).entries, [])
    assert.deepStrictEqual(recordsImported(organizationId, "agencies", { created: 0, updated: 0 }), [])
  })
})

describe("a command that the state of a client does not allow", () => {
  const refusal = <A>(decided: Result.Result<A, { readonly message: string }>) =>
    Result.isFailure(decided) ? decided.failure.message : "allowed"

  it.for([
    [
      "a second client of one id",
      ClientCommands.createClient(client, newClient, first),
      "There is a client cli_a already."
    ],
    [
      "a third secret",
      ClientCommands.addSecret(client, [older, newer], { made: first.secret, nowMs, remedy: "End one." }),
      "The client cli_a has 2 live secrets already: sec_older  made 2026-01-01T00:00:00.000Z by the operator, 2 days old, last used in the hour of 2026-01-02T09:00:00.000Z; sec_newer  made 2026-01-02T00:00:00.000Z by the client itself, 1 day old, not used yet. End one."
    ],
    [
      "the end of the older secret while the newer one is not used",
      ClientCommands.endOlderSecret(client, [older, newer], { evenUnused: false, nowMs, remedy: "End one." }),
      "The newer secret of the client cli_a is not used yet, so the older one may be the one in use: sec_older  made 2026-01-01T00:00:00.000Z by the operator, 2 days old, last used in the hour of 2026-01-02T09:00:00.000Z; sec_newer  made 2026-01-02T00:00:00.000Z by the client itself, 1 day old, not used yet. End one."
    ],
    [
      "the end of the only secret by its id",
      ClientCommands.endSecret(client, [older.id], older.id),
      "sec_older is the only live secret of the client cli_a. Add another one first, replace it, or revoke the client."
    ],
    [
      "the end of a secret that is none of its own",
      ClientCommands.endSecret(client, [older.id, newer.id], first.secret),
      "The client cli_a has no secret sec_made."
    ],
    [
      "the eleventh secret in 24 hours",
      ClientCommands.checkSecretsPerDay(
        Array.from({ length: secretsPerDayMax }, (_, index) => nowMs - (index + 1) * 1_000),
        nowMs
      ),
      "10 secrets of this client were made in 24 hours. It can make the next one in 86390 s."
    ],
    [
      "the end of the only secret",
      ClientCommands.endOlderSecret(client, [older], { evenUnused: true, nowMs, remedy: "" }),
      "The client cli_a has one live secret: there is no older one to end."
    ],
    [
      "work on a revoked client",
      ClientCommands.checkLive({ ...client, revokedAt: "2026-01-02T00:00:00.000Z" }),
      "The client cli_a was revoked at 2026-01-02T00:00:00.000Z."
    ],
    [
      "the end of a grant that is not there",
      removeGrant(clientId, organizationId, undefined),
      "The client cli_a has no grant for org_a."
    ]
  ] as const)("is refused with what is in the way: %s", ([, decided, message]) =>
    assert.strictEqual(refusal<unknown>(decided), message)
  )
})

describe("an entry in the audit log", () => {
  const entry = ClientCommands.secretReplaced(clientId, { ended: [], made: first.secret })
  const at = { id: "aud_1", nowMs: Date.UTC(2026, 0, 1) }
  const shown = {
    id: "aud_1",
    occurred_at: "2026-01-01T00:00:00.000Z",
    action: "secret.replaced",
    resource_id: clientId,
    changed: ["secret"],
    after: { secrets: ["sec_made"] }
  }

  it.for<readonly [string, Actor, object]>([
    [
      "a client, with its request",
      { kind: "client", clientId, requestId: "req_1" },
      { client_id: clientId, request_id: "req_1" }
    ],
    ["the operator at a command line, by nobody's name", operator, {}],
    [
      "an operator in the console, by its id, with the request",
      { kind: "operator", operatorId: OperatorId.make("opr_a"), requestId: "req_1" },
      { operator_id: "opr_a", request_id: "req_1" }
    ]
  ])("says who did it: %s (docs/decisions, 16)", ([, actor, by]) =>
    assert.deepStrictEqual<object>(auditEntryOf(entry, { ...at, actor }), { ...shown, ...by })
  )
})

describe("the entry of fees", () => {
  const kept = {
    optimizedFee: true,
    customFees: [
      { feeType: "FLAT_FEE", currency: "EUR", feeCents: 100 },
      { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }
    ]
  }

  it("keeps every value but notes (docs/decisions, 16)", () =>
    assert.deepStrictEqual<object>(journaledFees(fees()), kept))

  it.for([
    ["the optimized fee", fees({ optimizedFee: false }), ["optimizedFee"]],
    ["the custom fees", fees({ customFees: [] }), ["customFees"]],
    ["a note alone", fees({ customFees: [flat, { ...percentage, note: "Bob's" }] }), ["customFees"]],
    ["both", fees({ optimizedFee: false, customFees: [flat] }), ["optimizedFee", "customFees"]]
  ] as const)("names what changed, with the values before and after: %s (docs/decisions, 16)", ([, after, changed]) =>
    assert.deepStrictEqual<ReadonlyArray<object>>(auditParts(setFees(agency, fees(), after).entries), [
      {
        organizationId,
        action: "agency_fees.set",
        resource_id: "agc_a",
        changed,
        before: kept,
        after: journaledFees(after)
      }
    ])
  )

  it("is none when everything stays (docs/decisions, 16)", () =>
    assert.deepStrictEqual(setFees(agency, fees(), fees()).entries, []))
})

describe("the entry of a grant", () => {
  const permissions: ReadonlyArray<Permission> = ["jobs:read", "applications:read"]
  const { agencyId } = agency
  const unbound: Grant = { organizationId, permissions }
  const set = (
    changed: ReadonlyArray<string>,
    before: ReadonlyArray<Permission>,
    after: ReadonlyArray<Permission>
  ) => ({
    organizationId,
    action: "grant.set",
    resource_id: "cli_a",
    changed,
    before,
    after
  })

  it.for([
    ["a first grant", undefined, unbound, set(["permissions"], [], permissions)],
    ["a first grant of nothing", undefined, { ...unbound, permissions: [] }, set(["permissions"], [], [])],
    ["a first grant, bound", undefined, { ...unbound, agencyId }, set(["permissions", "agency_id"], [], permissions)],
    [
      "fewer permissions",
      unbound,
      { ...unbound, permissions: ["jobs:read"] },
      set(["permissions"], permissions, ["jobs:read"])
    ],
    [
      "as many others",
      unbound,
      { ...unbound, permissions: ["jobs:read", "agencies:read"] },
      set(["permissions"], permissions, ["jobs:read", "agencies:read"])
    ],
    ["an agency", unbound, { ...unbound, agencyId }, set(["agency_id"], permissions, permissions)]
  ] as const)("names what changed: %s (docs/decisions, 16)", ([, before, after, row]) =>
    assert.deepStrictEqual<ReadonlyArray<object>>(entriesOf(setGrant(clientId, before, after)), [row])
  )

  it("is none when the grant stays what it was, in whatever order (docs/decisions, 16)", () =>
    assert.deepStrictEqual(
      entriesOf(setGrant(clientId, unbound, { ...unbound, permissions: permissions.toReversed() })),
      []
    ))

  it("that is taken back has what it was, and nothing after (docs/decisions, 16)", () => {
    const row = { organizationId, action: "grant.removed", resource_id: "cli_a", before: permissions, after: [] }
    const removed = (grant: Grant) => entriesOf(removeGrant(clientId, organizationId, grant))
    assert.deepStrictEqual<ReadonlyArray<object>>(removed(unbound), [{ ...row, changed: ["permissions"] }])
    assert.deepStrictEqual<ReadonlyArray<object>>(removed({ ...unbound, agencyId }), [
      { ...row, changed: ["permissions", "agency_id"] }
    ])
  })
})
