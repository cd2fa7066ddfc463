/**
 * A partner's credential (decisions, Tokens): its bounds, and which organization it works in by default.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { checkGrant, defaultOrganizationOf, Grant, grantsMax, secretRandomBytes } from "../src/Client.ts"
import { AgencyId, OrganizationId } from "../src/Ids.ts"
import { boundPermissions, type Permission, permissions } from "../src/Permission.ts"
import { faults } from "./support.ts"

const grantOf = (id: string): Grant => ({ organizationId: OrganizationId.make(id), permissions: ["jobs:read"] })

describe("a client (decisions, Tokens)", () => {
  it.for([
    ["no grant", [], undefined],
    ["exactly one grant", ["org_1"], "org_1"],
    ["two grants", ["org_1", "org_2"], undefined],
    ["two grants of one organization", ["org_1", "org_1"], undefined]
  ] as const)("created with %s has the default organization $2", ([, ids, expected]) =>
    assert.strictEqual<string | undefined>(defaultOrganizationOf(ids.map(grantOf)), expected)
  )

  it("is granted at most 1,000 organizations", () => assert.strictEqual(grantsMax, 1_000))

  it("has secrets of 256 random bits", () => assert.strictEqual(secretRandomBytes * 8, 256))
})

describe("a grant (decisions, Tokens)", () => {
  it.for([
    ["the employer's view", { organizationId: "org_1", permissions: ["jobs:read"] }, []],
    ["an agency's view", { organizationId: "org_1", permissions: [], agencyId: "agy_1" }, []],
    ["an agency that is null", { organizationId: "org_1", permissions: [], agencyId: null }, ["/agencyId type"]],
    ["an unknown permission", { organizationId: "org_1", permissions: ["jobs:eat"] }, ["/permissions/0 not_allowed"]],
    ["no organization", { permissions: [] }, ["/organizationId required"]]
  ] as const)("of %s has the faults $2", ([, grant, expected]) =>
    assert.deepStrictEqual(faults(Grant, grant), expected)
  )

  it.for<
    [what: string, permissions: ReadonlyArray<Permission>, agency: string | undefined, refused: string | undefined]
  >([
    ["everything to the employer", permissions, undefined, undefined],
    ["all that an agency can hold", boundPermissions, "agy_1", undefined],
    ["nothing to an agency", [], "agy_1", undefined],
    ["money and people to an agency", ["fees:write", "jobs:read", "users:read"], "agy_1", "fees:write, users:read"]
  ])("giving %s is refused as the table says", ([, given, agency, refused]) => {
    const agencyId = agency === undefined ? {} : { agencyId: AgencyId.make(agency) }
    const result = checkGrant({ ...grantOf("org_1"), permissions: given, ...agencyId })
    const message = Result.isFailure(result) ? result.failure.message : undefined
    assert.strictEqual(
      message,
      refused &&
        `A grant that is bound to an agency cannot hold ${refused}; it can hold jobs:read, agencies:read, applications:read, applications:write, webhooks:manage, placements:read.`
    )
  })
})
