/**
 * Permissions (decisions, Tokens): the closed list, and what narrowing leaves of it.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"

import { AgencyId } from "../src/Ids.ts"
import {
  boundPermissions,
  employerPermissions,
  grantablePermissions,
  heldPermissions,
  narrow,
  organizationsCreate,
  Permission,
  permissions
} from "../src/Permission.ts"
import { faults } from "./support.ts"

const agency = AgencyId.make("agy_1")
const some = Arbitrary.array(Arbitrary.schema(Permission))

/** What a grant that is bound to an agency can hold. */
const expected: ReadonlyArray<Permission> = [
  "jobs:read",
  "agencies:read",
  "applications:read",
  "applications:write",
  "webhooks:manage",
  "placements:read"
]

describe("permissions (decisions, Tokens)", () => {
  it("are these", () =>
    assert.deepStrictEqual(
      [...permissions],
      [
        "jobs:read",
        "jobs:write",
        "applications:read",
        "applications:write",
        "users:read",
        "users:write",
        "agencies:read",
        "fees:write",
        "audit:read",
        "webhooks:manage",
        "agencies:write",
        "organization:manage",
        "privacy:manage",
        "placements:read",
        "placements:write"
      ]
    ))

  it("are all the employer's but the four that are given by name (recruiting, Permissions)", () =>
    assert.deepStrictEqual(
      permissions.filter((one) => !employerPermissions.includes(one)),
      ["agencies:write", "organization:manage", "privacy:manage", "placements:write"]
    ))

  it("of a grant that is bound to an agency are these six", () => {
    assert.deepStrictEqual([...boundPermissions], expected)
    assert.deepStrictEqual(grantablePermissions(agency), boundPermissions)
    assert.deepStrictEqual(grantablePermissions(undefined), permissions)
  })

  it.prop("that a bound grant was stored with beyond these it does not hold", { stored: some }, ({ stored }) => {
    assert.deepStrictEqual(
      heldPermissions(stored, agency),
      stored.filter((one) => expected.includes(one))
    )
    assert.deepStrictEqual(heldPermissions(stored, undefined), stored)
  })

  it("do not include the client's own right to create organizations", () => {
    assert.strictEqual(organizationsCreate, "organizations:create")
    assert.deepStrictEqual(faults(Permission, organizationsCreate), [" not_allowed"])
  })

  it.prop("are all there in a token that was not narrowed", { granted: some }, ({ granted }) =>
    assert.deepStrictEqual(narrow(granted, undefined), granted)
  )

  it.prop("of a narrowed token are both granted and requested", [some, some], ([granted, requested]) => {
    const left = new Set(narrow(granted, requested))
    const expected = permissions.filter((one) => granted.includes(one) && requested.includes(one))
    assert.deepStrictEqual(
      permissions.filter((one) => left.has(one)),
      expected
    )
    assert.strictEqual(left.size, expected.length)
  })

  it.for([
    ["to nothing", ["jobs:read"], [], []],
    ["to less", ["jobs:read", "fees:write"], ["jobs:read"], ["jobs:read"]],
    ["to what is not granted", ["jobs:read"], ["fees:write"], []],
    ["after the grant is gone", [], ["jobs:read"], []]
  ] as const)("narrowed %s are what is left", ([, granted, requested, expected]) =>
    assert.deepStrictEqual(narrow(granted, requested), expected)
  )
})
