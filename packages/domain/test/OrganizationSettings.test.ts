/**
 * Settings of an organization: what a new one has, what an older one has, and what a patch changes (recruiting, Organization settings).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"

import { createOrganization, patchOrganization, withoutMail } from "../src/commands/Organization.ts"
import { OrganizationId } from "../src/Ids.ts"
import { OrganizationPatch } from "../src/Organization.ts"
import { newSettings, OrganizationSettings, settingsOf } from "../src/OrganizationSettings.ts"
import { faults } from "./support.ts"

const id = OrganizationId.make("org_a")
const some = Arbitrary.schema(OrganizationSettings)

describe("settings (recruiting 1)", () => {
  it("show the jobs of a new organization to agencies that are assigned", () =>
    assert.deepStrictEqual(createOrganization(id, { name: "A" }).next.settings, {
      agency_access: "ASSIGNED",
      confirmation: "ATTESTED",
      consent: "OPTIONAL",
      fees_apply: "AT_HIRE",
      ownership_days: 180,
      retention_days: 0
    }))

  it("show the jobs of an organization from before to all agencies", () =>
    assert.deepStrictEqual(settingsOf({}), {
      agency_access: "ALL",
      confirmation: "ATTESTED",
      consent: "OPTIONAL",
      fees_apply: "AT_HIRE",
      ownership_days: 0,
      retention_days: 0
    }))

  it.prop("that are stored hold", { stored: some }, ({ stored }) => assert.deepStrictEqual(settingsOf(stored), stored))

  it.prop("are what a patch makes of them, with an event where one changes", { before: some, after: some }, (given) => {
    const stored = { id, name: "A", settings: given.before }
    const { entries, next } = Result.getOrThrow(patchOrganization(stored, { settings: given.after }))
    assert.deepStrictEqual(next, { ...stored, settings: given.after })
    const names = [
      "agency_access",
      "confirmation",
      "consent",
      "fees_apply",
      "ownership_days",
      "retention_days"
    ] as const
    const changed = names.filter((name) => given.before[name] !== given.after[name])
    const previous = { settings: Object.fromEntries(changed.map((name) => [name, given.before[name]])) }
    assert.deepStrictEqual(
      entries.map(({ event }) => event),
      changed.length > 0
        ? [
            {
              type: "organization.updated",
              data: { organization: next, changed: ["settings"], previous }
            }
          ]
        : []
    )
  })

  it("of a service without mail leave a confirmation to the agency, and keep one that is the person's", () => {
    const own = { ...newSettings, confirmation: "CANDIDATE" } as const
    assert.strictEqual(withoutMail(newSettings, own)?._tag, "Conflict")
    assert.isUndefined(withoutMail(own, own))
    assert.isUndefined(withoutMail(own, newSettings))
  })

  it.for<[unknown, ReadonlyArray<string>]>([
    [{}, []],
    [{ settings: {} }, []],
    [{ settings: { agency_access: "NONE" } }, ["/settings/agency_access not_allowed"]],
    [{ settings: { ownership_days: 730 } }, []],
    [{ settings: { ownership_days: 731 } }, ["/settings/ownership_days range"]],
    [{ settings: { ownership_days: -1 } }, ["/settings/ownership_days range"]],
    [{ settings: { retention_days: 30 } }, []],
    [{ settings: { retention_days: 29 } }, ["/settings/retention_days range"]],
    [{ settings: { retention_days: 3_651 } }, ["/settings/retention_days range"]],
    [{ settings: { retention_days: -1 } }, ["/settings/retention_days range"]],
    [{ settings: { retention_days: 30.5 } }, ["/settings/retention_days type"]],
    [{ settings: { agency_access: null } }, ["/settings/agency_access required"]],
    [{ settings: null }, ["/settings required"]]
  ])("of the patch %j are judged one by one", ([patch, expected]) =>
    assert.deepStrictEqual(faults(OrganizationPatch, patch), expected)
  )
})
