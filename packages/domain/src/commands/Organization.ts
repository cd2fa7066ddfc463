/**
 * Commands that change organizations.
 */
import type { OrganizationId } from "../Ids.ts"
import type { Decision } from "../Journal.ts"
import type { NewOrganization, Organization } from "../Organization.ts"

/** Creates an organization. */
export const createOrganization = (id: OrganizationId, { name }: NewOrganization): Decision<Organization> => ({
  next: { id, name },
  entries: [{ organizationId: id, action: "organization.created", resource_id: id, changed: ["name"] }]
})
