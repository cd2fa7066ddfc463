/**
 * Which role the groups of an identity provider give (docs/decisions/0068).
 */
import { assert, describe, it } from "@effect/vitest"
import { roleOfGroups } from "../src/operator/ProviderSignIn.ts"

const roles = { admin: ["platform", "on-call"], viewer: ["support"] }

describe("the role of groups (docs/decisions/0068)", () => {
  it.for([
    [["platform"], "admin"],
    [["staff", "on-call"], "admin"],
    [["support"], "viewer"],
    [["support", "platform"], "admin"],
    [["Support"], undefined],
    [["support "], undefined],
    [["staff"], undefined],
    [[], undefined]
  ] as const)("of %j is %s", ([groups, role]) => assert.strictEqual(roleOfGroups(groups, roles), role))

  it("is none where no group is named", () => assert.isUndefined(roleOfGroups(["platform"], { admin: [], viewer: [] })))
})
