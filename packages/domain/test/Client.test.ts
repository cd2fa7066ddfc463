/**
 * A partner's credential (decisions, Tokens): its bounds, and which organization it works in by default.
 */
import { assert, describe, it } from "@effect/vitest"

import { defaultOrganizationOf, Grant, grantsMax, secretRandomBytes } from "../src/Client.ts"
import { OrganizationId } from "../src/Ids.ts"
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
})
