/**
 * What the audit log keeps of a change (docs/decisions, 16): which members changed, and values of money and power alone.
 */
import { assert, describe, it } from "@effect/vitest"

import type { AgencyFees } from "../src/AgencyFees.ts"
import {
  auditedFees,
  clientCreated,
  feesSet,
  grantSet,
  grantRemoved,
  organizationCreated,
  secretReplaced
} from "../src/Audit.ts"
import { AgencyId } from "../src/Ids.ts"
import type { Permission } from "../src/Permission.ts"

const flat = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 100, note: "Ada's" } as const
const percentage = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000, note: "Ada's" } as const
const fees = (changes: Partial<AgencyFees> = {}): AgencyFees => ({
  optimizedFee: true,
  customFees: [flat, percentage],
  ...changes
})

describe("the row of what is created or replaced", () => {
  it("names its members and no value (docs/decisions, 16)", () => {
    assert.deepStrictEqual(
      [organizationCreated("org_a"), clientCreated("cli_a"), secretReplaced("cli_a")],
      [
        { action: "organization.created", resource_id: "org_a", changed: ["name"] },
        {
          action: "client.created",
          resource_id: "cli_a",
          changed: ["name", "secret", "may_create_organizations", "default_organization"]
        },
        { action: "secret.replaced", resource_id: "cli_a", changed: ["secret"] }
      ]
    )
  })
})

describe("the row of fees", () => {
  const kept = {
    optimizedFee: true,
    customFees: [
      { feeType: "FLAT_FEE", currency: "EUR", feeCents: 100 },
      { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }
    ]
  }

  it("keeps every value but notes (docs/decisions, 16)", () =>
    assert.deepStrictEqual<object>(auditedFees(fees()), kept))

  it.for([
    ["the optimized fee", fees({ optimizedFee: false }), ["optimizedFee"]],
    ["the custom fees", fees({ customFees: [] }), ["customFees"]],
    ["a note alone", fees({ customFees: [flat, { ...percentage, note: "Bob's" }] }), ["customFees"]],
    ["both", fees({ optimizedFee: false, customFees: [flat] }), ["optimizedFee", "customFees"]]
  ] as const)("names what changed, with the values before and after: %s (docs/decisions, 16)", ([, after, changed]) =>
    assert.deepStrictEqual<object | undefined>(feesSet("agc_a", fees(), after), {
      action: "agency_fees.set",
      resource_id: "agc_a",
      changed,
      before: kept,
      after: auditedFees(after)
    })
  )

  it("is none when everything stays (docs/decisions, 16)", () => assert.isUndefined(feesSet("agc_a", fees(), fees())))
})

describe("the row of a grant", () => {
  const permissions: ReadonlyArray<Permission> = ["jobs:read", "users:read"]
  const agencyId = AgencyId.make("agc_a")
  const unbound = { permissions }
  const set = (
    changed: ReadonlyArray<string>,
    before: ReadonlyArray<Permission>,
    after: ReadonlyArray<Permission>
  ) => ({
    action: "grant.set",
    resource_id: "cli_a",
    changed,
    before,
    after
  })

  it.for([
    ["a first grant", undefined, unbound, set(["permissions"], [], permissions)],
    ["a first grant of nothing", undefined, { ...unbound, permissions: [] }, set(["permissions"], [], [])],
    ["a first grant, bound", undefined, { permissions, agencyId }, set(["permissions", "agency_id"], [], permissions)],
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
    ["an agency", unbound, { permissions, agencyId }, set(["agency_id"], permissions, permissions)]
  ] as const)("names what changed: %s (docs/decisions, 16)", ([, before, after, row]) =>
    assert.deepStrictEqual<object | undefined>(grantSet("cli_a", before, after), row)
  )

  it("is none when the grant stays what it was, in whatever order (docs/decisions, 16)", () =>
    assert.isUndefined(grantSet("cli_a", unbound, { ...unbound, permissions: permissions.toReversed() })))

  it("that is taken back has what it was, and nothing after (docs/decisions, 16)", () => {
    const row = { action: "grant.removed", resource_id: "cli_a", before: permissions, after: [] }
    assert.deepStrictEqual<object>(grantRemoved("cli_a", unbound), { ...row, changed: ["permissions"] })
    assert.deepStrictEqual<object>(grantRemoved("cli_a", { permissions, agencyId }), {
      ...row,
      changed: ["permissions", "agency_id"]
    })
  })
})
