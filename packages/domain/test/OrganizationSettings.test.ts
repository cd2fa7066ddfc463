/**
 * Settings of an organization: what a new one has, what an older one has, and what a patch changes (recruiting, Organization settings).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"

import { createOrganization, patchOrganization } from "../src/commands/Organization.ts"
import { OrganizationId } from "../src/Ids.ts"
import { OrganizationPatch } from "../src/Organization.ts"
import { OrganizationSettings, settingsOf } from "../src/OrganizationSettings.ts"
import { faults } from "./support.ts"

const id = OrganizationId.make("org_a")
const some = Arbitrary.schema(OrganizationSettings)

describe("settings (recruiting 1)", () => {
  it("show the jobs of a new organization to agencies that are assigned", () =>
    assert.deepStrictEqual(createOrganization(id, { name: "A" }).next.settings, { agency_access: "ASSIGNED" }))

  it("show the jobs of an organization from before to all agencies", () =>
    assert.deepStrictEqual(settingsOf({}), { agency_access: "ALL" }))

  it.prop("that are stored hold", { stored: some }, ({ stored }) => assert.deepStrictEqual(settingsOf(stored), stored))

  it.prop("are what a patch makes of them, with an event where one changes", { before: some, after: some }, (given) => {
    const stored = { id, name: "A", settings: given.before }
    const { entries, next } = Result.getOrThrow(patchOrganization(stored, { settings: given.after }))
    assert.deepStrictEqual(next, { ...stored, settings: given.after })
    const changes = given.before.agency_access !== given.after.agency_access
    assert.deepStrictEqual(
      entries.map(({ event }) => event),
      changes
        ? [
            {
              type: "organization.updated",
              data: { organization: next, changed: ["settings"], previous: { settings: given.before } }
            }
          ]
        : []
    )
  })

  it.for<[unknown, ReadonlyArray<string>]>([
    [{}, []],
    [{ settings: {} }, []],
    [{ settings: { agency_access: "NONE" } }, ["/settings/agency_access not_allowed"]],
    [{ settings: { agency_access: null } }, ["/settings/agency_access required"]],
    [{ settings: null }, ["/settings required"]]
  ])("of the patch %j are judged one by one", ([patch, expected]) =>
    assert.deepStrictEqual(faults(OrganizationPatch, patch), expected)
  )
})
