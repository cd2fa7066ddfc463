/**
 * What a grant is requested as (docs/decisions/0098): a role or permissions, one of the two, and nothing unasked.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { checkGrant } from "../src/Client.ts"
import { GrantRole, grantOf, grantRoles } from "../src/GrantRole.ts"
import { AgencyId, OrganizationId } from "../src/Ids.ts"
import { boundPermissions, employerPermissions, Permission } from "../src/Permission.ts"

const organizationId = OrganizationId.make("org_acme")
const agencyId = AgencyId.make("agy_1")

const bound = { organizationId, agencyId, role: undefined, permissions: [] } as const
const unbound = { ...bound, agencyId: undefined }

describe("a grant (docs/decisions/0098)", () => {
  it.for([
    ["employer", { ...unbound, role: "employer" }, employerPermissions],
    ["agency", { ...bound, role: "agency" }, boundPermissions],
    [
      "reader of everything",
      { ...unbound, role: "reader" },
      ["jobs:read", "applications:read", "users:read", "agencies:read", "audit:read", "placements:read"]
    ],
    [
      "reader of an agency",
      { ...bound, role: "reader" },
      ["jobs:read", "agencies:read", "applications:read", "placements:read"]
    ]
  ] as const)("as %s holds what the role stands for", ([, request, expected]) =>
    assert.deepStrictEqual(
      Result.getOrThrow(Result.map(grantOf(request), ({ permissions: held }) => [...held].toSorted())),
      [...expected].toSorted()
    )
  )

  it.for([
    ["without a role and a permission", unbound, "role", "required"],
    ["that is bound, without a role and a permission", bound, "role", "required"],
    ["with a role beside permissions", { ...unbound, role: "reader", permissions: ["jobs:read"] }, "role", "conflict"],
    ["as agency that is bound to none", { ...unbound, role: "agency" }, "agency", "required"],
    ["as employer that is bound to an agency", { ...bound, role: "employer" }, "role", "conflict"]
  ] as const)("%s is none", ([, request, part, code]) => {
    const made = grantOf(request)
    assert(Result.isFailure(made))
    assert.deepInclude(made.failure, { part, code })
    assert.match(made.failure.message, /^(?:must|cannot) /)
  })

  it.prop(
    "of permissions that are named holds these, each once",
    [Arbitrary.array(Arbitrary.schema(Permission), { minLength: 1 })],
    ([named]) => {
      const { permissions: held } = Result.getOrThrow(grantOf({ ...unbound, permissions: named }))
      assert.deepStrictEqual([...held].toSorted(), [...new Set(named)].toSorted())
    }
  )

  it.prop(
    "as any role that fits its binding can be held",
    [Arbitrary.schema(GrantRole), Arbitrary.schema(Schema.Boolean)],
    ([role, isBound]) => {
      const made = grantOf({ ...(isBound ? bound : unbound), role })
      assert.strictEqual(Result.isSuccess(made), role === "reader" || (role === "agency") === isBound)
      if (Result.isSuccess(made)) assert.isTrue(Result.isSuccess(checkGrant(made.success)))
    }
  )

  it("has a role for each purpose", () => assert.sameMembers([...GrantRole.literals], Object.keys(grantRoles)))
})
