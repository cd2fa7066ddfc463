/**
 * Commands that change organizations.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { Conflict, NotFound, UnprocessableEntity } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofOrganization } from "../Journal.ts"
import { patching } from "../MergePatch.ts"
import { type NewOrganization, type Organization, type OrganizationPatch, OwnOrganization } from "../Organization.ts"
import { newSettings, OrganizationSettings } from "../OrganizationSettings.ts"

/** The refusal of a command about an organization that there is none of. */
export const noOrganization = (id: OrganizationId): NotFound =>
  new NotFound({ message: `There is no organization ${id}.` })

/** The refusal of an organization whose id another one has. */
export const takenOrganization = (id: OrganizationId): Conflict =>
  new Conflict({ message: `There is an organization ${id} already.` })

/** Creates an organization, with the settings of a new one unless others are given. */
export const createOrganization = (
  id: OrganizationId,
  { name }: NewOrganization,
  settings: OrganizationSettings = newSettings
): Decision<OwnOrganization> => ({
  next: { id, name, settings },
  entries: [{ organizationId: id, action: "organization.created", resource_id: id, changed: ["name"] }]
})

/** Gives an organization another name; the same name changes nothing. */
export const renameOrganization = (organization: Organization, name: string): Decision<Organization> =>
  organization.name === name
    ? { next: organization, entries: [] }
    : {
        next: { ...organization, name },
        entries: [
          {
            organizationId: organization.id,
            action: "organization.renamed",
            resource_id: organization.id,
            changed: ["name"]
          }
        ]
      }

const noMail = new Conflict({
  message:
    "This service has no mail, so nobody sends a person the link of the setting confirmation CANDIDATE. Keep ATTESTED, or ask the operator to set up mail."
})

/** The refusal of a change of settings that a service without mail cannot keep to. */
export const withoutMail = (before: OrganizationSettings, next: OrganizationSettings): Conflict | undefined =>
  next.confirmation === "CANDIDATE" && before.confirmation !== "CANDIDATE" ? noMail : undefined

const patched = patching(OwnOrganization)
const settingNames = Struct.keys(OrganizationSettings.fields)

/** Changes the settings of an organization; a patch with the present ones changes nothing. */
export const patchOrganization = (
  stored: OwnOrganization,
  patch: OrganizationPatch
): Result.Result<Decision<OwnOrganization>, UnprocessableEntity> =>
  Result.map(
    Result.mapError(
      patched(stored, patch),
      (details) => new UnprocessableEntity({ message: "The organization contradicts itself.", details })
    ),
    (next) => {
      const changed = settingNames.filter((name) => next.settings[name] !== stored.settings[name])
      if (changed.length === 0) return { next: stored, entries: [] }
      const entry = {
        organizationId: stored.id,
        action: "organization.updated",
        resource_id: stored.id,
        changed: ["settings"],
        before: { settings: Struct.pick(stored.settings, changed) },
        after: { settings: Struct.pick(next.settings, changed) }
      } as const
      return { next, entries: [ofOrganization(entry, next)] }
    }
  )
