/**
 * Commands that change organizations.
 */
import { Conflict, NotFound } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import type { Decision } from "../Journal.ts"
import type { NewOrganization, Organization } from "../Organization.ts"

/** The refusal of a command about an organization that there is none of. */
export const noOrganization = (id: OrganizationId): NotFound =>
  new NotFound({ message: `There is no organization ${id}.` })

/** The refusal of an organization whose id another one has. */
export const takenOrganization = (id: OrganizationId): Conflict =>
  new Conflict({ message: `There is an organization ${id} already.` })

/** Creates an organization. */
export const createOrganization = (id: OrganizationId, { name }: NewOrganization): Decision<Organization> => ({
  next: { id, name },
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
